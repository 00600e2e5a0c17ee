import CredentialProofs
import Cryptography
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("ID tokens: nonce")
struct NonceTests {
    private static let raw = "n-0S6_WzA2Mj"
    private static let hash = "0823a09b54cb9381561068b00aaf4e539b3f54604631d3e6a820879b6b04cc19"

    private static func nonce(_ text: String) throws -> CallerNonce { .raw(try RawNonce(text)) }

    /// A stage where the rule is the preset's, or a configured one.
    private static func stage(_ preset: String = "oidc", rule: NonceRule? = nil) throws -> Stage {
        try Stage(preset) { _ in
        } change: {
            if let rule { $0.idToken?.nonce = rule }
        }
    }

    private static func token(_ nonce: JSONValue?, _ stage: Stage, _ changes: [String: JSONValue?] = [:]) throws
        -> String
    {
        let issuer = stage.connection.provider.preset.issuer
        return try Forge.token(["iss": .string(issuer), "nonce": nonce, "jti": "j-1"].merging(changes) { $1 })
    }

    @Test("OIDC-11: neither side has a nonce")
    func none() async throws {
        let stage = try Self.stage()
        #expect(try await stage.identity(Self.token(nil, stage)).subject.value == "user-0001")
        #expect(try await stage.identity(Self.token(.null, stage)).subject.value == "user-0001")
    }

    @Test("OIDC-11: a raw nonce comes back as it was sent")
    func rawNonce() async throws {
        let stage = try Self.stage()
        let token = try Self.token(.string(Self.raw), stage)
        #expect(try await stage.identity(token, nonce: Self.nonce(Self.raw)).subject.value == "user-0001")
        #expect(try await stage.identity(token, nonce: .asSent(Self.raw)).subject.value == "user-0001")
    }

    @Test(
        "OIDC-11: a token with a nonce is refused where the caller sent none, whatever the rule",
        arguments: NonceRule.allCases)
    func notSent(_ rule: NonceRule) async throws {
        let stage = try Self.stage(rule: rule)
        for nonce in [Self.raw, Self.hash] {
            let error = try await stage.refusal(Self.token(.string(nonce), stage))
            #expect(error.code == .nonceRequired)
            #expect(error.reason.contains("raw nonce"))
        }
    }

    @Test("OIDC-11: a nonce was sent and the token has none, whatever the rule", arguments: NonceRule.allCases)
    func notReturned(_ rule: NonceRule) async throws {
        let stage = try Self.stage(rule: rule)
        for value in [nil, JSONValue.null] {
            let token = try Self.token(value, stage)
            #expect(try await stage.refusal(token, nonce: Self.nonce(Self.raw)).code == .nonceMismatch)
            #expect(try await stage.refusal(token, nonce: .asSent(Self.raw)).code == .nonceMismatch)
        }
    }

    @Test(
        "OIDC-11: another nonce is refused, whatever the rule",
        arguments: NonceRule.allCases, ["n-0S6_WzA2M", "n-0S6_WzA2Mjx", "N-0S6_WZA2MJ", " n-0S6_WzA2Mj", "x"])
    func different(_ rule: NonceRule, _ nonce: String) async throws {
        let stage = try Self.stage(rule: rule)
        let token = try Self.token(.string(nonce), stage)
        #expect(try await stage.refusal(token, nonce: Self.nonce(Self.raw)).code == .nonceMismatch)
        #expect(try await stage.refusal(token, nonce: .asSent(Self.raw)).code == .nonceMismatch)
    }

    @Test(
        "OIDC-11: a nonce of the wrong kind or an empty one is refused",
        arguments: [JSONValue.integer(1), .bool(true), .array(["n-0S6_WzA2Mj"]), .object(JSONObject()), ""])
    func kinds(_ value: JSONValue) async throws {
        let stage = try Self.stage()
        let token = try Self.token(value, stage)
        for nonce in [CallerNonce.none, try Self.nonce(Self.raw)] {
            let error = try await stage.refusal(token, nonce: nonce)
            #expect(error.code == .credentialInvalid || error.code == .nonceMismatch)
        }
    }

    @Test("OIDC-11: under the raw rule the hash of a nonce is another nonce")
    func hashUnderRaw() async throws {
        let stage = try Self.stage(rule: .raw)
        let token = try Self.token(.string(Self.hash), stage)
        #expect(try await stage.refusal(token, nonce: Self.nonce(Self.raw)).code == .nonceMismatch)
    }

    @Test("PRV-21: Facebook's tokens carry the hash of the nonce, in lower case")
    func hashed() async throws {
        let stage = try Self.stage("facebook-limited")
        let token = try Self.token(.string(Self.hash), stage)
        #expect(try await stage.identity(token, nonce: Self.nonce(Self.raw)).subject.value == "user-0001")
        #expect(try await stage.identity(token, nonce: .asSent(Self.hash)).subject.value == "user-0001")
    }

    @Test("PRV-21: other forms of the hash are refused")
    func hashForms() async throws {
        let stage = try Self.stage("facebook-limited")
        for nonce in [
            Self.hash.uppercased(), String(Self.hash.dropLast()), Self.raw,
            "CCOgm1TLk4FWEGiwCq9OU5s_VGBGMdPmqCCHm2sEzBk",
        ] {
            let token = try Self.token(.string(nonce), stage)
            #expect(try await stage.refusal(token, nonce: Self.nonce(Self.raw)).code == .nonceMismatch)
        }
    }

