import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Twitch {
        static let client = "wbmytr93xzw8zbg0p1izqyzzc5mbiz"
        static let keys = "https://id.twitch.tv/oauth2/keys"
        static let field = ["client-id": client]

        static func claims(_ variation: Variation = .right) -> String {
            variation.claims(
                "https://id.twitch.tv/oauth2", client: client, "\"141981764\"",
                #""email":"t@twitch.test","email_verified":true,"preferred_username":"T""#)
        }

        static func check(_ variation: Variation = .right, token: String = Sent.accessToken) -> Step {
            let expires = variation.time("5520838", old: "0")
            return .get(
                "https://id.twitch.tv/oauth2/validate", scheme: "OAuth", token: token, fields: field,
                .json(
                    #"{"client_id":"\#(variation.client(client))","login":"twitchdev","scopes":["user:read:email"],\#(variation.subject("user_id", "\"141981764\"")),"expires_in":\#(expires)}"#
                ))
        }

        static func account(_ variation: Variation = .right, token: String = Sent.accessToken) -> [Step] {
            [
                .get(
                    "https://id.twitch.tv/oauth2/userinfo", token: token, fields: field,
                    .json(#"{\#(variation.subject("sub", "\"141981764\"")),"preferred_username":"T"}"#)),
                .get(
                    "https://api.twitch.tv/helix/users", token: token, fields: field, role: .completion,
                    .json(#"{"data":[{\#(variation.subject("id", "\"141981764\"")),"email":"t@twitch.test"}]}"#)),
            ]
        }

        static func provider() throws -> ConfiguredProvider { try Setup.provider("twitch", clients: [client]) }
    }

    static let twitch: Play = Play(
        "twitch",
        flows: [
            .codeWithIDToken("141981764") { variation in
                let token = try TestToken.make(Twitch.claims(variation))
                let answer = Answer.json(
                    #"{"access_token":"\#(Sent.newAccessToken)","expires_in":14124,"refresh_token":"\#(Sent.refreshToken)","scope":["user:read:email"],"token_type":"bearer","id_token":"\#(token)"}"#
                )
                return [
                    .code(
                        "https://id.twitch.tv/oauth2/token", .post, client: Twitch.client, fields: Twitch.field, answer),
                    .keys(Twitch.keys),
                ]
            }.with(email: "t@twitch.test", .verified),
            .idToken("141981764", keys: { [.keys(Twitch.keys)] }, claims: Twitch.claims)
                .with(email: "t@twitch.test", .verified),
            .accessToken("141981764") { variation in
                [Twitch.check(variation)] + Twitch.account(variation)
            },
            .device("141981764", proof: .accessTokenChecked) { variation in
                let scopes = ExpectedRequest.Value.exactly("openid user:read:email")
                return [
                    .deviceStart(
                        "https://id.twitch.tv/oauth2/device",
                        form: ["client_id": .exactly(Twitch.client), "scopes": scopes], fields: Twitch.field,
                        .deviceCodes("https://www.twitch.tv/activate?public=true&device-code=A"))
                ]
                    + Step.devicePolls(
                        "https://id.twitch.tv/oauth2/token",
                        form: [
                            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                            "device_code": .exactly(Sent.deviceCode), "client_id": .exactly(Twitch.client),
                            "scopes": scopes,
                        ], fields: Twitch.field,
                        pending: Answer(400, #"{"status":400,"message":"authorization_pending"}"#),
                        .json(
                            #"{"access_token":"\#(Sent.newAccessToken)","expires_in":14124,"refresh_token":"\#(Sent.refreshToken)","scope":["user:read:email"],"token_type":"bearer"}"#
                        ))
                    + [Twitch.check(variation, token: Sent.newAccessToken)]
                    + Twitch.account(variation, token: Sent.newAccessToken)
            },
        ], provider: Twitch.provider)
}

@Suite("Twitch") struct TwitchTests {
    private typealias Twitch = Plays.Twitch

    private func code(_ answer: Answer) async throws -> CredentialError.Code? {
        var step = Twitch.check()
        step.answer = answer
        return try await Stage.refusal(Twitch.provider(), .accessToken(), [step])
    }

    @Test("A token of an app names no person (twin 2); an invalid one has status 401")
    func check() async throws {
        let client = Twitch.client
        #expect(try await code(.json(#"{"client_id":"\#(client)","scopes":[],"expires_in":5}"#)) == .credentialInvalid)
        #expect(
            try await code(.json(#"{"client_id":"\#(client)","user_id":"","scopes":[],"expires_in":5}"#))
                == .credentialInvalid)
        #expect(try await code(.json(#"{"user_id":"141981764","expires_in":5}"#)) == .audienceUnprovable)
        #expect(try await code(.json(#"{"client_id":"\#(client)","user_id":"141981764"}"#)) == .credentialInvalid)
        #expect(try await code(Answer(401, #"{"status":401,"message":"invalid access token"}"#)) == .credentialInvalid)
    }

    @Test("A description of another account is refused, in either of its forms (PRV-05)")
    func otherAccount() async throws {
        for index in 0..<2 {
            var account = Array(Twitch.account()[...index])
            account[index].answer.body = account[index].answer.body.replacing("141981764", with: "141981765")
            let code = try await Stage.refusal(Twitch.provider(), .accessToken(), [Twitch.check()] + account)
            #expect(code == .subjectMismatch)
        }
    }

    @Test("An address of Helix has no flag; the token's counts when it was asked for")
    func addresses() async throws {
        let identity = try await Stage.identity(
            Twitch.provider(), .accessToken(), [Twitch.check()] + Twitch.account())
        #expect(identity.profile.emailVerified == false)
        let token = try await Stage.identity(
            Twitch.provider(), .idToken(Twitch.claims()), [.keys(Twitch.keys)])
        #expect(token.profile.email?.standing == .verified)
    }

    @Test("The device flow has its words in message")
    func deviceFlow() async throws {
        let all = try #require(Plays.twitch.flows.last).steps(.right)
        for (message, outcome) in [
            ("invalid device code", Flow.Outcome.refusal(.credentialExpired)),
            ("something else", .refusal(.credentialInvalid)),
        ] {
            var poll = all[1]
            poll.answer = Answer(400, #"{"status":400,"message":"\#(message)"}"#)
            #expect(try await Stage.run(Twitch.provider(), .deviceFlow, [all[0], poll]).outcome == outcome)
        }
    }

    @Test("Errors of the token endpoint are a status and a message")
    func errors() async throws {
        let step = Step.code(
            "https://id.twitch.tv/oauth2/token", .post, client: Twitch.client, fields: Twitch.field,
            Answer(400, #"{"status":400,"message":"Invalid authorization code"}"#))
        #expect(try await Stage.refusal(Twitch.provider(), .code(), [step]) == .credentialInvalid)
    }
}
