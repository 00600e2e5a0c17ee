import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite(
    "The description in the hands of others",
    .enabled(if: Peers.schemathesis != nil, "Python or the network is missing"))
struct DescriptionTests {
    private func validate(_ path: String) throws -> Subprocess {
        let python = try #require(Peers.schemathesis)
        return try Subprocess.run(python, ["-m", "openapi_spec_validator", path])
    }

    @Test("openapi-spec-validator finds it valid, and finds a fault that is planted in it")
    func valid() throws {
        let path = "\(Locations.repository)/examples/openapi.json"
        let result = try validate(path)
        #expect(result.status == 0, "\(result.text)\(result.errors)")
        let folder = try ScratchFolder()
        let text = String(decoding: try Locations.bytes(path), as: UTF8.self)
        let spoilt = text.replacing(#""in": "path""#, with: #""in": "nowhere""#)
        try #require(spoilt != text)
        try folder.write([UInt8](spoilt.utf8), to: "spoilt.json")
        #expect(try validate("\(folder.path)/spoilt.json").status != 0)
    }

    @Test("schemathesis finds no answer of the running service that is not as it is described")
    func schemathesis() throws {
        let fresh = try FreshAccount()
        let ours = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME", "XDG_CACHE_HOME"].contains($0.key) }
        let environment = ours.merging(["BRIDGE_PEER_PORT": "\(try FreePort.find())", "LC_ALL": "C.UTF-8"]) { $1 }
        let result = try Subprocess.run(
            "/usr/bin/env",
            ["bash", "\(Locations.peers)/schemathesis/run.sh", Locations.tokenBridge, fresh.folder.path],
            environment: environment, seconds: 240)
        #expect(result.status == 0, "\(result.text)\(result.errors)")
        #expect(result.text.contains("16 selected"), "\(result.text)")
    }
}
