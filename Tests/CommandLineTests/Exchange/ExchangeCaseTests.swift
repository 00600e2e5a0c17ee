import CustomTokenBridge
import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite(
    "exchange on the tokens of the cases", .enabled(if: Shell.faketime.isThere, "faketime is not installed"))
struct ExchangeCaseTests {
    /// One token of a case.
    struct Variant: Sendable, CustomTestStringConvertible {
        let folder: String
        let file: String
        let expectation: String
        let emailVerified: Bool?
        var testDescription: String { "\(folder)/\(file)" }
    }

    private static let variants = ["B17", "B18", "B20", "B21", "B26", "B28", "B30", "B53"].flatMap { variants(of: $0) }

    private static func variants(of identifier: String) -> [Variant] {
        guard let folder = try? Locations.caseFolder(identifier),
            let text = try? Locations.bytes("\(folder)/case.json"),
            let variants = try? JSONObject(parsing: text, limits: .document)["variants"]?.array
        else { return [] }
        return variants.compactMap { variant in
            guard let object = variant.object, let file = object["file"]?.string,
                let expectation = object["expect"]?.string, file.hasSuffix(".jwt") || file.hasSuffix(".txt")
            else { return nil }
            return Variant(
                folder: identifier, file: file, expectation: expectation, emailVerified: object["email_verified"]?.bool)
        }
    }

    /// The time of every case, as faketime has it.
    private static let time = "@2026-11-30 04:12:04"

    private func exchange(_ variant: Variant, _ arguments: [String]) throws -> Subprocess {
        let source = try Locations.caseFolder(variant.folder)
        let folder = try ScratchFolder()
        for file in [variant.file, "jwks.json"] {
            try folder.write(try Locations.bytes("\(source)/\(file)"), to: file)
        }
        try folder.write(try Locations.bytes("\(Locations.caseFolder("B50"))/sa-good.json"), to: "key.json")
        let configuration = """
            {"issuer": "https://bridge.example", "project": "demo-bridge", "keys": {"service_account": "key.json"},
             "providers": {"corp": {"preset": "oidc", "issuer": "https://provider.test", "client_id": "client-ours",
              "jwks_file": "jwks.json"}}}
            """
        try folder.write([UInt8](configuration.utf8), to: "bridge.json")
        return try TokenBridge.run(
            ["exchange", "--provider", "corp", "--id-token", variant.file] + arguments, in: folder,
            environment: ["TZ": "UTC", "FAKETIME_DONT_FAKE_MONOTONIC": "1"], through: ["faketime", "-f", Self.time])
    }

    @Test("accepts or refuses each as the case says, and shows no token", arguments: variants)
    func variant(_ variant: Variant) throws {
        let result = try exchange(variant, ["--output", "json"])
        switch variant.expectation {
        case "accept": #expect(result.status == 0, "\(result.errors)")
        case "reject", "reject-recommended": #expect(result.status == 4, "\(result.text)")
        case "accept-or-clear-error", "accept-or-reject": #expect([0, 4].contains(result.status))
        // A token of Google's own issuer is none of this provider's.
        case "special": #expect(result.status == 4)
        default: Issue.record("the case expects \(variant.expectation), which is unknown")
        }
        guard result.status == 0 else {
            #expect(result.output.isEmpty)
            let code = try result.jsonError?["code"]?.string
            #expect(
                ["CREDENTIAL_INVALID", "AUDIENCE_MISMATCH", "CREDENTIAL_EXPIRED"].contains(code), "\(result.errors)")
            let token = try Locations.bytes("\(Locations.caseFolder(variant.folder))/\(variant.file)")
            let signature = String(decoding: token, as: UTF8.self).split(separator: ".").last.map(String.init) ?? ""
            #expect(signature.count < 8 || !Plant.isShown(signature, by: result))
            return
        }
        let object = try JSONObject(parsing: result.output, limits: .document)
        #expect(object["client_id"] == "client-ours" && object["uid"]?.string?.hasPrefix("corp:") == true)
        if let verified = variant.emailVerified {
            #expect(object["profile"]?.object?["email_verified"] == .bool(verified))
        }
    }

    @Test("all tokens of the cases are tried")
    func allVariants() {
        #expect(Self.variants.count == 85)
    }
}
