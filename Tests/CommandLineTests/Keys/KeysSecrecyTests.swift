import BridgeTesting
import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("keys: no private key is shown or left anywhere (B52)", .serialized)
struct KeysSecrecyTests {
    private static let passphrase = "CANARYcanaryCANARY0123456789"

    /// Runs commands and keeps all that they say.
    private final class Talk {
        let plant: RotationPlant
        var said = ""

        init(_ plant: RotationPlant) { self.plant = plant }

        func run(_ arguments: [String], status: Int32 = 0, environment: [String: String] = [:]) async throws {
            for format in [[], ["--output", "json"]] {
                let result = try await plant.run(arguments + format, environment: environment)
                said += result.text + result.errors
                if format.isEmpty { #expect(result.status == status, "\(arguments): \(result.errors)") }
            }
        }
    }

    /// The private halves of the keys in the ring, and of those that were imported, as one text.
    private func secrets(_ plant: RotationPlant, _ more: [String]) throws -> KeyWindows {
        let folder = "\(plant.scratch.path)/keys"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        let keys = try files.map { name in
            let file = try JSONObject(parsing: Locations.bytes("\(folder)/\(name)"), limits: .document)
            return try #require(file["private_key"]?.string)
        }
        let imported = try more.map { String(decoding: try KeysFolder.keyText($0), as: UTF8.self) }
        return KeyWindows(of: [UInt8]((keys + imported).map(Self.privateHalf).joined(separator: "-----").utf8))
    }

    /// A key of 2048 bits without its modulus, which stands first, and is public.
    private static func privateHalf(_ pem: String) -> String {
        let lines = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }
        return String(lines.joined().dropFirst(420))
    }

