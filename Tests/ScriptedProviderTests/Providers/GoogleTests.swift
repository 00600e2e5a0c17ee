import CredentialProofs
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Google {
        static let client = "1-a.apps.googleusercontent.com"
        static let otherOfOurs = "1-b.apps.googleusercontent.com"
        static let subject = "110169484474386276334"
        static let token = "https://oauth2.googleapis.com/token"
        static let keys = "https://www.googleapis.com/oauth2/v3/certs"
        static let userinfo = "https://openidconnect.googleapis.com/v1/userinfo"

        static func claims(
            _ variation: Variation, issuer: String = "https://accounts.google.com", client: String = client,
            _ more: String = ""
        ) -> String {
            let profile = #""email":"a@gmail.com","email_verified":true,"name":"A""#
            return variation.claims(
                issuer, client: client, "\"\(subject)\"", more.isEmpty ? profile : "\(profile),\(more)")
        }

        static func check(
            _ variation: Variation, azp: String? = nil, aud: String? = nil, token: String = Sent.accessToken
        ) -> Step {
            let aud = aud ?? variation.client(client)
            let expires = variation.time(#""3599""#, old: #""0""#)
            let azp = azp ?? aud
            return .post(
                "https://oauth2.googleapis.com/tokeninfo", form: [:], authorization: .exactly("Bearer \(token)"),
                .json(
                    #"{"azp":"\#(azp)","aud":"\#(aud)",\#(variation.subject("sub", "\"\(subject)\"")),"scope":"openid https://www.googleapis.com/auth/userinfo.email","exp":"4102444800","expires_in":\#(expires),"email":"a@gmail.com","email_verified":"true","access_type":"online"}"#
                ))
        }

        static func account(_ variation: Variation, token: String) -> Step {
            .get(
                userinfo, token: token,
                .json(
                    #"{\#(variation.subject("sub", "\"\(subject)\"")),"email":"a@gmail.com","email_verified":true,"name":"A"}"#
                ))
        }

        static func provider() throws -> ConfiguredProvider {
            try Setup.provider("google", clients: [client, otherOfOurs])
        }
    }

    static let google: Play = Play(
        "google",
        flows: [
            .codeWithIDToken(Google.subject) { variation in
                let token = try TestToken.make(Google.claims(variation))
                return [
                    .code(Google.token, .post, client: Google.client, .tokens(idToken: token)), .keys(Google.keys),
                ]
            },
            .idToken(Google.subject, keys: { [.keys(Google.keys)] }, claims: { Google.claims($0) }),
            .accessToken(Google.subject) { variation in
                [Google.check(variation), Google.account(variation, token: Sent.accessToken)]
            },
            .refresh(Google.subject) { variation in
                [
                    .refresh(Google.token, .post, client: Google.client, variation.grant(.tokens())),
                    Google.account(variation, token: Sent.newAccessToken),
                ]
            },
            .device(Google.subject) { variation in
                let token = try TestToken.make(Google.claims(variation))
                return [
                    .deviceStart(
                        "https://oauth2.googleapis.com/device/code",
                        form: ["client_id": .exactly(Google.client), "scope": "openid email profile"],
                        .deviceCodes("https://www.google.com/device", member: "verification_url"))
                ]
                    + Step.devicePolls(
                        Google.token,
                        form: [
                            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                            "device_code": .exactly(Sent.deviceCode), "client_id": .exactly(Google.client),
                            "client_secret": .exactly(Sent.secret),
                        ], pending: .refusal("authorization_pending", status: 428), .tokens(idToken: token))
                    + [.keys(Google.keys)]
            },
        ], email: "a@gmail.com", .authoritative, provider: Google.provider)
}

@Suite("Google") struct GoogleTests {
    private typealias Google = Plays.Google

    private func code(_ check: Step) async throws -> CredentialError.Code? {
        try await Stage.refusal(Google.provider(), .accessToken(), [check])
    }

