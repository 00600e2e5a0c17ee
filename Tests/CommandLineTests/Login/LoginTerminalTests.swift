import Foundation
import TestSupport
import Testing

@Suite(
    "login: on a terminal",
    .enabled(if: Shell("tmux").isThere && TerminalPicture.hasReader, "tmux or zbarimg is not installed"))
struct LoginTerminalTests {
    private let bridge: LoginFakeBridge

    init() throws {
        bridge = try LoginFakeBridge(LoginFakeBridge.pending)
    }

    private func start(
        _ more: String = "", columns: Int = 80, rows: Int = 24, _ environment: [String: String] = [:]
    ) throws -> Tmux {
        let tmux = try Tmux(in: bridge.folder, columns: columns, rows: rows, environment: environment)
        try tmux.run("$TB login --bridge \(bridge.server.origin) --device \(more) > out; echo \"rc=$?\"")
        try tmux.wait(for: "left. Ctrl-C gives up.")
        return tmux
    }

    private var complete: String { "\(bridge.server.origin)/device?user_code=WDJB-MJHT" }

    @Test(
        "8628-05: at 80 by 24 address, code, QR code and countdown are on the screen together, and the QR code is read")
    func usualTerminal() throws {
        let tmux = try start()
        let lines = try tmux.screen()
        #expect(lines.contains("Open:  \(bridge.server.origin)/device") && lines.contains("Code:  WDJB-MJHT"))
        #expect(lines.contains { $0.hasPrefix("Waiting for approval, 9:") })
        #expect(try TerminalPicture(tmux.screen("-e", "-N")).text() == complete)
        try bridge.answer(LoginFakeBridge.granted)
        let end = try tmux.wait(for: "rc=0")
        #expect(end.contains(#"token-bridge: signed in as "y:1""#))
        #expect(!end.contains { $0.contains("Ctrl-C gives up") || $0.contains(LoginFakeBridge.token) })
        let token = try Locations.bytes("\(bridge.folder.path)/out")
        #expect(String(decoding: token, as: UTF8.self) == LoginFakeBridge.token + "\n")
    }

    @Test("Ctrl-C leaves the terminal clean, with a word and exit code 6")
    func interrupted() throws {
        let tmux = try start("--no-qr")
        try tmux.press("C-c")
        let lines = try tmux.wait(for: "rc=6")
        #expect(lines.contains("token-bridge: error: the login was given up"), "\(lines)")
        #expect(!lines.contains { $0.contains("left. Ctrl-C gives up.") })
        // What is typed next is seen, and has no colours.
        try tmux.press("echo se''en", "Enter")
        try tmux.wait(for: "seen")
        #expect(try tmux.screen("-e").last { $0.contains("seen") } == "seen")
    }

    @Test("a terminal that gets narrower keeps address and code: the countdown is as long as there is room")
    func narrower() throws {
        let tmux = try start("--no-qr", rows: 10)
        try tmux.resize(columns: 25, rows: 10)
        Thread.sleep(forTimeInterval: 4)
        let lines = try tmux.screen()
        #expect(lines.contains("Code:  WDJB-MJHT"), "\(lines)")
        #expect(lines.filter { $0.contains("Waiting") }.count <= 2, "\(lines)")
    }

    @Test("Ctrl-C leaves nothing of a countdown that fills the terminal", arguments: [30, 32, 45])
    func interruptedInNarrow(columns: Int) throws {
        let tmux = try Tmux(in: bridge.folder, columns: columns)
        try tmux.run("$TB login --bridge \(bridge.server.origin) --device --no-qr > out; echo \"rc=$?\"")
        try tmux.wait(for: "Waiting for approval")
        try tmux.press("C-c")
        let lines = try tmux.wait(for: "rc=6")
        #expect(!lines.contains { $0.contains("Waiting") || $0.contains("left.") }, "\(lines)")
    }

