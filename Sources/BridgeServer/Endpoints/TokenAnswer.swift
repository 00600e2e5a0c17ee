import CustomTokens
import Bridge
import JOSE
import OAuthClient
import Providers
import StrictJSON

/// The JSON of token answers (RFC 6749, section 5.1; RFC 8693, section 2.2.1).
enum TokenAnswer: Sendable {
    /// The answer with a custom token, which is no bearer token of ours: `token_type` is `N_A`.
    static func object(_ issued: IssuedCustomToken, scope: String?) -> JSONObject {
        var object = JSONObject()
        object["access_token"] = .string(issued.customToken.serialized)
        object["issued_token_type"] = "urn:ietf:params:oauth:token-type:jwt"
        object["token_type"] = "N_A"
        object["expires_in"] = .integer(issued.expiresIn)
        object["uid"] = .string(issued.customToken.userID.value)
        object["scope"] = scope.map { .string($0) }
        return object
    }

    /// What a provider says about an account; members without a value are left out.
    static func profile(_ profile: ProviderProfile, provider: String) -> JSONObject {
        var object = JSONObject()
        object["provider"] = .string(provider)
        object["sub"] = .string(profile.subject.value)
        if let email = profile.email {
            object["email"] = .string(email.address)
            object["email_verified"] = .bool(profile.emailVerified)
        }
        object["name"] = profile.name.map { .string($0) }
        object["picture"] = profile.picture.map { .string($0) }
        return object
    }

    /// A provider's tokens, for a client that is registered to get them.
    static func object(_ tokens: TokenResponse) -> JSONObject {
        object(
            access: tokens.accessToken, refresh: tokens.refreshToken, id: tokens.idToken, expiresIn: tokens.expiresIn)
    }

    /// The same, when they were kept for a while.
    static func object(_ tokens: HandedOnTokens, now: NumericDate) -> JSONObject {
        object(
            access: tokens.accessToken, refresh: tokens.refreshToken, id: tokens.idToken,
            expiresIn: tokens.expiration.map { max(0, $0.secondsSinceEpoch - now.secondsSinceEpoch) })
    }

    private static func object(
        access: AccessToken, refresh: RefreshToken?, id: UnverifiedIDToken?, expiresIn: Int64?
    ) -> JSONObject {
        var object = JSONObject()
        object["access_token"] = .string(access.secretText)
        object["refresh_token"] = refresh.map { .string($0.secretText) }
        object["id_token"] = id.map { .string($0.secretText) }
        object["expires_in"] = expiresIn.map { .integer($0) }
        return object
    }
}
