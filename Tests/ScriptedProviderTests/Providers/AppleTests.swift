import CredentialProofs
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Apple {
        static let client = "com.example.web"
        static let bundle = "com.example.app"
        static let keys = "https://appleid.apple.com/auth/keys"

        static func claims(
            _ variation: Variation = .right, issuer: String = "https://appleid.apple.com", client: String = client,
            nonce: String? = Sent.nonce, _ more: String = #""nonce_supported":true"#
        ) -> String {
            variation.claims(
                issuer, client: client, "\"001.x.1\"", nonce: nonce,
                #""email":"r@privaterelay.appleid.com","email_verified":"true","is_private_email":"true",\#(more)"#)
        }

        static func provider() throws -> ConfiguredProvider {
            let secret = try SignedClientSecret(
                TestKeys.ec.get(), keyID: "KEYID12345", issuer: "TEAMID1234", audience: "https://appleid.apple.com",
                clock: FixedWallClock(Sent.now))
            return try Setup.provider("apple", clients: [client, bundle], credential: .signedSecret(secret))
        }

        static func code(_ answer: Answer) -> Step {
            var step = Step.code("https://appleid.apple.com/auth/token", .name, client: client, answer)
            step.request.form["client_secret"] = .fitting { isSecret($0) }
            return step
        }

        /// Whether a text is the client secret that Apple wants: ES256, our key, our team, five minutes.
        static func isSecret(_ text: String) -> Bool {
            let parts = text.split(separator: ".")
            guard parts.count == 3, let header = try? Base64URL.decode(parts[0].utf8),
                let claims = try? Base64URL.decode(parts[1].utf8),
                let signature = try? Base64URL.decode(parts[2].utf8)
            else { return false }
            let now = Sent.now.secondsSinceEpoch
            return String(decoding: header, as: UTF8.self) == #"{"alg":"ES256","typ":"JWT","kid":"KEYID12345"}"#
                && String(decoding: claims, as: UTF8.self)
                    == #"{"iss":"TEAMID1234","sub":"com.example.web","aud":"https://appleid.apple.com","iat":\#(now),"exp":\#(now + 300)}"#
                && signature.count == 64
        }
    }

    static let apple: Play = Play(
        "apple",
        flows: [
            .codeWithIDToken("001.x.1") { variation in
                [Apple.code(.tokens(idToken: try TestToken.make(Apple.claims(variation)))), .keys(Apple.keys)]
            },
            .idToken("001.x.1", keys: { [.keys(Apple.keys)] }, claims: { Apple.claims($0) }),
        ], email: "r@privaterelay.appleid.com", .verified, provider: Apple.provider)
}
