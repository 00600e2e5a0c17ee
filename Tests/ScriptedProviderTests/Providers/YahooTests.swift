import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Yahoo {
        static let client = "dj0yJmk9ZDhCSkVQ"
        static let token = "https://api.login.yahoo.com/oauth2/get_token"
        static let keys = "https://api.login.yahoo.com/openid/v1/certs"
        static let userinfo = "https://api.login.yahoo.com/openid/v1/userinfo"

        static func claims(_ variation: Variation, nonce: String? = Sent.nonce) -> String {
            variation.claims(
                "https://api.login.yahoo.com", client: client, "\"REALSUB\"", nonce: nonce,
                #""email":"o@yahoo.test","email_verified":true,"name":"O""#)
        }

        static func provider() throws -> ConfiguredProvider { try Setup.provider("yahoo", clients: [client]) }
    }

    static let yahoo: Play = Play(
        "yahoo",
        flows: [
            .codeWithIDToken("REALSUB") { variation in
                // The xoauth_yahoo_guid beside the token is nobody's account (B44).
                let token = try TestToken.make(Yahoo.claims(variation), key: .ec)
                let more = #""xoauth_yahoo_guid":"OTHERGUID""#
                return [
                    .code(Yahoo.token, .basic, client: Yahoo.client, .tokens(idToken: token, more: more)),
                    .keys(Yahoo.keys),
                ]
            }.with(email: "o@yahoo.test", .verified),
            .idToken("REALSUB", keys: { [.keys(Yahoo.keys)] }, claims: { Yahoo.claims($0) })
                .with(email: "o@yahoo.test", .verified),
            .refresh("REALSUB") { variation in
                let account = #"{\#(variation.subject("sub", "\"REALSUB\"")),"email":"o@yahoo.test"}"#
                return [
                    .refresh(
                        Yahoo.token, .basic, client: Yahoo.client,
                        more: ["redirect_uri": .exactly(Sent.redirectURI)],
                        variation.grant(.tokens(refreshToken: Sent.newRefreshToken))),
                    .get(Yahoo.userinfo, .json(account)),
                ]
            }.with(email: "o@yahoo.test", .unverified),
        ], provider: Yahoo.provider)
}

@Suite("Yahoo") struct YahooTests {
    private typealias Yahoo = Plays.Yahoo

