import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("providers check")
struct ProviderCheckTests {
    private static let keySet =
        #"{"keys":[{"kty":"EC","use":"sig","crv":"P-256","kid":"ec-1","x":"AKg88RNQ6UvnJeXm9hQKQ3T90_HXzfhMbvp6TgvuxOg","#
        + #""y":"7vIXIeg2Z43dhwL7gjUA2TJtrnpxtP9VujP4FvWS4U8"},{"kty":"EC","crv":"P-999","kid":"odd","x":"","y":""}]}"#

    private let server: ScriptedProvider
    private let folder: ScratchFolder

    init() throws {
        server = try ScriptedProvider()
        folder = try ScratchFolder()
        try configure()
        try publish()
    }

    private func configure(_ provider: String = "") throws {
        let text = """
            {"issuer": "https://bridge.example", "project": "demo-bridge", "providers": {"plant": {
              "preset": "oidc", "issuer": "\(server.origin)", "client_id": "ours", \(provider) }}}
            """
        try folder.write([UInt8](text.utf8), to: "bridge.json")
    }

    private func publish(_ metadata: String = ScriptedProvider.metadata(), _ keys: (Int64, String) = (200, keySet))
        throws
    {
        try server.answer(["/.well-known/openid-configuration": (200, metadata), "/jwks_uri": keys])
    }

    private func check(_ arguments: [String] = []) throws -> Subprocess {
        try TokenBridge.run(["providers", "check", "plant"] + arguments, in: folder)
    }

