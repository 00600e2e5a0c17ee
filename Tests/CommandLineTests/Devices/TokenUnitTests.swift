import Foundation
import TestSupport
import Testing

@Suite("The units of systemd that keep a token fresh")
struct TokenUnitTests {
    private static func text(_ name: String) throws -> String {
        String(decoding: try Locations.bytes("\(DeviceExample.folder)/\(name)"), as: UTF8.self)
    }

    private static func values(_ key: String) throws -> [String] {
        try text("token-bridge-token.service").split(separator: "\n").filter { $0.hasPrefix("\(key)=") }
            .map { String($0.dropFirst(key.count + 1)) }
    }

    @Test(
        "no key in them is unknown, and no value unusable",
        .enabled(if: Shell("systemd-analyze").isThere, "systemd is not installed"))
    func verified() throws {
        let folder = try ScratchFolder()
        for name in ["token-bridge-token.service", "token-bridge-token.timer"] {
            // The program is installed elsewhere here.
            let text = try Self.text(name).replacing("/usr/local/bin/token-bridge", with: Locations.tokenBridge)
            try folder.write([UInt8](text.utf8), to: name, mode: 0o644)
        }
        let result = try Subprocess.run(
            "/usr/bin/env",
            [
                "-C", folder.path, "XDG_RUNTIME_DIR=\(folder.path)", "systemd-analyze", "--user", "verify", "--man=no",
                "./token-bridge-token.service", "./token-bridge-token.timer",
            ])
        let ours = result.errors.split(separator: "\n").filter { $0.contains("token-bridge-token") }
        #expect(ours.isEmpty, "\(ours)")
    }

    /// Runs what the unit runs, with a runtime folder of the test's own.
    private func fetch(_ standIn: FirebaseStandIn) throws -> Subprocess {
        let command = try #require(try Self.values("ExecStart").first)
        let script = command.dropFirst("/bin/sh -c '".count).dropLast()
            .replacing("/usr/local/bin/token-bridge", with: "\"$0\"").replacing("%t", with: "run")
        #expect(command.hasPrefix("/bin/sh -c '") && command.hasSuffix("'"))
        let mask = try #require(try Self.values("UMask").first)
        return try TokenBridge.bash("mkdir -p run/token-bridge; umask \(mask); \(script)", in: standIn.folder)
    }

    @Test("the token stands in a file that only its user reads, and nothing half-written stays")
    func file() throws {
        let standIn = try FirebaseStandIn()
        try standIn.keep(seconds: 900)
        let result = try fetch(standIn)
        #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty, "\(result.errors)")
        let path = "\(standIn.folder.path)/run/token-bridge"
        #expect(try Locations.bytes("\(path)/id-token") == [UInt8]("header.kept-id-token.signature\n".utf8))
        #expect(
            try FileManager.default.attributesOfItem(atPath: "\(path)/id-token")[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["id-token"])
    }

    @Test("a failure leaves the last token as it is, and is the unit's own")
    func failure() throws {
        let standIn = try FirebaseStandIn()
        try standIn.folder.write([UInt8]("the last one\n".utf8), to: "run/token-bridge/id-token")
        try standIn.keep(seconds: -10)
        try standIn.answer(503, "{}")
        let result = try fetch(standIn)
        #expect(result.status == 75, "\(result.errors)")
        let path = "\(standIn.folder.path)/run/token-bridge/id-token"
        #expect(try Locations.bytes(path) == [UInt8]("the last one\n".utf8))
        #expect(try Self.values("ExecStopPost") == ["/bin/rm -f %t/token-bridge/id-token.new"])
    }

    @Test("a token that would be too old before the next run is the unit's failure, and the last one stays")
    func shortfall() throws {
        let standIn = try FirebaseStandIn()
        try standIn.folder.write([UInt8]("the last one\n".utf8), to: "run/token-bridge/id-token")
        try standIn.keep(seconds: 120)
        try standIn.answer(503, "{}")
        let result = try fetch(standIn)
        #expect(result.status == 75, "\(result.errors)")
        let path = "\(standIn.folder.path)/run/token-bridge/id-token"
        #expect(try Locations.bytes(path) == [UInt8]("the last one\n".utf8))
    }

    @Test("the folder outlives the fetching, is private, and a token is replaced before it can be too old")
    func settings() throws {
        #expect(try Self.values("RuntimeDirectory") == ["token-bridge"])
        #expect(try Self.values("RuntimeDirectoryMode") == ["0700"])
        #expect(try Self.values("RuntimeDirectoryPreserve") == ["yes"])
        #expect(try Self.values("NoNewPrivileges") == ["yes"] && Self.values("LimitCORE") == ["0"])
        #expect(try Self.values("Type") == ["oneshot"])
        // `token --fresh` prints tokens that are good for five minutes at least.
        #expect(try #require(Self.values("ExecStart").first).contains("token-bridge token --fresh >"))
        #expect(try Self.text("token-bridge-token.timer").contains("\nOnUnitActiveSec=4min\n"))
    }
}
