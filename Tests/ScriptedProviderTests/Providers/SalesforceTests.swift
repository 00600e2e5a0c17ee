import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Salesforce {
        static let base = "https://login.salesforce.com"
        static let keys = "https://login.salesforce.com/id/keys"
        static let subject = "005x00000012Q9P"
        static let url = "\"https://login.salesforce.com/id/00Dx0000000BV7z/005x00000012Q9P\""

        /// The provider with the check of access tokens that is off by default.
        static func withCheck() throws -> ConfiguredProvider {
            try Setup.provider("salesforce", configure: { $0.accessTokens = .withCheckThatIsOffByDefault })
        }

        static func discovery(_ issuer: String = base) -> Step {
            .document(
                "\(issuer)/.well-known/openid-configuration",
                #"{"issuer":"\#(issuer)","authorization_endpoint":"\#(issuer)/services/oauth2/authorize","token_endpoint":"\#(issuer)/services/oauth2/token","jwks_uri":"\#(issuer)/id/keys"}"#
            )
        }

        static func claims(_ variation: Variation = .right, issuer: String = base) -> String {
            variation.claims(issuer, url, #""email":"f@salesforce.test","email_verified":true,"name":"F""#)
        }

        static func check(_ variation: Variation = .right) -> Step {
            .post(
                "\(base)/services/oauth2/introspect",
                form: [
                    "token": .exactly(Sent.accessToken), "token_type_hint": "access_token",
                    "client_id": .exactly(Setup.client), "client_secret": .exactly(Sent.secret),
                ],
                variation.kind == .expired
                    ? .json(#"{"active":false}"#)
                    : .json(
                        #"{"active":true,"client_id":"\#(variation.client(Setup.client))",\#(variation.subject("sub", url)),"scope":"id openid"}"#
                    ))
        }

        static func userinfo(_ variation: Variation = .right, token: String = Sent.accessToken) -> Step {
            .get(
                "\(base)/services/oauth2/userinfo", token: token,
                .json(
                    #"{"sub":\#(url),\#(variation.subject("user_id", "\"\(subject)\"")),"email":"f@salesforce.test","email_verified":true,"name":"F","updated_at":"2013-12-02T18:46:42.000+0000"}"#
                ))
        }
    }

    static let salesforce: Play = Play(
        "salesforce",
        flows: [
            .codeWithIDToken(Salesforce.subject) { variation in
                let token = try TestToken.make(Salesforce.claims(variation))
                return [
                    Salesforce.discovery(),
                    .code("\(Salesforce.base)/services/oauth2/token", .post, .tokens(idToken: token)),
                    .keys(Salesforce.keys),
                ]
            },
            .idToken(
                Salesforce.subject, keys: { [Salesforce.discovery(), .keys(Salesforce.keys)] },
                claims: { Salesforce.claims($0) }),
            .accessToken(Salesforce.subject, outcomes: [.expired: .refusal(.credentialInvalid)]) { variation in
                [Salesforce.discovery(), Salesforce.check(variation), Salesforce.userinfo(variation)]
            },
        ], email: "f@salesforce.test", .verified, provider: Salesforce.withCheck)
}

@Suite("Salesforce") struct SalesforceTests {
    private typealias Salesforce = Plays.Salesforce

    @Test("A domain of one's own has metadata of its own issuer")
    func ownDomain() async throws {
        let base = "https://corp.my.salesforce.test"
        let provider = try Setup.provider("salesforce", parameters: [.base: base])
        let identity = try await Stage.identity(
            provider, .idToken(Salesforce.claims(issuer: base)), [Salesforce.discovery(base), .keys("\(base)/id/keys")])
        #expect(identity.subject.value == Salesforce.subject)
        var foreign = Salesforce.discovery(base)
        foreign.answer.body = Salesforce.discovery().answer.body
        let start = try Flow.Start.idToken(Salesforce.claims(issuer: base))
        #expect(try await Stage.refusal(provider, start, [foreign]) == .providerMisconfigured)
    }

    @Test("The check of access tokens is off until the configuration switches it on")
    func checkIsOff() async throws {
        #expect(try await Stage.refusal(Setup.provider("salesforce"), .accessToken()) == .audienceUnprovable)
    }

    @Test("A check that does not name the client proves nothing; one of another account is refused")
    func check() async throws {
        for (answer, code) in [
            (#"{"active":true,"sub":\#(Salesforce.url)}"#, CredentialError.Code.audienceUnprovable),
            (#"{"active":true,"client_id":"client-ours"}"#, .credentialInvalid),
            (#"{"active":true,"client_id":"client-ours","sub":"https://x/"}"#, .credentialInvalid),
        ] {
            var check = Salesforce.check()
            check.answer.body = answer
            let steps = [Salesforce.discovery(), check]
            #expect(try await Stage.refusal(Salesforce.withCheck(), .accessToken(), steps) == code, "\(answer)")
        }
        var userinfo = Salesforce.userinfo()
        userinfo.answer.body = userinfo.answer.body.replacing(
            #""user_id":"005x00000012Q9P""#, with: #""user_id":"005x00000012Q9Q""#)
        let steps = [Salesforce.discovery(), Salesforce.check(), userinfo]
        #expect(try await Stage.refusal(Salesforce.withCheck(), .accessToken(), steps) == .subjectMismatch)
    }
}
