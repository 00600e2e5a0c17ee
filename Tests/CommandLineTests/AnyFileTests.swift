import CustomTokenBridge
import Foundation
import TestSupport
import Testing

@Suite("Any file given to any command")
struct AnyFileTests {
    private static let files = ((try? FileManager.default.subpathsOfDirectory(atPath: Locations.cases)) ?? [])
        .filter { $0.contains("/") }.sorted()

    /// How a file can be given, `FILE` being its path.
    private static let commands = [
        ["mint", "--uid", "alice", "--service-account", "FILE"],
        ["mint", "--uid", "alice", "--email", "bot@demo-bridge.iam.gserviceaccount.com", "--private-key", "FILE"],
        ["mint", "--uid", "alice", "--claims", "@FILE"], ["explain", "FILE"], ["explain", "--public-key", "FILE"],
        ["config", "check", "--config", "FILE"], ["exchange", "--provider", "plant", "--id-token", "FILE"],
        ["exchange", "--provider", "plant", "--access-token", "FILE"],
        ["exchange", "--provider", "plant", "--id-token", "-", "--config", "FILE"],
    ]

    @Test("ends with a documented code and says something", arguments: commands)
    func endsWell(command: [String]) throws {
        #expect(Self.files.count > 150)
        let folder = try Plant().folder
        for file in Self.files {
            let arguments = command.map { $0.replacing("FILE", with: "\(Locations.cases)/\(file)") }
            let result = try TokenBridge.run(arguments, in: folder)
            #expect(ExitCode(rawValue: result.status) != nil, "\(arguments) ended with \(result.status)")
            #expect(!result.output.isEmpty || result.errors.hasPrefix("token-bridge: "), "\(arguments) is silent")
            #expect(!result.errors.contains("Fatal error"))
        }
    }

    @Test(
        "a file without end or of odd bytes is refused in time",
        arguments: [
            (["mint", "--uid", "a", "--service-account", "/dev/zero"], 3), (["explain", "/dev/zero"], 3),
            (["explain", "/dev/urandom"], 3), (["mint", "--uid", "a", "--claims", "@/dev/zero"], 3),
            (["mint", "--uid", "a", "--keys", "/dev"], 3), (["explain", "--public-key", "/dev/urandom"], 3),
            (["config", "check", "--config", "/dev/zero"], 3),
            (["exchange", "--provider", "plant", "--id-token", "/dev/zero"], 3),
            (["exchange", "--provider", "plant", "--id-token", "-", "--config", "/dev/urandom"], 3),
        ] as [([String], Int32)])
    func endlessFile(arguments: [String], code: Int32) throws {
        let result = try TokenBridge.run(arguments, in: try Plant().folder, seconds: 5)
        #expect(result.status == code)
        #expect(result.errors.hasPrefix("token-bridge: error: "))
    }
}