    @Test("a whole life, with what goes wrong in it: no output, log or file but the key files has any of it")
    func life() async throws {
        let plant = try await RotationPlant(delay: 0)
        let scratch = plant.scratch
        let talk = Talk(plant)
        let account = ["--email", plant.services.serviceAccount, "--keys", "keys"]
        let encrypted = try await RotationPlant.aside {
            try TokenBridge.bash(
                #"openssl pkcs8 -topk8 -v2 aes-256-cbc -passout "pass:$1" -in "$2" -out encrypted.pem"#,
                [Self.passphrase, "\(Locations.repository)/Tests/Fixtures/Keys/other-2048.pem"], in: scratch)
        }
        try #require(encrypted.status == 0, "\(encrypted.errors)")
        try scratch.write([UInt8](Self.passphrase.utf8), to: "passphrase")
        try scratch.write(try KeysFolder.keyText("rsa-2048"), to: "plain.pem")
        try scratch.write(Array(try KeysFolder.keyText("rsa-2048").dropLast(300)), to: "torn.pem")
        let key = try JSONObject(parsing: Locations.bytes("\(scratch.path)/first.json"), limits: .document)
        var broken = key
        broken["private_key"] = key["private_key"]?.string.map { .string(String($0.dropLast(200))) }
        try scratch.write(broken.compactBytes, to: "broken.json")
        try scratch.write([UInt8](String(decoding: key.compactBytes, as: UTF8.self).dropLast(40).utf8), to: "cut.json")

        try await talk.run(["keys", "import", "plain.pem"] + account)
        try await talk.run(["keys", "import", "encrypted.pem", "--passphrase-file", "passphrase"] + account)
        for file in ["torn.pem", "broken.json", "cut.json", "encrypted.pem", "passphrase"] {
            try await talk.run(["keys", "import", file] + account, status: 3)
        }
        try await talk.run(["keys", "generate", "--keys", "keys"])
        try await talk.run(["keys", "list", "--keys", "keys"])
        try await talk.run(["keys", "export", "--keys", "keys"])
        try await talk.run(["keys", "check", "--keys", "keys", "--published", "google", "--google", plant.base])
        try await talk.run(["keys", "rotate", "--keys", "keys", "--google", plant.base, "--dry-run"])
        try await talk.run(["keys", "rotate", "--keys", "keys", "--google", plant.base])
        try await talk.run(["audit", "verify", "keys/audit.jsonl"])
        try await talk.run(["mint", "--keys", "keys", "--uid", "alice"])
        let configuration = """
            {"issuer": "https://bridge.example", "project": "\(plant.services.identityToolkit.project.identifier)",
             "keys": "keys", "store": "sqlite:bridge.db", "audit": {"file": "audit.log"},
             "providers": {"plant": {"preset": "oidc", "issuer": "\(plant.base)", "client_id": "sandbox-bridge",
                                     "client_secret": {"env": "PLANT_SECRET"}}},
             \(ServePlant.members())}
            """
        try scratch.write([UInt8](configuration.utf8), to: "bridge.json")
        try await talk.run(["doctor", "--google", plant.base], environment: ServePlant.environment)
        let served = try await RotationPlant.aside { try Served(scratch, environment: ServePlant.environment) }
        #expect(try await RotationPlant.aside { try served.door.mint().status } == 200)
        try await talk.run(["keys", "generate", "--keys", "keys"])
        try await RotationPlant.aside { try served.wait(for: "the key ring was read again") }
        let windows = try secrets(plant, ["rsa-2048", "other-2048"])
        let ringSecret = String(decoding: try Locations.bytes("\(scratch.path)/keys/ring.secret"), as: UTF8.self)
            .dropLast()
        // What a damaged ring makes the service say is looked at too.
        try scratch.write([UInt8]("{".utf8), to: "keys/ring.state")
        try await RotationPlant.aside { try served.wait(for: "the key ring was not taken") }
        try await talk.run(["keys", "list", "--keys", "keys"], status: 3)
        served.send(SIGTERM)
        #expect(try await RotationPlant.aside { try served.end() } == 0)

        #expect(!windows.areShown(by: talk.said))
        #expect(!talk.said.contains(Self.passphrase) && !talk.said.contains(ringSecret))
        #expect(!talk.said.contains("ya29."), "an access token is shown")
        let inputs = ["first.json", "broken.json", "cut.json", "plain.pem", "torn.pem", "passphrase", "encrypted.pem"]
        for name in try scratch.contents() where !inputs.contains(name) && !Self.isKeyFile(name) {
            guard let bytes = try? Locations.bytes("\(scratch.path)/\(name)") else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!windows.areShown(by: text), "\(name)")
            #expect(!text.contains(Self.passphrase), "\(name)")
            #expect(name == "keys/ring.secret" || !text.contains(ringSecret), "\(name)")
        }
        await plant.end()
    }

    private static func isKeyFile(_ name: String) -> Bool {
        name.hasPrefix("keys/") && name.hasSuffix(".json")
    }

    @Test(
        "a command that handles keys may leave no core file, and one that is taken has no memory in it",
        arguments: [["keys", "import", "-"], ["mint", "--service-account", "-", "--uid", "a"]])
    func cores(_ arguments: [String]) async throws {
        let scratch = try ScratchFolder()
        let program = try RunningProgram(tokenBridge: arguments, in: scratch, input: .typed)
        defer { program.send(SIGKILL) }
        var filter = ""
        for _ in 0..<1000 where filter != "00000000\n" {
            try await Task.sleep(for: .milliseconds(10))
            filter = String(
                decoding: (try? Locations.bytes("/proc/\(program.processID)/coredump_filter")) ?? [], as: UTF8.self)
        }
        #expect(filter == "00000000\n")
        let limits = String(decoding: try Locations.bytes("/proc/\(program.processID)/limits"), as: UTF8.self)
        let core = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
        #expect(core.split(separator: " ").suffix(3).prefix(2) == ["0", "0"])
    }

    @Test(
        "a crash prints nothing of the memory, also where the runtime is told to", arguments: ["ILL", "SEGV", "QUIT"])
    func crash(_ signal: String) throws {
        let folder = try ScratchFolder()
        let script = """
            mkfifo pipe
            SWIFT_BACKTRACE=enable=yes,interactive=no "$0" mint --service-account pipe --uid alice 2> errors &
            bridge=$!
            exec 3> pipe
            sleep 1
            kill -\(signal) $bridge; wait $bridge; echo $?
            """
        let result = try TokenBridge.bash(script, in: folder, seconds: 60)
        let number = ["ILL": 132, "SEGV": 139, "QUIT": 131][signal]
        #expect(result.text.hasSuffix("\(number ?? 0)\n"), "\(result.text)")
        #expect(try Locations.bytes("\(folder.path)/errors").isEmpty)
    }
}
