import CustomTokenBridge
import Foundation
import OAuthClient
import StrictJSON
import TestSupport
import Testing
import Transport

@testable import token_bridge

@Suite("demo --interactive")
struct DemoInteractiveTests {
    private let folder: ScratchFolder
    private let running: RunningProgram
    private let code: JSONObject

    init() throws {
        folder = try ScratchFolder()
        running = try RunningProgram(tokenBridge: ["demo", "--interactive", "--output", "json"], in: folder)
        try running.wait(for: #""event":"code""#)
        let line = try #require(running.errors.split(separator: "\n").first { $0.contains(#""event":"code""#) })
        code = try #require(JSONObject(parsing: [UInt8](line.utf8), limits: .document)["login"]?.object)
    }

    private func browse(as user: String, _ decision: String) async throws -> DemoBrowser.Visit {
        let transport = try CurlTransport(TransportConfiguration(version: "0", proxy: .none))
        var browser = DemoBrowser(transport: transport, answers: ["user": user, "decision": decision])
        return try await browser.follow(try #require(code["verification_uri_complete"]?.string)) { _ in }
    }

    @Test("the person clicks through the pages, and signs in as whom they like")
    func approved() async throws {
        #expect(!running.errors.contains("5. "))
        #expect(try await browse(as: "alan", "approve").address.hasSuffix("/device/done"))
        #expect(try running.end() == 0, "\(running.errors)")
        let object = try JSONObject(parsing: [UInt8](running.output.utf8), limits: .document)
        #expect(object["session"]?.object?["uid"] == "sandbox:sandbox-alan-1912")
        #expect(object["steps"]?.array?.compactMap { $0.object?["name"]?.string }.contains("approval") == true)
        #expect(try folder.contents().isEmpty)
    }

    @Test("Ctrl-C and SIGTERM end it while the person has not decided", arguments: [SIGINT, SIGTERM])
    func interrupted(signal: Int32) throws {
        #expect(try running.end(by: signal) == 6)
        #expect(running.errors.contains("the demo was given up") && running.output.isEmpty, "\(running.errors)")
        #expect(try folder.contents().isEmpty)
    }

    @Test("the bridge of a demo is asked every second, so that the demo is over soon")
    func interval() {
        #expect(code["interval"] == 1, "\(code)")
    }

    @Test("a person who says no ends it with exit code 6 and without a token")
    func denied() async throws {
        #expect(try await browse(as: "ada", "deny").address.hasSuffix("/device/denied"))
        #expect(try running.end() == 6, "\(running.errors)")
        #expect(running.output.isEmpty && running.errors.contains("the sign-in was denied"))
        #expect(try folder.contents().isEmpty)
    }
}
