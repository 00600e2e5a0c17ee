import CustomTokenBridge
import Logins
import OAuthClient
import QRCodes
import StrictJSON
import Threads

/// Where a login shows itself: standard error, as a terminal, as lines, or as events for programs.
final class LoginScreen: Sendable {
    /// Whether there is a picture of the address.
    enum Picture: Sendable {
        case whereItFits
        case none
    }

    private struct State {
        /// When the code is too old; nil before there is one.
        var expires: MonotonicInstant?
        /// What is said before the time that is left.
        var status = "Waiting for approval"
        /// The countdown as it stands on the terminal.
        var line = ""
        var hasEnded = false
    }

    private let console: Console
    private let terminal: Terminal?
    private let picture: Picture
    private let clock = SystemMonotonicClock()
    private let state = Locked(State())

    init(_ console: Console, picture: Picture) {
        self.console = console
        self.picture = picture
        terminal = console.format == .json ? nil : Terminal(console.environment)
    }

    /// Shows what happens in a login by code.
    func show(_ event: DeviceLoginEvent) {
        switch event {
        case .started(let authorization, let expires): show(authorization, expires: expires)
        case .polling(let event): show(event, of: "bridge")
        }
    }

    /// Shows what happens while a code waits for its person.
    ///
    /// - Parameters:
    ///   - event: What happens.
    ///   - server: What is asked, in a word.
    func show(_ event: DevicePollingEvent, of server: String) {
        switch event {
        case .waiting: tell("waiting", status: "Waiting for approval")
        case .slowedDown(let interval):
            tell("slow_down", ["interval": .integer(interval.components.seconds)], status: "Waiting for approval")
        case .unreachable(let reason):
            tell(
                "unreachable", ["reason": .string(reason)], status: "The \(server) cannot be reached, trying again",
                note: "the \(server) cannot be reached, trying again until the code is too old: \(reason)")
        case .reachable:
            tell("reachable", status: "Waiting for approval", note: "the \(server) can be reached again")
        }
    }

    /// Shows the code and where to enter it.
    func show(_ authorization: DeviceAuthorizationAnswer, expires: MonotonicInstant) {
        let address = authorization.verificationURI.text
        switch (console.format, terminal) {
        case (.json, _):
            emit(
                "code",
                [
                    "user_code": .string(authorization.userCode), "verification_uri": .string(address),
                    "verification_uri_complete": .optional(authorization.verificationURIComplete?.text),
                    "expires_in": .integer(authorization.lifetime.components.seconds),
                    "interval": .integer(authorization.interval.components.seconds),
                ])
        case (.text, nil):
            console.note("to sign in, open \(address)")
            console.note("and enter the code \(authorization.userCode)")
            let minutes = max(1, (authorization.lifetime.components.seconds + 59) / 60)
            console.note("waiting for approval, at most \(minutes) minute\(minutes == 1 ? "" : "s")")
        case (.text, let terminal?):
            let lines = ["Open:  \(address)", "Code:  \(authorization.userCode)"]
            let addresses = [authorization.verificationURIComplete?.text, address].compactMap(\.self)
            let drawn = drawing(of: addresses, below: lines, on: terminal)
            console.show((lines + drawn).map { $0 + "\n" }.joined())
        }
        state.withLock { $0.expires = expires }
        drawCountdown()
    }

    /// Tells of something: as an event, as the countdown's words, or as a line where there is no countdown.
    private func tell(
        _ event: String, _ members: KeyValuePairs<String, JSONValue> = [:], status: String, note: String? = nil
    ) {
        guard console.format == .text else { return emit(event, members) }
        guard terminal != nil else {
            if let note { console.note(note) }
            return
        }
        state.withLock { $0.status = status }
        drawCountdown()
    }

    private func emit(_ event: String, _ members: KeyValuePairs<String, JSONValue>) {
        var object = JSONObject(["event": .string(event)])
        for (name, value) in members { object[name] = value }
        console.event("login", object)
    }

    /// Tells a person of something that is no part of the countdown; a program gets it as an event.
    func say(_ text: String, event: String, _ members: KeyValuePairs<String, JSONValue>) {
        guard console.format == .text else { return emit(event, members) }
        clearCountdown()
        console.note(text)
    }

    private func drawing(of addresses: [String], below lines: [String], on terminal: Terminal) -> [String] {
        guard picture == .whereItFits else { return [] }
        // One row more is the countdown's.
        let size = terminal.size
        let taken = lines.map { size.rows(of: $0) }.reduce(1, +)
        let fitting = QRCodeFitting(style: terminal.style, columns: size.columns, rows: size.rows - taken)
        do throws(QRCodeError) {
            return try fitting.picture(of: addresses)?.lines ?? []
        } catch {
            console.note("no QR code: \(error.reason)")
            return []
        }
    }

    /// Draws the countdown once a second until the task is cancelled.
    func countDown() async {
        guard terminal != nil else { return }
        while (try? await clock.sleep(until: clock.now() + .seconds(1))) != nil { drawCountdown() }
    }

    private func drawCountdown() {
        guard let terminal else { return }
        state.withLock { state in
            guard let expires = state.expires, !state.hasEnded else { return }
            let seconds = max(0, (expires - clock.now()).components.seconds)
            let clockFace = "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
            // A line that wraps could not be taken back, nor one that the ^C of the terminal makes wrap.
            let columns = max(0, terminal.size.columns - 3)
            let line = String("\(state.status), \(clockFace) left. Ctrl-C gives up.".prefix(columns))
            guard line != state.line else { return }
            state.line = line
            console.show(Terminal.emptyLine + line)
        }
    }

    private func clearCountdown() {
        state.withLock { state in
            guard !state.line.isEmpty else { return }
            state.line = ""
            console.show(Terminal.emptyLine)
        }
    }

    /// Takes the countdown back, for good, and the sign that a terminal shows for Ctrl-C: what follows begins on a line of
    /// its own.
    func end() {
        state.withLock { state in
            state.hasEnded = true
            state.line = ""
            if terminal != nil { console.show(Terminal.emptyLine) }
        }
    }
}
