import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    static let keycloakTenant = TenantPlay(
        preset: "keycloak", issuer: "https://sso.corp.test/realms/r",
        base: "https://sso.corp.test/realms/r/protocol/openid-connect",
        keys: "https://sso.corp.test/realms/r/protocol/openid-connect/certs",
        check: "https://sso.corp.test/realms/r/protocol/openid-connect/token/introspect",
        deviceStart: "https://sso.corp.test/realms/r/protocol/openid-connect/auth/device")

    static let keycloak: Play = Play(
        "keycloak",
        flows: [
            keycloakTenant.code(), keycloakTenant.idToken { [.keys(keycloakTenant.keys)] }, keycloakTenant.refresh(),
            keycloakTenant.device(), keycloakTenant.accessToken(),
        ], email: "t@corp.test", .unverified, provider: { try keycloakTenant.provider() })
}
