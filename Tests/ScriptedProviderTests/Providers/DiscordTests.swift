import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Discord {
        static let client = "159799960412356608"
        static let subject = "268473310986240001"
        static let token = "https://discord.com/api/oauth2/token"

        static func check(_ variation: Variation = .right, token: String = Sent.accessToken) -> Step {
            let expires = variation.time("2099-01-23T02:33:17.017000+00:00", old: "2021-01-23T02:33:17.017000+00:00")
            return .get(
                "https://discord.com/api/v10/oauth2/@me", token: token,
                .json(
                    #"{"application":{"id":"\#(variation.client(client))","name":"A"},"scopes":["identify"],"expires":"\#(expires)","user":{\#(variation.subject("id", "\"\(subject)\"")),"username":"d","discriminator":"0","avatar":null}}"#
                ))
        }

        static func account(_ variation: Variation = .right, token: String = Sent.newAccessToken) -> [Step] {
            [
                .get(
                    "https://discord.com/api/users/@me", token: token,
                    .json(
                        #"{\#(variation.subject("id", "\"\(subject)\"")),"username":"d","discriminator":"0","email":"d@discord.test","verified":true}"#
                    )),
                .get(
                    "https://discord.com/api/oauth2/@me", token: token, role: .completion,
                    .json(#"{"application":{"id":"\#(client)"},"scopes":["identify"]}"#)),
            ]
        }
    }

    static let discord: Play = Play(
        "discord",
        flows: [
            .code(Discord.subject) { variation in
                [.code(Discord.token, .basic, client: Discord.client, variation.grant(.tokens()))]
                    + Discord.account(variation)
            },
            .refresh(Discord.subject) { variation in
                [
                    .refresh(
                        Discord.token, .basic, client: Discord.client,
                        variation.grant(.tokens(refreshToken: Sent.newRefreshToken)))
                ] + Discord.account(variation)
            },
            .accessToken(Discord.subject) { variation in
                [Discord.check(variation)] + Discord.account(variation, token: Sent.accessToken)
            },
            .device(Discord.subject, proof: .accessTokenChecked) { variation in
                let basic = ExpectedRequest.Value.exactly(ClientProof.basicField(Discord.client, Sent.secret))
                return [
                    .deviceStart(
                        "https://discord.com/api/v10/oauth2/device/authorize", form: ["scope": "identify email"],
                        authorization: basic, .deviceCodes("https://discord.com/activate"))
                ]
                    + Step.devicePolls(
                        "https://discord.com/api/v10/oauth2/token",
                        form: [
                            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                            "device_code": .exactly(Sent.deviceCode),
                        ], authorization: basic, pending: .pending, .tokens())
                    + [Discord.check(variation, token: Sent.newAccessToken)] + Discord.account(variation)
            },
        ], email: "d@discord.test", .verified
    ) { try Setup.provider("discord", clients: [Discord.client]) }
}

@Suite("Discord") struct DiscordTests {
    private typealias Discord = Plays.Discord

    private func provider() throws -> ConfiguredProvider {
        try Setup.provider("discord", clients: [Discord.client])
    }

    private func code(_ old: String, _ new: String) async throws -> CredentialError.Code? {
        var step = Discord.check()
        let body = step.answer.body
        step.answer.body = body.replacing(old, with: new)
        #expect(step.answer.body != body)
        return try await Stage.refusal(provider(), .accessToken(), [step])
    }

    @Test("The check: the application, a time to come, and a person")
    func check() async throws {
        let client = #"{"id":"159799960412356608","name":"A"}"#
        #expect(try await code(client, #"{"name":"A"}"#) == .audienceUnprovable)
        #expect(try await code(client, "null") == .audienceUnprovable)
        #expect(try await code(#""id":"159799960412356608""#, #""id":159799960412356609"#) == .audienceMismatch)
        #expect(try await code(#""expires":"2099-01-23T02:33:17.017000+00:00","#, "") == .credentialInvalid)
        for time in ["2099-01-23", "2099-13-01T00:00:00Z", "2099-02-30T00:00:00+00:00", "tomorrow", ""] {
            #expect(try await code("2099-01-23T02:33:17.017000+00:00", time) == .credentialInvalid, "\(time)")
        }
        for time in [
            "2026-11-30T04:12:04+00:00", "2026-11-29T20:12:04.999999-08:00", "1970-01-01T00:00:00Z",
            "2026-11-30T09:42:04+05:30",
        ] {
            #expect(try await code("2099-01-23T02:33:17.017000+00:00", time) == .credentialExpired, "\(time)")
        }
        // Without the scope identify there is no person.
        #expect(
            try await code(#","user":{"id":"268473310986240001","username":"d","discriminator":"0","avatar":null}"#, "")
                == .credentialInvalid)
    }

    @Test(
        "A time is read with its fraction and its distance from Greenwich",
        arguments: [
            "2026-11-30T04:12:05Z", "2026-11-29T20:12:05-08:00", "2026-11-30T09:42:05.5+05:30", "2028-02-29T00:00:00z",
        ])
    func times(_ time: String) async throws {
        var check = Discord.check()
        check.answer.body = check.answer.body.replacing("2099-01-23T02:33:17.017000+00:00", with: time)
        let steps = [check] + Discord.account(token: Sent.accessToken)
        #expect(try await Stage.identity(provider(), .accessToken(), steps).subject.value == Discord.subject)
    }

    @Test("A description of another account than the check's is refused (PRV-05)")
    func otherAccount() async throws {
        let user = Step.get(
            "https://discord.com/api/users/@me", token: Sent.accessToken, .json(#"{"id":"1","username":"m"}"#))
        #expect(try await Stage.refusal(provider(), .accessToken(), [Discord.check(), user]) == .subjectMismatch)
    }

    @Test("An address counts only if verified is true")
    func addresses() async throws {
        for flag in ["false", #""true""#, "1", "null"] {
            var account = Discord.account(token: Sent.accessToken)
            account[0].answer.body = account[0].answer.body.replacing(
                #""verified":true"#, with: #""verified":\#(flag)"#)
            let identity = try await Stage.identity(provider(), .accessToken(), [Discord.check()] + account)
            #expect(identity.profile.emailVerified == false, "\(flag)")
        }
    }

    @Test("An ID token beside the access token, for who asked for openid, is no obstacle and no proof")
    func idToken() async throws {
        let token = try TestToken.make(
            Variation.right.claims("https://discord.com", client: "other", "\"1\"", nonce: nil))
        let identity = try await Stage.identity(
            provider(), .code(nonce: nil),
            [.code(Discord.token, .basic, client: Discord.client, .tokens(idToken: token))] + Discord.account())
        #expect(identity.subject.value == Discord.subject)
        #expect(try await Stage.refusal(provider(), .idToken("{}")) == .credentialTypeNotAccepted)
    }
}
