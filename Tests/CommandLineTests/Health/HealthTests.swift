import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("health")
struct HealthTests {
    private static func health(
        of service: RunningService, _ arguments: [String] = [], on address: String = "127.0.0.1"
    ) throws -> Subprocess {
        let port = try #require(service.telemetryPort)
        return try health(service.folder, arguments, environment: ["TOKEN_BRIDGE_TELEMETRY": "\(address):\(port)"])
    }

    private static func health(
        _ folder: ScratchFolder, _ arguments: [String] = [], environment: [String: String] = [:]
    ) throws -> Subprocess {
        try TokenBridge.run(["health"] + arguments, in: folder, environment: environment)
    }

    @Test("says that a service takes requests, also one that listens everywhere")
    func ready() async throws {
        let service = try await RunningService()
        let result = try Self.health(of: service)
        #expect(result.status == 0 && result.text == "ready\n" && result.errors.isEmpty, "\(result.errors)")
        let json = try Self.health(of: service, ["--output", "json"])
        #expect(json.text == #"{"status":"ready"}"# + "\n")
        let everywhere = try Self.health(of: service, on: "0.0.0.0")
        #expect(everywhere.status == 0 && everywhere.text == "ready\n", "\(everywhere.errors)")
    }

    @Test("says what does not work although requests are taken, and is content")
    func degraded() async throws {
        let service = try await RunningService()
        let configuration = try Locations.bytes("\(service.folder.path)/bridge.json")
        try service.folder.write([UInt8]("{".utf8), to: "bridge.json")
        service.signal(SIGHUP)
        try await service.wait(for: "was not taken")
        try service.folder.write(configuration, to: "bridge.json")
        let result = try Self.health(of: service)
        #expect(result.status == 0 && result.text == "degraded: CONFIGURATION_MALFORMED\n", "\(result.errors)")
    }

    @Test("fails where the service answers that it is not ready, and says why")
    func notReady() async throws {
        let service = try await RunningService(
            environment: ["TOKEN_BRIDGE_STORE": "sqlite:/nonexistent-folder/bridge.db"])
        for arguments in [[], ["--output", "json"]] {
            let result = try Self.health(of: service, arguments)
            #expect(result.status == 1 && result.output.isEmpty, "\(result.text)")
            #expect(result.errors.contains("the service does not take requests: it answers 503"), "\(result.errors)")
            #expect(result.errors.contains("store unavailable") && result.errors.contains("\n"), "\(result.errors)")
        }
    }

    @Test("repeats no warning of the configuration: it is run over and over", arguments: ["info", "debug"])
    func noWarnings(level: String) async throws {
        let service = try await RunningService()
        let path = "\(service.folder.path)/bridge.json"
        let text = String(decoding: try Locations.bytes(path), as: UTF8.self)
        // A loose mode and a secret in the file are each worth a warning.
        let secret =
            #""providers": {"corp": {"preset": "oidc", "issuer": "https://corp.test", "client_id": "a","#
            + #" "client_secret": "a-secret-in-the-file"}}, "#
        try service.folder.write(
            [UInt8](text.replacing(#""issuer":"#, with: #"\#(secret)"issuer":"#).utf8), to: "warned.json", mode: 0o644)
        let environment = ["TOKEN_BRIDGE_LOG_LEVEL": level]
        let check = try TokenBridge.run(
            ["config", "check", "--config", "warned.json"], in: service.folder, environment: environment)
        #expect(check.errors.contains("warning: "), "\(check.errors)")
        let port = try #require(service.telemetryPort)
        let result = try Self.health(
            service.folder, ["--config", "warned.json"],
            environment: environment.merging(["TOKEN_BRIDGE_TELEMETRY": "127.0.0.1:\(port)"]) { $1 })
        #expect(result.status == 0 && result.text == "ready\n" && result.errors.isEmpty, "\(result.errors)")
    }

    @Test("fails where nobody listens")
    func gone() throws {
        let folder = try ScratchFolder()
        // Port 1 is nobody's.
        let text = #"{"issuer": "https://b.example", "project": "demo-bridge", "telemetry": "127.0.0.1:1"}"#
        try folder.write([UInt8](text.utf8), to: "bridge.json")
        let result = try Self.health(folder)
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(
            result.errors.hasPrefix("token-bridge: error: the service does not take requests: "), "\(result.errors)")
    }

    @Test("needs an address and port that it can ask at", arguments: [nil, "unix:t.sock", "systemd"])
    func nowhere(telemetry: String?) throws {
        let folder = try ScratchFolder()
        let member = telemetry.map { #", "telemetry": "\#($0)""# } ?? ""
        try folder.write(
            [UInt8](#"{"issuer": "https://b.example", "project": "demo-bridge"\#(member)}"#.utf8), to: "bridge.json")
        let result = try Self.health(folder)
        #expect(result.status == 3 && result.output.isEmpty)
        #expect(result.errors.contains("no address and port for telemetry"), "\(result.errors)")
    }

    @Test("asks no other machine")
    func elsewhere() throws {
        let folder = try ScratchFolder()
        let text = #"{"issuer": "https://b.example", "project": "demo-bridge", "telemetry": "192.0.2.1:9090"}"#
        try folder.write([UInt8](text.utf8), to: "bridge.json")
        let result = try Self.health(folder)
        #expect(result.status != 0 && result.output.isEmpty, "\(result.errors)")
    }
}