    @Test("aud and azp must both be ours, each by itself (twins)")
    func twins() async throws {
        #expect(
            try await code(Google.check(.right, azp: Google.client, aud: Variation.otherClient)) == .audienceMismatch)
        #expect(
            try await code(Google.check(.right, azp: Variation.otherClient, aud: Google.client)) == .audienceMismatch)
        let two = try await Stage.identity(
            Google.provider(), .accessToken(),
            [
                Google.check(.right, azp: Google.otherOfOurs, aud: Google.client),
                Google.account(.right, token: Sent.accessToken),
            ])
        #expect(two.client == Google.client)
        let second = try await Stage.identity(
            Google.provider(), .accessToken(),
            [
                Google.check(.right, azp: Google.otherOfOurs, aud: Google.otherOfOurs),
                Google.account(.right, token: Sent.accessToken),
            ])
        #expect(second.client == Google.otherOfOurs)
    }

    @Test("The members of the check: each missing, null or of another kind")
    func members() async throws {
        func check(_ old: String, _ new: String) -> Step {
            var step = Google.check(.right)
            let body = step.answer.body
            step.answer.body = body.replacing(old, with: new)
            #expect(step.answer.body != body)
            return step
        }
        let client = Google.client
        #expect(try await code(check(#""aud":"\#(client)","#, "")) == .audienceUnprovable)
        #expect(try await code(check(#""aud":"\#(client)""#, #""aud":null"#)) == .audienceUnprovable)
        #expect(try await code(check(#""aud":"\#(client)""#, #""aud":["\#(client)"]"#)) == .credentialInvalid)
        #expect(try await code(check(#""azp":"\#(client)""#, #""azp":null"#)) == .audienceUnprovable)
        #expect(try await code(check(#""expires_in":"3599","#, "")) == .credentialInvalid)
        #expect(try await code(check(#""3599""#, #""-1""#)) == .credentialInvalid)
        #expect(try await code(check(#""3599""#, "3.5")) == .credentialInvalid)
        #expect(try await code(check(#""3599""#, "-1")) == .credentialExpired)
        // Without the scope openid nothing names the account.
        #expect(try await code(check(#""sub":"\#(Google.subject)","#, "")) == .credentialInvalid)
    }

    @Test("A token that is invalid, and one whose description is another account's")
    func invalid() async throws {
        var step = Google.check(.right)
        step.answer = Answer(400, #"{"error":"invalid_token","error_description":"Invalid Value"}"#)
        #expect(try await code(step) == .credentialInvalid)
        var account = Google.account(.right, token: Sent.accessToken)
        account.answer.body = account.answer.body.replacing(Google.subject, with: "110169484474386276335")
        let steps = [Google.check(.right), account]
        #expect(try await Stage.refusal(Google.provider(), .accessToken(), steps) == .subjectMismatch)
    }

    @Test("Google's own form of errors is read by its status, not by codes of Facebook")
    func errorObjects() async throws {
        let answers: [(Answer, CredentialError.Code)] = [
            (Answer(401, #"{"error":{"code":401,"message":"m","status":"UNAUTHENTICATED"}}"#), .credentialInvalid),
            (Answer(403, #"{"error":{"code":100,"message":"m","status":"PERMISSION_DENIED"}}"#), .credentialInvalid),
            (Answer(500, #"{"error":{"code":190,"message":"m","status":"INTERNAL"}}"#), .providerUnavailable),
            (
                Answer(429, #"{"error":{"code":429,"message":"m"}}"#, fields: [("Retry-After", "7")]),
                .providerUnavailable
            ),
            (.json(#"{"sub":"\#(Google.subject)","error":{"code":401}}"#), .credentialInvalid),
        ]
        for (answer, code) in answers {
            var account = Google.account(.right, token: Sent.accessToken)
            account.answer = answer
            let ending = try await Stage.run(Google.provider(), .accessToken(), [Google.check(.right), account])
            #expect(ending.code == code, "\(answer.body)")
            if answer.status == 429 { #expect(ending.error?.retryAfterSeconds == 7) }
        }
    }

    @Test("Both spellings of the issuer are Google's, and no third")
    func issuers() async throws {
        for issuer in ["https://accounts.google.com", "accounts.google.com"] {
            let identity = try await Stage.identity(
                Google.provider(), .idToken(Google.claims(.right, issuer: issuer)), [.keys(Google.keys)])
            #expect(identity.issuer == "https://accounts.google.com")
        }
        for issuer in [
            "https://accounts.google.com/", "http://accounts.google.com", "https://accounts.google.com.x.test",
        ] {
            let start = try Flow.Start.idToken(Google.claims(.right, issuer: issuer))
            #expect(try await Stage.refusal(Google.provider(), start, [.keys(Google.keys)]) == .credentialInvalid)
        }
    }

    @Test("Several audiences need an azp that is ours; any azp must be (PRV-07)")
    func severalAudiences() async throws {
        func code(_ aud: String, _ more: String) async throws -> CredentialError.Code? {
            let claims = Google.claims(.right, more).replacing(#""aud":"\#(Google.client)""#, with: #""aud":\#(aud)"#)
            return try await Stage.run(Google.provider(), .idToken(claims), [.keys(Google.keys)]).code
        }
        let (ours, other) = (Google.client, Variation.otherClient)
        #expect(try await code(#"["\#(ours)"]"#, "") == nil)
        #expect(try await code(#"["\#(ours)","\#(other)"]"#, "") != nil)
        #expect(try await code(#"["\#(ours)","\#(other)"]"#, #""azp":"\#(ours)""#) == nil)
        #expect(try await code(#"["\#(ours)","\#(other)"]"#, #""azp":"\#(other)""#) == .audienceMismatch)
        #expect(try await code(#""\#(ours)""#, #""azp":"\#(other)""#) == .audienceMismatch)
        #expect(try await code("[]", "") != nil)
        #expect(try await code(#"["\#(other)"]"#, #""azp":"\#(ours)""#) == .audienceMismatch)
        #expect(try await code("123", "") != nil)
    }

    @Test("An ID token lives a day at most")
    func lifetime() async throws {
        let now = Sent.now.secondsSinceEpoch
        let claims = Google.claims(.right).replacing(#""exp":\#(now + 3600)"#, with: #""exp":\#(now + 90000)"#)
        #expect(
            try await Stage.refusal(Google.provider(), .idToken(claims), [.keys(Google.keys)]) == .credentialInvalid)
    }

    @Test(
        "An address is authoritative at gmail.com and in hosted domains, verified elsewhere, and never by a strange flag (B18)"
    )
    func addresses() async throws {
        func standing(_ members: String) async throws -> ProviderProfile.Email.Standing? {
            let claims = Google.claims(.right).replacing(
                #""email":"a@gmail.com","email_verified":true"#, with: members)
            return try await Stage.identity(Google.provider(), .idToken(claims), [.keys(Google.keys)]).profile.email?
                .standing
        }
        #expect(try await standing(#""email":"a@GMAIL.com","email_verified":"true""#) == .authoritative)
        #expect(try await standing(#""email":"a@corp.test","email_verified":true,"hd":"corp.test""#) == .authoritative)
        #expect(try await standing(#""email":"a@corp.test","email_verified":true"#) == .verified)
        #expect(try await standing(#""email":"a@gmail.com.evil.test","email_verified":true"#) == .verified)
        for flag in [#""True""#, #""yes""#, "1", #""1""#, "null", "[true]", "false", #""false""#] {
            #expect(try await standing(#""email":"a@gmail.com","email_verified":\#(flag)"#) == .unverified, "\(flag)")
        }
        #expect(try await standing(#""email":"a@gmail.com""#) == .unverified)
        #expect(try await standing(#""email_verified":true"#) == nil)
    }

    @Test("A demanded hosted domain holds for credentials of every kind")
    func hostedDomain() async throws {
        var provider = try Google.provider()
        provider.idToken?.hostedDomains = ["corp.test"]
        let token = try Flow.Start.idToken(Google.claims(.right))
        #expect(try await Stage.refusal(provider, token, [.keys(Google.keys)]) == .credentialInvalid)
        for flow in Plays.google.flows {
            let ending = try await Stage.run(provider, flow.start(.right), flow.steps(.right))
            #expect(ending.code == .credentialInvalid, "\(flow.name)")
        }
        var account = Google.account(.right, token: Sent.accessToken)
        account.answer.body = account.answer.body.replacing("{", with: #"{"hd":"corp.test","#)
        let identity = try await Stage.identity(provider, .accessToken(), [Google.check(.right), account])
        #expect(identity.subject.value == Google.subject)
        account.answer.body = account.answer.body.replacing("corp.test", with: "corp.test.evil")
        let found = try await Stage.refusal(provider, .accessToken(), [Google.check(.right), account])
        #expect(found == .credentialInvalid)
    }

    @Test("Demands on when and how the person signed in cannot be got around without an ID token")
    func authenticationDemands() async throws {
        for demand in 0..<2 {
            var provider = try Google.provider()
            if demand == 0 { provider.idToken?.maximumAuthenticationAge = 300 }
            if demand == 1 { provider.idToken?.requiredContextClasses = ["urn:mfa"] }
            for flow in Plays.google.flows {
                let ending = try await Stage.run(provider, flow.start(.right), flow.steps(.right))
                #expect(ending.identity == nil && ending.code == .credentialInvalid, "\(flow.name)")
            }
        }
    }

    @Test("at_hash and c_hash bind an ID token to what came with it")
    func hashes() async throws {
        for name in ["at_hash", "c_hash"] {
            let token = try TestToken.make(Google.claims(.right, #""\#(name)":"77QmUPtjPfzWtF2AnpK9RQ""#))
            let steps = [
                Step.code(Google.token, .post, client: Google.client, .tokens(idToken: token)), .keys(Google.keys),
            ]
            #expect(try await Stage.refusal(Google.provider(), .code(), steps) == .credentialInvalid, "\(name)")
        }
    }

    @Test("The device flow: the status does not matter, the error does; without the secret it is impossible")
    func deviceFlow() async throws {
        let all = try #require(Plays.google.flows.last).steps(.right)
        func ending(_ error: String, _ status: Int) async throws -> Flow.Outcome {
            var poll = all[1]
            poll.answer = .refusal(error, status: status)
            return try await Stage.run(Google.provider(), .deviceFlow, [all[0], poll]).outcome
        }
        #expect(try await ending("access_denied", 403) == .refusal(.accessDenied))
        #expect(try await ending("expired_token", 400) == .refusal(.credentialExpired))
        #expect(try await ending("invalid_client", 401) == .refusal(.providerMisconfigured))
        let provider = try Setup.provider("google", clients: [Google.client], secret: nil)
        #expect(try await Stage.refusal(provider, .deviceFlow) == .providerMisconfigured)
    }
}