    @Test("tells that everything is right, and which keys there are")
    func right() throws {
        let result = try check()
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        let lines = result.text.replacing(server.origin, with: "ORIGIN").split(separator: "\n").map(String.init)
        #expect(lines.first == "right  metadata                issuer ORIGIN", "\(result.text)")
        #expect(lines.contains { $0.hasPrefix("right  token_endpoint") && $0.hasSuffix("ORIGIN/token_endpoint") })
        #expect(lines.last?.contains(#"1 usable: "ec-1"; left out: "#) == true, "\(result.text)")
        #expect(
            server.requests.map { $0.split(separator: " ")[1] } == ["/.well-known/openid-configuration", "/jwks_uri"])
    }

    @Test("tells the same in JSON")
    func json() throws {
        let result = try check(["--output", "json"])
        let object = try JSONObject(parsing: result.output, limits: .document)
        #expect(result.status == 0 && object.names == ["provider", "right", "findings"])
        #expect(object["provider"] == "plant" && object["right"] == true)
        let findings = object["findings"]?.array?.compactMap(\.object) ?? []
        #expect(findings.contains { $0["subject"] == "keys" })
        #expect(findings.allSatisfy { $0.names == ["subject", "verdict", "detail"] && $0["verdict"] == "right" })
    }

    @Test("an address that differs from the configured one is told, and is no failure: ours is used")
    func different() throws {
        try configure(#""endpoints": {"token": "\#(server.origin)/ours"}"#)
        let result = try check()
        #expect(result.status == 0, "\(result.errors)")
        let line = result.text.split(separator: "\n").first { $0.hasPrefix("different") }
        #expect(
            line?.hasSuffix(
                "\(server.origin)/ours is used, and the metadata says \(server.origin)/token_endpoint") == true)
    }

    @Test("keys of a file are told, and the network is not asked for them")
    func keysOfFile() throws {
        try folder.write([UInt8](Self.keySet.utf8), to: "plant.json", mode: 0o644)
        try configure(#""jwks_file": "plant.json""#)
        let result = try check()
        #expect(result.status == 0 && result.text.contains("in the configured file"), "\(result.text)\(result.errors)")
        #expect(!server.requests.contains { $0.contains("/jwks_uri") })
    }

    @Test(
        "keys that cannot be had or used are a failure of the provider",
        arguments: [(500, "{}"), (404, "{}"), (200, "not json"), (200, #"{"keys":[]}"#), (200, "[]")]
            as [(Int64, String)])
    func badKeys(status: Int64, text: String) throws {
        try publish(ScriptedProvider.metadata(), (status, text))
        let result = try check()
        #expect(result.status == 5 && result.errors.isEmpty, "\(result.text)")
        #expect(result.text.contains("right   metadata") && result.text.contains("failed  keys"))
        let json = try check(["--output", "json"])
        #expect(json.status == 5)
        #expect(try JSONObject(parsing: json.output, limits: .document)["right"] == false)
    }

    @Test(
        "metadata that cannot be had, or is another's, is a failure of the provider",
        arguments: [
            "not json", "{}", ScriptedProvider.metadata(["issuer": "https://evil.example"]),
            ScriptedProvider.metadata(["issuer": "ORIGIN/"]),
            ScriptedProvider.metadata(["jwks_uri": "http://keys.example/jwks"]),
        ])
    func badMetadata(text: String) throws {
        try publish(text)
        let result = try check()
        #expect(result.status == 5 && result.errors.isEmpty, "\(result.text)\(result.errors)")
        #expect(result.text.hasPrefix("failed  metadata"), "\(result.text)")
    }

    @Test("without a network everything fails, and says so")
    func noNetwork() throws {
        // Nobody listens at port 1.
        try folder.write(
            [UInt8](
                #"{"issuer": "https://b.example", "project": "demo", "providers": {"plant": {"preset": "oidc", "client_id": "ours", "issuer": "http://127.0.0.1:1"}}}"#
                    .utf8), to: "bridge.json")
        let result = try check()
        #expect(result.status == 5)
        #expect(result.text.hasPrefix("failed  metadata"), "\(result.text)")
    }

    @Test("a preset is checked without a configuration; behind a proxy that is not there it fails")
    func presetWithoutConfiguration() throws {
        let empty = try ScratchFolder()
        let result = try TokenBridge.run(
            ["providers", "check", "google"], in: empty, environment: ["https_proxy": "http://127.0.0.1:1"])
        #expect(result.status == 5 && result.errors.isEmpty, "\(result.errors)")
        #expect(result.text.hasPrefix("failed  metadata") && result.text.contains("failed  keys"), "\(result.text)")
    }

    @Test("a preset that publishes nothing has nothing to look at")
    func nothingPublished() throws {
        let result = try TokenBridge.run(["providers", "check", "github"], in: try ScratchFolder())
        #expect(result.status == 0, "\(result.text)\(result.errors)")
        #expect(result.text.split(separator: "\n").allSatisfy { $0.hasPrefix("none") }, "\(result.text)")
    }

    @Test("a preset that needs a configuration says what is missing")
    func presetThatNeedsConfiguration() throws {
        let result = try TokenBridge.run(["providers", "check", "oidc"], in: try ScratchFolder())
        #expect(result.status == 3 && result.output.isEmpty)
        #expect(result.errors.contains("issuer"), "\(result.errors)")
    }

    @Test("a name that the configuration does not have is a preset, or unknown with the nearest")
    func unknownName() throws {
        let result = try TokenBridge.run(["providers", "check", "plnt"], in: folder)
        #expect(result.status == 3)
        #expect(
            result.errors
                == """
                token-bridge: error: the configuration ./bridge.json has no provider "plnt"
                hint: did you mean plant?

                """, "\(result.errors)")
        let preset = try TokenBridge.run(["providers", "check", "github"], in: folder)
        #expect(preset.status == 0)
    }

    @Test("a configuration that is named and not there is no reason to go on without one")
    func missingConfiguration() throws {
        for arguments in [["--config", "missing.json"], []] {
            let result = try TokenBridge.run(
                ["providers", "check", "google"] + arguments, in: try ScratchFolder(),
                environment: arguments.isEmpty ? ["TOKEN_BRIDGE_CONFIG": "missing.json"] : [:])
            #expect(result.status == 3 && result.output.isEmpty)
            #expect(result.errors.contains("missing.json"), "\(result.errors)")
        }
    }
}
