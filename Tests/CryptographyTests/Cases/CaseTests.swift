import JOSE
import StrictJSON
import Testing
import TestSupport

@Suite("Reduced bug reports")
struct CaseTests {
    /// The outcomes that agree with each word of the reports; a special one is told by the table of outcomes alone.
    private static func agrees(_ outcome: CaseOutcomes.Outcome, with expectation: String) -> Bool {
        switch (expectation, outcome) {
        case ("accept", .accepted), ("reject", .refused), ("reject-recommended", .refused), ("special", .refused): true
        case ("accept-or-clear-error", .accepted), ("accept-or-clear-error", .refused): true
        case ("accept-with-warning", .refused): true
        case (_, .elsewhere): true
        default: false
        }
    }

    @Test(
        "every variant has the outcome of its report",
        arguments: ["B17", "B20", "B21", "B23", "B26", "B28", "B30", "B50", "B53"])
    func judgesVariants(identifier: String) throws {
        let file = try CaseFile(identifier)
        let outcomes = try #require(CaseOutcomes.all[identifier])
        try #require(file.variants.map(\.file) == outcomes.map(\.file), "each variant must be judged, in its order")
        var judged = 0
        for (variant, (_, outcome)) in zip(file.variants, outcomes) {
            #expect(Self.agrees(outcome, with: variant.expectation), "\(variant.file) is to \(variant.expectation)")
            judged += 1
            switch outcome {
            case .accepted: #expect(try Self.refusal(file, variant) == nil, "\(variant.file)")
            case .refused(let code): #expect(try Self.refusal(file, variant)?.code == code, "\(variant.file)")
            case .elsewhere(let reason): #expect(!reason.isEmpty)
            }
        }
        #expect(judged == file.variants.count)
    }

    /// What a variant is differs by case: a token, a token in a file, or a key set for one and the same token.
    private static func refusal(_ file: CaseFile, _ variant: CaseFile.Variant) throws -> JOSEError? {
        if variant.file.hasPrefix("jwks") {
            return try file.refusal(of: file.bytes("good.jwt"), keySet: variant.file)
        }
        return try file.refusal(of: OuterBlanks.trimmed(file.bytes(variant.file)))
    }

    @Test(
        "B20 and B28: the tokens are judged alike where their file has no line break",
        arguments: [("B20", "string-ours.jwt"), ("B28", "iat-plus-3.jwt"), ("B26", "good.jwt")])
    func readsExactTokens(identifier: String, name: String) throws {
        let file = try CaseFile(identifier)
        let token = try file.bytes(name)
        #expect(OuterBlanks.trimmed(token) == token)
        #expect(try file.refusal(of: token) == nil)
    }

    @Test(
        "B53: what a file may have around a token is refused where nothing trims",
        arguments: ["lf.txt", "crlf.txt", "spaces.txt", "bom.txt", "quoted.txt"])
    func trimsNothing(name: String) throws {
        let file = try CaseFile("B53")
        let refusal = try #require(try file.refusal(of: file.bytes(name)))
        #expect([.notCompactJWS, .base64URLMalformed].contains(refusal.code))
    }

    @Test(
        "B21: the error quotes the issuer that was found and the one that was expected",
        arguments: [
            ("slash.jwt", "https://provider.test/"), ("http.jwt", "http://provider.test"),
            ("upper-host.jwt", "https://PROVIDER.test"), ("port.jwt", "https://provider.test:443"),
            ("suffix.jwt", "https://provider.test.evil.test"), ("google-bare-iss.jwt", "accounts.google.com"),
        ])
    func quotesIssuers(name: String, issuer: String) throws {
        let file = try CaseFile("B21")
        let refusal = try #require(try file.refusal(of: file.bytes(name)))
        #expect(refusal.reason.contains("\"\(issuer)\" (iss), expected \"https://provider.test\""))
    }

    @Test(
        "B28: the error gives the time of the claim and ours, and hints at the clock",
        arguments: [
            ("iat-plus-600.jwt", "1796012524 (2026-11-30T04:22:04Z)"),
            ("nbf-plus-600.jwt", "1796012524 (2026-11-30T04:22:04Z)"),
            ("exp-minus-600.jwt", "1796011324 (2026-11-30T04:02:04Z)"),
        ])
    func givesTimes(name: String, time: String) throws {
        let file = try CaseFile("B28")
        let refusal = try #require(try file.refusal(of: file.bytes(name)))
        #expect(refusal.reason.contains(time))
        #expect(refusal.reason.contains("1796011924 (2026-11-30T04:12:04Z)"))
        #expect(refusal.reason.contains("clock"))
    }

    @Test(
        "B23: the error tells which keys were left out and why",
        arguments: [
            ("jwks-use-enc.json", "skipped \"k1\": its use is \"enc\", not signatures"),
            ("jwks-key-ops-encrypt.json", "skipped \"k1\": its key_ops do not include verify"),
            ("jwks-only-unknown.json", "skipped \"k1\": its type \"AKP\" is not supported"),
            ("jwks-e-is-one.json", "skipped \"k1\": the RSA key's public exponent is 1"),
            ("jwks-short-1024.json", "skipped \"k1\": the RSA key has 1024 bits; the minimum is 2048"),
            ("jwks-private-key-published.json", "skipped \"k1\": its private half is published (d)"),
        ])
    func tellsSkippedKeys(name: String, words: String) throws {
        let file = try CaseFile("B23")
        let refusal = try #require(try file.refusal(of: file.bytes("good.jwt"), keySet: name))
        #expect(refusal.reason.contains(words))
    }

    @Test(
        "B17: the error says what the text is instead",
        arguments: [
            ("bearer-prefixed.txt", "authentication scheme"), ("opaque-access-token.txt", "opaque access token"),
            ("jwe-five-parts.txt", "encrypted"), ("unsecured-emulator.jwt", "not signed"),
        ])
    func explainsText(name: String, words: String) throws {
        let file = try CaseFile("B17")
        let refusal = try #require(try file.refusal(of: OuterBlanks.trimmed(file.bytes(name))))
        #expect(refusal.reason.contains(words))
    }
}
