import BridgeServer
import Configuration
import TestSupport

/// The configuration of a stage as text, for tests of what cannot be loaded.
enum Fixture: Sendable {
    static func text(_ stage: TestService) throws -> String {
        String(decoding: try Locations.bytes("\(stage.folder.path)/bridge.json"), as: UTF8.self)
    }

    /// How many faults a text has.
    static func faults(_ text: String, in stage: TestService) throws -> Int {
        try stage.folder.write(Array(text.utf8), to: "other.json")
        do throws(ConfigurationError) {
            _ = try load(stage)
            return 0
        } catch {
            return error.faults.count
        }
    }

    /// Makes the service of a stage go on with a text.
    static func take(_ text: String, in stage: TestService) throws {
        try stage.folder.write(Array(text.utf8), to: "other.json")
        try stage.service.reload(try load(stage), keys: TestService.keys(stage.clock))
    }

    private static func load(_ stage: TestService) throws(ConfigurationError) -> BridgeConfiguration {
        try BridgeConfiguration.load(
            path: "\(stage.folder.path)/other.json",
            environment: ["CORP_SECRET": "canary-of-our-secret-at-corp", "BACKEND_SECRET": TestService.secret])
    }
}
