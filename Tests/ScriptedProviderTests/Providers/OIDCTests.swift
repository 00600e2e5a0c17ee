import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    static let tenant = TenantPlay(
        preset: "oidc", issuer: "https://id.corp.test/realm", base: "https://id.corp.test/realm/oauth",
        keys: "https://id.corp.test/realm/jwks")

    static let oidc: Play = Play(
        "oidc",
        flows: [
            tenant.code(), tenant.idToken { [tenant.discovery, .keys(tenant.keys)] }, tenant.refresh(),
            tenant.deviceWithIDToken(),
        ], email: "t@corp.test", .verified, provider: { try tenant.provider() })
}
