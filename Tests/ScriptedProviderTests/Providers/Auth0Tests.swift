import CredentialProofs
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
