import CredentialProofs
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
