import CredentialProofs
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Line {
        static let client = "1440057261"
        static let keys = "https://api.line.me/oauth2/v2.1/certs"
        /// A channel secret, which is also the key of HS256.
        static let secret = "8f14e45fceea167a5a36dedd4bea2543"

        static func claims(_ variation: Variation = .right) -> String {
            variation.claims(
                "https://access.line.me", client: client, "\"U4af4980629\"", #""email":"l@line.test","name":"L""#)
        }

        static func code(_ answer: Answer) -> Step {
            var step = Step.code(
                "https://api.line.me/oauth2/v2.1/token", .name, client: client, more: ["id_token_key_type": "JWK"],
                answer)
            step.request.form["client_secret"] = .exactly(secret)
            return step
        }

        static func check(_ variation: Variation = .right, token: String = Sent.accessToken) -> Step {
            let expires = variation.time("2591659", old: "0")
            return Step(
                request: ExpectedRequest(
                    url: "https://api.line.me/oauth2/v2.1/verify", query: ["access_token": .exactly(token)]),
                answer: .json(
                    #"{"scope":"profile openid","client_id":"\#(variation.client(client))","expires_in":\#(expires)}"#))
        }

        static func provider() throws -> ConfiguredProvider {
            try Setup.provider("line", clients: [client], secret: secret)
        }
    }

    static let line: Play = Play(
        "line",
        flows: [
            .codeWithIDToken("U4af4980629") { variation in
                let token = try TestToken.make(Line.claims(variation), key: .ec)
                return [Line.code(.tokens(idToken: token)), .keys(Line.keys)]
            }.with(email: "l@line.test", .unverified),
            .idToken("U4af4980629", key: .secret([UInt8](Line.secret.utf8)), keys: { [] }, claims: Line.claims)
                .with(email: "l@line.test", .unverified),
            .accessToken("U4af4980629") { variation in
                let subject = variation.subject("userId", "\"U4af4980629\"")
                let sub = variation.subject("sub", "\"U4af4980629\"")
                return [
                    Line.check(variation),
                    .get(
                        "https://api.line.me/v2/profile", token: Sent.accessToken,
                        .json(#"{\#(subject),"displayName":"L","pictureUrl":"https://p.test/l"}"#)),
                    .get(
                        "https://api.line.me/oauth2/v2.1/userinfo", token: Sent.accessToken, role: .completion,
                        .json(#"{\#(sub),"name":"L","picture":"https://p.test/l"}"#)),
                ]
            },
        ], provider: Line.provider)
}

@Suite("LINE") struct LineTests {
    private typealias Line = Plays.Line

    private func code(_ start: Flow.Start, _ steps: [Step] = []) async throws -> CredentialError.Code? {
        try await Stage.refusal(Line.provider(), start, steps)
    }

    @Test("HS256 has the channel secret for its key, ES256 a published one (PRV-23)")
    func bothAlgorithms() async throws {
        let keys: [(TokenKey, [Step])] = [(.secret([UInt8](Line.secret.utf8)), []), (.ec, [.keys(Line.keys)])]
        for (key, steps) in keys {
            let identity = try await Stage.identity(Line.provider(), .idToken(Line.claims(), key: key), steps)
            #expect(identity.subject.value == "U4af4980629")
        }
    }

    @Test("No confusion of algorithms: public bytes as a secret, no signature, a secret under a published kid")
    func confusion() async throws {
        let point = try Base64URL.decode(TestKeys.ecX.utf8) + Base64URL.decode(TestKeys.ecY.utf8)
        let secrets: [[UInt8]] = [
            [4] + point, point, [UInt8](TestKeys.keySet.utf8), [UInt8](TestKeys.ecX.utf8), [0], [UInt8]("none".utf8),
            [UInt8](Line.secret.uppercased().utf8),
        ]
        for secret in secrets {
            let start = try Flow.Start.idToken(Line.claims(), key: .secret(secret))
            #expect(try await code(start) == .credentialInvalid)
            let named = try Flow.Start.idToken(
                Line.claims(), key: .secret(secret), header: ["kid": .string(TestKeys.ecKeyID)])
            #expect(try await code(named) == .credentialInvalid)
        }
        #expect(try await code(.idToken(Line.claims(), key: .none)) == .credentialInvalid)
        #expect(try await code(.idToken(Line.claims(), key: .rsa)) == .credentialInvalid)
        // ES256 in the header, the secret's code behind it.
        let mixed = try Flow.Start.idToken(
            Line.claims(), key: .secret([UInt8](Line.secret.utf8)),
            header: ["alg": "ES256", "kid": .string(TestKeys.ecKeyID)])
        #expect(try await code(mixed, [.keys(Line.keys)]) == .credentialInvalid)
    }

    @Test("A symmetric key in a published key set is no key")
    func publishedSecret() async throws {
        let secret = Base64URL.encode([UInt8](repeating: 7, count: 32))
        let keys = Step.document(
            Line.keys,
            #"{"keys":[{"kty":"oct","kid":"o","k":"\#(secret)","alg":"HS256"},\#(TestKeys.keySet.dropFirst(9))"#)
        let start = try Flow.Start.idToken(
            Line.claims(), key: .secret([UInt8](repeating: 7, count: 32)), header: ["kid": "o"])
        #expect(try await code(start) == .credentialInvalid)
        let identity = try await Stage.identity(Line.provider(), .idToken(Line.claims(), key: .ec), [keys])
        #expect(identity.client == Line.client)
    }

    @Test("HS256 can be configured off")
    func withoutHS256() async throws {
        var provider = try Line.provider()
        provider.idToken?.algorithms = AcceptedAlgorithms(.es256)
        let start = try Flow.Start.idToken(Line.claims(), key: .secret([UInt8](Line.secret.utf8)))
        #expect(try await Stage.refusal(provider, start) == .credentialInvalid)
    }

    @Test("Without the channel secret HS256 cannot be verified: the configuration is at fault")
    func noSecret() async throws {
        let provider = try Setup.provider("line", clients: [Line.client], secret: nil)
        let start = try Flow.Start.idToken(Line.claims(), key: .secret([UInt8](Line.secret.utf8)))
        #expect(try await Stage.refusal(provider, start) == .providerMisconfigured)
    }

    @Test("The check names the channel and a time; the profile names the account")
    func accessTokens() async throws {
        func check(_ answer: Answer) -> Step {
            var step = Line.check()
            step.answer = answer
            return step
        }
        let answers: [(Answer, CredentialError.Code)] = [
            (.json(#"{"scope":"profile","expires_in":2591659}"#), .audienceUnprovable),
            (.json(#"{"scope":"profile","client_id":1440057262,"expires_in":2591659}"#), .audienceMismatch),
            (.json(#"{"scope":"profile","client_id":"1440057261"}"#), .credentialInvalid),
            (.json(#"{"scope":"profile","client_id":"1440057261","expires_in":-5}"#), .credentialExpired),
            (
                Answer(400, #"{"error":"invalid_request","error_description":"access token expired"}"#),
                .credentialInvalid
            ),
        ]
        for (answer, expected) in answers {
            #expect(try await code(.accessToken(), [check(answer)]) == expected, "\(answer.body)")
        }
        for body in [#"{"displayName":"L"}"#, #"{"userId":null}"#, #"{"userId":""}"#, #"{"sub":"U4af4980629"}"#] {
            let profile = Step.get("https://api.line.me/v2/profile", token: Sent.accessToken, .json(body))
            #expect(try await code(.accessToken(), [Line.check(), profile]) == .credentialInvalid, "\(body)")
        }
        let profile = Step.get(
            "https://api.line.me/v2/profile", token: Sent.accessToken, .json(#"{"userId":"U4af4980629"}"#))
        let userinfo = Step.get(
            "https://api.line.me/oauth2/v2.1/userinfo", token: Sent.accessToken, .json(#"{"sub":"U000"}"#))
        #expect(try await code(.accessToken(), [Line.check(), profile, userinfo]) == .subjectMismatch)
    }

    @Test("The e-mail address of a token has no flag, and one that is made up does not help")
    func address() async throws {
        let claims = Line.claims().replacing(#""name":"L""#, with: #""name":"L","email_verified":true"#)
        let start = try Flow.Start.idToken(claims, key: .secret([UInt8](Line.secret.utf8)))
        #expect(try await Stage.identity(Line.provider(), start, []).profile.emailVerified == false)
    }
}
