import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    static let oktaTenant = TenantPlay(
        preset: "okta", issuer: "https://corp.okta.test/oauth2/default",
        base: "https://corp.okta.test/oauth2/default/v1", keys: "https://corp.okta.test/oauth2/default/v1/keys",
        check: "https://corp.okta.test/oauth2/default/v1/introspect",
        deviceStart: "https://corp.okta.test/oauth2/default/v1/device/authorize")

    static let okta: Play = Play(
        "okta",
        flows: [
            oktaTenant.code(), oktaTenant.idToken { [.keys(oktaTenant.keys)] }, oktaTenant.refresh(),
            oktaTenant.device(), oktaTenant.accessToken(),
        ], email: "t@corp.test", .unverified, provider: { try oktaTenant.provider() })
}

@Suite("Okta") struct OktaTests {
    private let tenant = Plays.oktaTenant

    @Test("Some servers take the credentials in the form only: the configuration says so (dex#859)")
    func credentialsInForm() async throws {
        let provider = try tenant.provider { $0.clientAuthentication = .post }
        let token = try TestToken.make(tenant.claims())
        let steps = [
            tenant.discovery, .code("\(tenant.base)/token", .post, .tokens(idToken: token)), .keys(tenant.keys),
        ]
        #expect(try await Stage.identity(provider, .code(), steps).subject.value == "00u1")
    }

    @Test("A tenant's word about an address counts only where the configuration trusts it")
    func addresses() async throws {
        let provider = try tenant.provider { $0.tenantEmail = .trustTenantEmail }
        for (flag, isVerified) in [
            (#""email_verified":true"#, true), (#""email_verified":false"#, false), (#""email_verified":"yes""#, false),
        ] {
            let claims = tenant.claims().replacing(#""email_verified":true"#, with: flag)
            let identity = try await Stage.identity(provider, .idToken(claims), [.keys(tenant.keys)])
            #expect(identity.profile.emailVerified == isVerified, "\(flag)")
        }
    }
}
