import CredentialProofs
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    static let auth0Tenant = TenantPlay(
        preset: "auth0", issuer: "https://corp.auth0.test/", base: "https://corp.auth0.test/oauth",
        keys: "https://corp.auth0.test/.well-known/jwks.json",
        deviceStart: "https://corp.auth0.test/oauth/device/code")

    static let auth0: Play = Play(
        "auth0",
        flows: [
            auth0Tenant.code(), auth0Tenant.idToken { [.keys(auth0Tenant.keys)] }, auth0Tenant.refresh(),
            auth0Tenant.deviceWithIDToken(),
        ], email: "t@corp.test", .unverified, provider: { try auth0Tenant.provider() })
}

@Suite("Auth0") struct Auth0Tests {
    private let tenant = Plays.auth0Tenant

    /// An access token that is a JWT.
    private func claims(_ more: String, issuer: String? = nil) -> String {
        let now = Sent.now.secondsSinceEpoch
        return
            #"{"iss":"\#(issuer ?? tenant.issuer)","sub":"00u1","aud":"https://api.corp.test","exp":\#(now + 60),\#(more)}"#
    }

    @Test("Access tokens are refused by default")
    func offByDefault() async throws {
        #expect(try await Stage.refusal(tenant.provider(), .accessToken()) == .audienceUnprovable)
    }

    @Test("Where it is switched on, the signed access token itself names the client, for a while yet")
    func localCheck() async throws {
        let provider = try tenant.provider { $0.accessTokens = .withCheckThatIsOffByDefault }
        let right = try TestToken.make(claims(#""azp":"client-ours""#))
        var userinfo = tenant.userinfo(token: right)
        let identity = try await Stage.identity(
            provider, .accessToken(right), [.keys(tenant.keys), tenant.discovery, userinfo])
        #expect(identity.subject.value == "00u1")
        userinfo.answer.body = userinfo.answer.body.replacing("00u1", with: "00u2")
        let mismatch = try await Stage.refusal(
            provider, .accessToken(right), [.keys(tenant.keys), tenant.discovery, userinfo])
        #expect(mismatch == .subjectMismatch)
        let now = Sent.now.secondsSinceEpoch
        let cases: [(String, TokenKey, CredentialError.Code)] = [
            (claims(#""azp":"other""#), .rsa, .audienceMismatch),
            (claims(#""scope":"openid""#), .rsa, .audienceUnprovable),
            (claims(#""azp":"client-ours""#, issuer: "https://evil.auth0.test/"), .rsa, .credentialInvalid),
            (claims(#""azp":"client-ours""#), .otherRSA, .credentialInvalid),
            (claims(#""azp":"client-ours""#).replacing("\(now + 60)", with: "\(now - 600)"), .rsa, .credentialExpired),
            (claims(#""azp":"client-ours""#).replacing(#""exp":\#(now + 60),"#, with: ""), .rsa, .credentialInvalid),
        ]
        for (claims, key, code) in cases {
            let token = try TestToken.make(claims, key: key)
            let ending = try await Stage.run(provider, .accessToken(token), [.keys(tenant.keys)])
            #expect(ending.code == code, "\(claims)")
        }
        for token in [try TestToken.make(claims(#""azp":"client-ours""#), key: .none), Sent.accessToken] {
            #expect(try await Stage.refusal(provider, .accessToken(token)) == .credentialInvalid)
        }
    }
}
