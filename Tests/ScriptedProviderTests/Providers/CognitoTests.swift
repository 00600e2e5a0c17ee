import CredentialProofs
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    static let cognitoTenant = TenantPlay(
        preset: "cognito", issuer: "https://cognito-idp.eu-1.amazonaws.test/eu-1_pool",
        base: "https://corp.auth.eu-1.amazoncognito.test/oauth2",
        keys: "https://cognito-idp.eu-1.amazonaws.test/eu-1_pool/.well-known/jwks.json",
        claims: #""token_use":"id""#)

    static let cognito: Play = Play(
        "cognito",
        flows: [
            cognitoTenant.code(), cognitoTenant.idToken { [.keys(cognitoTenant.keys)] }, cognitoTenant.refresh(),
        ], email: "t@corp.test", .unverified, provider: { try cognitoTenant.provider() })
}

@Suite("Amazon Cognito") struct CognitoTests {
    private let tenant = Plays.cognitoTenant

    @Test("An access token is no ID token, though the same pool signed it (token_use)")
    func tokenUse() async throws {
        for use in [#""token_use":"access""#, #""token_use":null"#, #""token_use":["id"]"#, #""x":1"#] {
            let claims = tenant.claims().replacing(#""token_use":"id""#, with: use)
            let code = try await Stage.refusal(tenant.provider(), .idToken(claims), [.keys(tenant.keys)])
            #expect(code == .credentialInvalid, "\(use)")
        }
    }

    @Test("Where it is switched on, an access token must say that it is one, and for which client")
    func localCheck() async throws {
        let provider = try tenant.provider { $0.accessTokens = .withCheckThatIsOffByDefault }
        let now = Sent.now.secondsSinceEpoch
        func token(_ more: String) throws -> String {
            try TestToken.make(#"{"iss":"\#(tenant.issuer)","sub":"00u1","exp":\#(now + 60),\#(more)}"#)
        }
        let right = try token(#""client_id":"client-ours","token_use":"access""#)
        let identity = try await Stage.identity(
            provider, .accessToken(right),
            [.keys(tenant.keys), tenant.discovery, tenant.userinfo(token: right)])
        #expect(identity.proof == .accessTokenChecked)
        for (more, code) in [
            (#""client_id":"client-ours","token_use":"id""#, CredentialError.Code.credentialInvalid),
            (#""client_id":"other","token_use":"access""#, .audienceMismatch),
            (#""aud":"client-ours","token_use":"access""#, .audienceUnprovable),
        ] {
            let ending = try await Stage.run(provider, .accessToken(token(more)), [.keys(tenant.keys)])
            #expect(ending.code == code, "\(more)")
        }
    }
}