    @Test("PRV-21: a caller that sends the hash in place of the nonce is told to send the raw nonce")
    func hashInPlaceOfNonce() async throws {
        let stage = try Self.stage("facebook-limited")
        let token = try Self.token(.string(Self.hash), stage)
        let error = try await stage.refusal(token, nonce: Self.nonce(Self.hash))
        #expect(error.code == .nonceMismatch)
        #expect(error.reason.contains("send the raw nonce"))
    }

    @Test("PRV-21: Facebook's tokens need a nonce, also where the configuration has another form of it")
    func required() async throws {
        for rule in [nil, NonceRule.rawOrSHA256Hex, .raw] {
            let stage = try Self.stage("facebook-limited", rule: rule)
            let error = try await stage.refusal(Self.token(nil, stage))
            #expect(error.code == .nonceRequired)
        }
    }

    @Test("PRV-21: either form is accepted where it is configured so")
    func either() async throws {
        let stage = try Self.stage("facebook-limited", rule: .rawOrSHA256Hex)
        for nonce in [Self.raw, Self.hash] {
            let token = try Self.token(.string(nonce), stage)
            #expect(try await stage.identity(token, nonce: Self.nonce(Self.raw)).subject.value == "user-0001")
        }
    }

    @Test("Apple's tokens carry either form, and a missing nonce only where nonce_supported is false")
    func apple() async throws {
        let stage = try Self.stage("apple")
        for nonce in [Self.raw, Self.hash] {
            let token = try Self.token(.string(nonce), stage)
            #expect(try await stage.identity(token, nonce: Self.nonce(Self.raw)).subject.value == "user-0001")
        }
        let excused = try Self.token(nil, stage, ["nonce_supported": false])
        #expect(try await stage.identity(excused, nonce: Self.nonce(Self.raw)).subject.value == "user-0001")
        for value in [nil, JSONValue.bool(true), "false", .integer(0), .null] {
            let token = try Self.token(nil, stage, ["nonce_supported": value])
            #expect(try await stage.refusal(token, nonce: Self.nonce(Self.raw)).code == .nonceMismatch)
        }
        let wrong = try Self.token("other", stage, ["nonce_supported": false])
        #expect(try await stage.refusal(wrong, nonce: Self.nonce(Self.raw)).code == .nonceMismatch)
        #expect(try await stage.refusal(wrong).code == .nonceRequired)
    }

    @Test("nonce_supported excuses nothing at other providers", arguments: ["oidc", "google", "facebook-limited"])
    func notApple(_ preset: String) async throws {
        let stage = try Self.stage(preset)
        let token = try Self.token(nil, stage, ["nonce_supported": false])
        #expect(try await stage.refusal(token, nonce: Self.nonce(Self.raw)).code == .nonceMismatch)
        let configured = try Self.stage(preset, rule: .rawOrSHA256Hex)
        #expect(try await configured.refusal(token, nonce: Self.nonce(Self.raw)).code == .nonceMismatch)
    }

    @Test("a provider that puts no nonce into its tokens is named as such")
    func notSupported() async throws {
        let stage = try Self.stage("linkedin")
        #expect(try await stage.identity(Self.token(nil, stage)).subject.value == "user-0001")
        let error = try await stage.refusal(Self.token(nil, stage), nonce: Self.nonce(Self.raw))
        #expect(error.code == .nonceMismatch)
        #expect(error.reason.contains("send none"))
    }

    @Test(
        "a raw nonce is 1 to 512 characters of printable ASCII",
        arguments: ["", "é", "a\nb", "\u{0}", "\u{7F}", String(repeating: "n", count: 513)])
    func rawNonceForm(_ text: String) throws {
        let error = try #require(throws: CredentialError.self) { _ = try RawNonce(text) }
        #expect(error.code == .nonceMismatch)
    }

    @Test("a nonce never shows itself")
    func redacted() throws {
        let nonce = try RawNonce("secret-nonce-0123")
        for text in [
            "\(nonce)", String(reflecting: nonce), "\(CallerNonce.raw(nonce))",
            "\(CallerNonce.asSent("secret-nonce-0123"))",
            "\(Credential.idToken(UnverifiedIDToken("secret-token"), nonce: .raw(nonce)))",
        ] {
            #expect(!text.contains("secret"))
        }
        #expect(Mirror(reflecting: CallerNonce.raw(nonce)).children.isEmpty)
    }

    @Test(
        "the nonce of an authorization request is the one that the provider saw",
        arguments: [NonceTransform.raw, .sha256Hexadecimal])
    func ofRequest(_ transform: NonceTransform) async throws {
        let nonce = try Nonce(random: FixedRandom(byte: 5))
        let stage = try Self.stage()
        let token = try Self.token(.string(try nonce.text(transform)), stage)
        let caller = try CallerNonce(.sent(nonce, transform))
        #expect(try await stage.identity(token, nonce: caller).subject.value == "user-0001")
        let other = try CallerNonce(.sent(Nonce(random: FixedRandom(byte: 6)), transform))
        #expect(try await stage.refusal(token, nonce: other).code == .nonceMismatch)
        #expect(try await stage.refusal(token, nonce: CallerNonce(.none)).code == .nonceRequired)
    }
}