    @Test("Access tokens cannot be checked: refused before any request, with what is accepted (PRV-02)")
    func accessToken() async throws {
        let ending = try await Stage.run(Yahoo.provider(), .accessToken(), [])
        #expect(ending.code == .audienceUnprovable)
        #expect(
            ending.error?.reason
                == "yahoo: nothing tells which client an access token of this provider was issued to (no documented endpoint of Yahoo tells the client of an access token); send the authorization code with its code_verifier, or the ID token, or the refresh token instead"
        )
    }

    @Test("The subject is that of the ID token, whatever xoauth_yahoo_guid says (B44)")
    func guid() async throws {
        for guid in [#""xoauth_yahoo_guid":"OTHERGUID""#, #""xoauth_yahoo_guid":null"#, ""] {
            let token = try TestToken.make(Yahoo.claims(.right), key: .ec)
            let identity = try await Stage.identity(
                Yahoo.provider(), .code(),
                [
                    .code(Yahoo.token, .basic, client: Yahoo.client, .tokens(idToken: token, more: guid)),
                    .keys(Yahoo.keys),
                ])
            #expect(identity.subject.value == "REALSUB")
        }
    }

    @Test("A code that is answered without an ID token proves nothing (B44)")
    func noIDToken() async throws {
        let code = try await Stage.refusal(
            Yahoo.provider(), .code(),
            [.code(Yahoo.token, .basic, client: Yahoo.client, .tokens(more: #""xoauth_yahoo_guid":null"#))])
        #expect(code == .credentialInvalid)
    }

    @Test("ES256 and RS256 are accepted by the kind of the key; an ES256 header with the RSA key's kid is not")
    func algorithms() async throws {
        let provider = try Yahoo.provider()
        for key in [TokenKey.rsa, .ec] {
            let identity = try await Stage.identity(
                provider, .idToken(Yahoo.claims(.right), key: key), [.keys(Yahoo.keys)])
            #expect(identity.client == Yahoo.client)
        }
        let crossed: [(TokenKey, String)] = [(.ec, TestKeys.rsaKeyID), (.rsa, TestKeys.ecKeyID)]
        for (key, keyID) in crossed {
            let start = try Flow.Start.idToken(Yahoo.claims(.right), key: key, header: ["kid": .string(keyID)])
            #expect(try await Stage.refusal(provider, start, [.keys(Yahoo.keys)]) == .credentialInvalid)
        }
        for key in [TokenKey.none, .secret([UInt8](Sent.secret.utf8))] {
            let start = try Flow.Start.idToken(Yahoo.claims(.right), key: key)
            #expect(try await Stage.refusal(provider, start) == .credentialInvalid)
        }
        let forged = try Flow.Start.idToken(Yahoo.claims(.right), key: .otherRSA)
        #expect(try await Stage.refusal(provider, forged, [.keys(Yahoo.keys)]) == .credentialInvalid)
    }

    @Test("The nonce: both or none, and the same (OIDC-11)")
    func nonce() async throws {
        let provider = try Yahoo.provider()
        let cases: [(claim: String?, sent: String?, code: CredentialError.Code?)] = [
            (Sent.nonce, Sent.nonce, nil), (nil, nil, nil), (Sent.nonce, nil, .nonceRequired),
            (nil, Sent.nonce, .nonceMismatch), ("another-nonce", Sent.nonce, .nonceMismatch),
        ]
        for (claim, sent, code) in cases {
            let start = try Flow.Start.idToken(Yahoo.claims(.right, nonce: claim), nonce: sent)
            let ending = try await Stage.run(provider, start, [.keys(Yahoo.keys)])
            #expect(ending.code == code)
        }
    }

    @Test("A refresh returns the new refresh token, and the old one where none is new")
    func rotation() async throws {
        for (new, kept) in [(Sent.newRefreshToken, Sent.newRefreshToken), (nil, Sent.refreshToken)] {
            let ending = try await Stage.run(
                Yahoo.provider(), .refreshToken,
                [
                    .refresh(
                        Yahoo.token, .basic, client: Yahoo.client, more: ["redirect_uri": .exactly(Sent.redirectURI)],
                        .tokens(refreshToken: new)),
                    .get(Yahoo.userinfo, .json(#"{"sub":"REALSUB"}"#)),
                ])
            #expect(ending.refreshToken == kept)
        }
    }

    @Test("The experimental introspection counts only if it is switched on, active and names our client")
    func introspection() async throws {
        let provider = try Setup.provider(
            "yahoo", clients: [Yahoo.client], configure: { $0.accessTokens = .withCheckThatIsOffByDefault })
        let answers: [(String, CredentialError.Code?)] = [
            (#"{"active":true,"client_id":"\#(Yahoo.client)"}"#, nil),
            (#"{"active":true,"client_id":"\#(Variation.otherClient)"}"#, .audienceMismatch),
            (#"{"active":true}"#, .audienceUnprovable), (#"{"active":true,"client_id":null}"#, .audienceUnprovable),
            (#"{"active":"true","client_id":"\#(Yahoo.client)"}"#, .credentialInvalid),
            (#"{"active":1,"client_id":"\#(Yahoo.client)"}"#, .credentialInvalid),
            (#"{"active":false,"client_id":"\#(Yahoo.client)"}"#, .credentialInvalid),
        ]
        for (answer, code) in answers {
            let check = Step.post(
                "https://api.login.yahoo.com/oauth2/introspect",
                form: ["token": .exactly(Sent.accessToken), "token_type_hint": "access_token"],
                authorization: .exactly(ClientProof.basicField(Yahoo.client, Sent.secret)), .json(answer))
            let account = Step.get(Yahoo.userinfo, token: Sent.accessToken, .json(#"{"sub":"REALSUB"}"#))
            let ending = try await Stage.run(provider, .accessToken(), code == nil ? [check, account] : [check])
            #expect(ending.code == code, "\(answer)")
        }
    }
}