    @Test("what the terminal cuts off is told with its cause, and the wait goes on")
    func longPaste() throws {
        let tmux = try Tmux(in: bridge.folder)
        try bridge.answer(LoginFakeBridge.granted)
        try tmux.run("$TB login --bridge \(bridge.server.origin) --browser > out; echo \"rc=$?\"")
        try tmux.wait(for: "paste it here")
        try tmux.press("-l", "http://127.0.0.1:1/callback?code=\(String(repeating: "c", count: 4_500))&state=s")
        try tmux.press("Enter")
        try tmux.wait(for: "the terminal has cut it off")
        try tmux.press("the-right-code", "Enter")
        try tmux.wait(for: "rc=0")
    }

    @Test("the person's no is told where the countdown was")
    func denied() throws {
        let tmux = try start()
        try bridge.answer(LoginFakeBridge.refusal("access_denied"))
        let lines = try tmux.wait(for: "rc=6")
        #expect(lines.contains("token-bridge: error: the sign-in was denied"), "\(lines)")
    }

    @Test("a bridge that is gone is told in the countdown, which goes on: nothing scrolls the code away")
    func outage() throws {
        let tmux = try start()
        try bridge.answer((503, "{}"))
        let lines = try tmux.wait(for: "The bridge cannot be reached, trying again, 9:")
        #expect(lines.contains("Code:  WDJB-MJHT") && lines.contains("Open:  \(bridge.server.origin)/device"))
        try bridge.answer(LoginFakeBridge.pending)
        try tmux.wait(for: "Waiting for approval, 9:")
    }

    @Test(
        "--no-qr, and a terminal that is too small, leave the picture away and not the code", arguments: [true, false])
    func withoutPicture(isAsked: Bool) throws {
        let tmux = isAsked ? try start("--no-qr") : try start(columns: 60, rows: 12)
        let lines = try tmux.screen("-e")
        #expect(lines.contains { $0.contains("Code:  WDJB-MJHT") })
        #expect(!lines.contains { $0.contains("\u{1B}[") || $0.contains("\u{2580}") })
    }

    @Test("a locale without Unicode gets the picture in ASCII, where there is room")
    func ascii() throws {
        let tmux = try start(columns: 100, rows: 50, ["LC_ALL": "C"])
        #expect(try tmux.screen().joined().utf8.allSatisfy { $0 < 0x80 })
        #expect(try TerminalPicture(tmux.screen("-e", "-N")).text() == complete)
    }

    @Test("with NO_COLOR the picture has the terminal's own colours")
    func withoutColour() throws {
        let tmux = try start(["NO_COLOR": "1"])
        let lines = try tmux.screen("-e", "-N")
        #expect(!lines.contains { $0.contains("\u{1B}[") })
        #expect(try TerminalPicture(lines).text() == complete)
    }

    private func start(_ environment: [String: String]) throws -> Tmux {
        try start("", environment)
    }

    @Test("a dumb terminal gets lines")
    func dumb() throws {
        let tmux = try Tmux(in: bridge.folder)
        try tmux.run("TERM=dumb $TB login --bridge \(bridge.server.origin) --device > out")
        let lines = try tmux.wait(for: "waiting for approval, at most 10 minutes")
        #expect(lines.contains("token-bridge: and enter the code WDJB-MJHT"))
        #expect(!lines.contains { $0.contains("left") || $0.contains("\u{2580}") })
    }

    @Test("without libqrencode the login goes on, and says so once")
    func withoutLibrary() throws {
        // The loader takes this file for the library, and fails.
        try bridge.folder.write([], to: "libqrencode.so.4")
        let other = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ":\($0)" } ?? ""
        let tmux = try start(["LD_LIBRARY_PATH": bridge.folder.path + other])
        let lines = try tmux.screen()
        #expect(lines.filter { $0.contains("no QR code: libqrencode cannot be loaded") }.count == 1)
        #expect(lines.contains("Code:  WDJB-MJHT"))
        try bridge.answer(LoginFakeBridge.granted)
        try tmux.wait(for: "rc=0")
    }
}
