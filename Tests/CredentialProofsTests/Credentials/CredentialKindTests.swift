import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Credentials: kinds that are accepted")
struct CredentialKindTests {
    /// A preset and a kind of credential that it does not take.
    struct Refused: Sendable, CustomTestStringConvertible {
        let preset: String
        let kind: ProviderCredentialKind

        var testDescription: String { "\(preset), \(kind.rawValue)" }
    }

    private static let configurable = [
        "amazon", "apple", "bitbucket", "discord", "dropbox", "facebook", "facebook-limited", "figma", "github",
        "gitlab", "google", "instagram", "kakao", "line", "linkedin", "microsoft", "naver", "notion", "oidc", "paypal",
        "reddit", "slack", "spotify", "strava", "twitch", "twitter", "vk", "wechat", "weibo", "yahoo", "yandex", "zoom",
    ]

    private static let refused: [Refused] = configurable.flatMap { id -> [Refused] in
        guard let preset = try? PresetTable.preset(id) else { return [] }
        return ProviderCredentialKind.allCases.compactMap { kind in
            let isAccepted = preset.acceptedCredentials.contains(kind)
            return isAccepted || kind == .deviceCode ? nil : Refused(preset: id, kind: kind)
        }
    }

    private static func stage(_ id: String) throws -> Stage {
        try Stage(id, parameters: id == "microsoft" ? [.tenant: "common"] : nil) { configuration in
            if id == "kakao" { configuration.kakaoAppNumber = "1234" }
        }
    }

    private static func credential(_ kind: ProviderCredentialKind) throws -> Credential {
        switch kind {
        case .code, .deviceCode:
            .code(
                AuthorizationCodeGrant(
                    code: AuthorizationCode("code-fake"), redirectURI: try RedirectURI(Stage.redirect),
                    proofKey: .s256(try ProofKey(random: FixedRandom(byte: 1)))), nonce: .none)
        case .idToken: .idToken(UnverifiedIDToken(try Forge.token()), nonce: .none)
        case .accessToken: .accessToken(AccessToken("at-fake"))
        case .refreshToken: .refreshToken(RefreshToken("rt-fake"), keeper: KeptToken())
        }
    }

    @Test("PRV-01: what a provider's preset does not list is refused before any request", arguments: refused)
    func notListed(_ refused: Refused) async throws {
        let stage = try Self.stage(refused.preset)
        let error = try await #require(throws: CredentialError.self) {
            _ = try await CredentialVerifier(stage.connection).evidence(from: Self.credential(refused.kind))
        }
        #expect(error.code == .credentialTypeNotAccepted || error.code == .audienceUnprovable)
        if refused.kind != .accessToken { #expect(error.code == .credentialTypeNotAccepted) }
        #expect(stage.transport.requests.isEmpty)
    }

    @Test("PRV-01: there is something to refuse")
    func notEmpty() {
        #expect(Self.refused.count >= 58)
    }

    @Test("PRV-02: an access token of which nothing tells the client is refused, and the message says what to send")
    func unprovable() async throws {
        for id in ["yahoo", "apple", "microsoft", "spotify"] {
            let stage = try Self.stage(id)
            let error = try await stage.refusal(accessToken: "at-fake")
            #expect(error.code == .audienceUnprovable)
            #expect(error.reason.contains("instead"))
            #expect(stage.transport.requests.isEmpty)
        }
    }

    @Test("PRV-02: a check that is switched off refuses access tokens before any request")
    func switchedOff() async throws {
        let stage = try Stage("google") { $0.accessTokens = .refuse }
        #expect(try await stage.refusal(accessToken: "at-fake").code == .credentialTypeNotAccepted)
        #expect(stage.transport.requests.isEmpty)
    }

    @Test("PRV-02: a check that is off by default is made only where it is switched on")
    func offByDefault() async throws {
        let stage = try Stage("naver")
        #expect(try await stage.refusal(accessToken: "at-fake").code == .audienceUnprovable)
        #expect(stage.transport.requests.isEmpty)
        let on = try Stage("naver") { $0.accessTokens = .withCheckThatIsOffByDefault }
        on.transport.publish(
            "https://openapi.naver.com/v1/nid/verify",
            json(["resultcode": "00", "response": .object(json(["client_id": "client-other"]))]))
        #expect(try await on.refusal(accessToken: "at-fake").code == .audienceMismatch)
    }

    @Test("PRV-29: a device code is taken only from a flow of our own: no credential of that kind can be handed in")
    func deviceCodes() throws {
        for kind in [ProviderCredentialKind.code, .idToken, .accessToken, .refreshToken] {
            #expect(try Self.credential(kind).kind == kind)
        }
        #expect(try Self.credential(.deviceCode).kind != .deviceCode)
    }

    @Test("what looks like an access token and was issued to no client is refused before any request")
    func foreignTokens() async throws {
        let tokens = [
            ("github", "ghp_x"), ("github", "github_pat_x"), ("github", "ghs_x"), ("github", "ghr_x"),
            ("gitlab", "glpat-x"), ("gitlab", "gldt-x"), ("gitlab", "glrt-x"),
        ]
        for (id, token) in tokens {
            let stage = try Stage(id)
            #expect(try await stage.refusal(accessToken: token).code == .credentialTypeNotAccepted)
            #expect(stage.transport.requests.isEmpty)
        }
    }

    @Test(
        "a check that quotes the token in its error puts nothing of it into a message",
        arguments: ["abcd234", "correct-horse-battery"])
    func quotedToken(_ token: String) async throws {
        let stage = try Stage("google")
        stage.transport.publish(
            "https://oauth2.googleapis.com/tokeninfo", json(["error": .string("unknown \(token)")]), status: 400)
        let error = try await stage.refusal(accessToken: token)
        #expect(error.code == .credentialInvalid)
        #expect(!error.reason.contains(token) && error.providerCode?.contains(token) == false, "\(error.reason)")
    }

    @Test(
        "an access token that cannot be one is refused before any request",
        arguments: ["", " ", "a b", "a\r\nX-Evil: 1", "a\u{0}", "é", String(repeating: "x", count: 8193)])
    func malformedTokens(_ token: String) async throws {
        let stage = try Stage("google")
        let error = try await stage.refusal(accessToken: token)
        #expect(error.code == .credentialInvalid)
        #expect(stage.transport.requests.isEmpty)
    }

    @Test("credentials do not show themselves")
    func redacted() throws {
        for kind in [ProviderCredentialKind.code, .idToken, .accessToken, .refreshToken] {
            let credential = try Self.credential(kind)
            for text in ["\(credential)", String(reflecting: credential)] { #expect(!text.contains("fake")) }
            #expect(Mirror(reflecting: credential).children.isEmpty)
        }
    }
}
