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
