import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("demo")
struct DemoTests {
    @Test("shows an accepted token and leaves nothing behind", arguments: ["text", "json"])
    func leavesNothing(format: String) throws {
        let folder = try ScratchFolder()
        let result = try TokenBridge.run(["demo", "--output", format], in: folder)
        #expect(result.status == 0)
        #expect(try folder.contents().isEmpty)
    }

    @Test("prints the token and its explanation as JSON")
    func json() throws {
        let result = try TokenBridge.run(["demo", "--output", "json"], in: try ScratchFolder())
        let object = try JSONObject(parsing: result.output, limits: .document)
        #expect(object.names == ["custom_token", "explanation"])
        #expect(object["explanation"]?.object?["verdict"] == "accepted")
    }

    @Test("no two demos use one key")
    func freshKey() throws {
        let tokens = try (0..<2).map { _ in
            try TokenBridge.run(["demo"], in: try ScratchFolder()).text.prefix { $0 != "." }
        }
        #expect(tokens[0] != tokens[1])
    }

    @Test("an empty TMPDIR is the same as none")
    func emptyTemporaryFolder() throws {
        let result = try TokenBridge.run(["demo"], in: try ScratchFolder(), environment: ["TMPDIR": ""])
        #expect(result.status == 0)
        #expect(result.errors.contains(" /tmp/token-bridge-"))
    }

    @Test("without a place for its key it fails and says so")
    func noTemporaryFolder() throws {
        let result = try TokenBridge.run(["demo"], in: try ScratchFolder(), environment: ["TMPDIR": "/nonexistent"])
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("no temporary folder can be made in \"/nonexistent\"\nhint: set TMPDIR"))
    }
}
