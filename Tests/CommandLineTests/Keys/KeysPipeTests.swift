import Foundation
import TestSupport
import Testing

@Suite("keys: a pipe in the place of a file")
struct KeysPipeTests {
    /// Puts a pipe that nobody writes to in the place of a file.
    private func pipe(_ path: String) throws {
        try? FileManager.default.removeItem(atPath: path)
        try #require(unsafe mkfifo(path, 0o600) == 0)
    }

    @Test(
        "is refused at once, and nothing waits for it",
        arguments: [
            ("ring.state", ["keys", "list"], 3), ("ring.state", ["keys", "activate", KeysFolder.ids[1]], 3),
            ("ring.state", ["mint", "--uid", "alice"], 3),
        ] as [(String, [String], Int32)])
    func refused(name: String, arguments: [String], status: Int32) throws {
        let folder = try KeysFolder()
        try folder.fill()
        try pipe(folder.path("keys/\(name)"))
        let result = try Subprocess.run(
            Locations.tokenBridge, arguments + ["--keys", folder.path("keys")], environment: [:], seconds: 10)
        #expect(result.status == status, "\(arguments): \(result.errors)")
        #expect(result.errors.contains("no regular file") && result.output.isEmpty, "\(result.errors)")
    }

    @Test("in the place of the secret, commands that do not need it go on, and a service does not start")
    func secret() throws {
        let folder = try KeysFolder()
        try folder.fill()
        try pipe(folder.path("keys/ring.secret"))
        let made = try folder.keys(["generate", "--email", KeysFolder.account])
        #expect(made.status == 0, "\(made.errors)")
        let text = #"{"issuer": "https://bridge.example", "project": "demo-bridge", "keys": "keys", "store": "memory"}"#
        try folder.scratch.write([UInt8](text.utf8), to: "bridge.json")
        let start = try TokenBridge.run(["config", "check"], in: folder.scratch, seconds: 10)
        #expect(start.status == 3 && start.errors.contains("no regular file"), "\(start.errors)")
    }

    @Test("in the configuration too", arguments: ["tls.pem", "tls.key", "ca.pem"])
    func configuration(name: String) throws {
        let folder = try KeysFolder()
        try folder.fill()
        for (file, text) in [
            ("tls.pem", try KeysFolder.keyText("certificate")), ("tls.key", try KeysFolder.keyText("rsa-2048")),
            ("ca.pem", try KeysFolder.keyText("certificate")),
        ] { try folder.scratch.write(text, to: file) }
        let text = """
            {"issuer": "https://bridge.example", "project": "demo-bridge", "keys": "keys", "store": "memory",
             "tls": {"certificate": "tls.pem", "key": "tls.key"}, "transport": {"ca_file": "ca.pem"}, "providers": {}}
            """
        try folder.scratch.write([UInt8](text.utf8), to: "bridge.json")
        try pipe(folder.path(name))
        let result = try TokenBridge.run(["config", "check"], in: folder.scratch, seconds: 10)
        #expect(result.status == 3 && result.errors.contains("no regular file"), "\(result.errors)")
    }
}
