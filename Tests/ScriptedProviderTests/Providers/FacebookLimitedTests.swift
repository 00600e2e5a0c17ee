import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum FacebookLimited {
        static let keys = "https://limited.facebook.com/.well-known/oauth/openid/jwks/"
        /// SHA-256 of the nonce, by another implementation.
        static let hash = "09a1182b118ad586c9f7a148e7ea6cc58c6f6a62b8dc421835fe8b64c9d09dc6"

        static func claims(_ variation: Variation, nonce: String? = hash, jti: String = #""jti":"j1""#) -> String {
            variation.claims(
                "https://www.facebook.com", client: Facebook.client, "\"1207059\"", nonce: nonce,
                [jti, #""email":"c@x.test","name":"C""#].filter { !$0.isEmpty }.joined(separator: ","))
        }

        static func provider() throws -> ConfiguredProvider {
            try Setup.provider("facebook-limited", clients: [Facebook.client], secret: nil)
        }
    }

    static let facebookLimited: Play = Play(
        "facebook-limited",
        flows: [
            .idToken("1207059", keys: { [.keys(FacebookLimited.keys)] }, claims: { FacebookLimited.claims($0) })
                .with(email: "c@x.test", .unverified)
        ], provider: FacebookLimited.provider)
}
