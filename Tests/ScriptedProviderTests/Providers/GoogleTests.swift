import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Google {
        static let client = "1-a.apps.googleusercontent.com"
        static let otherOfOurs = "1-b.apps.googleusercontent.com"
        static let subject = "110169484474386276334"
        static let token = "https://oauth2.googleapis.com/token"
        static let keys = "https://www.googleapis.com/oauth2/v3/certs"
        static let userinfo = "https://openidconnect.googleapis.com/v1/userinfo"

        static func claims(
            _ variation: Variation, issuer: String = "https://accounts.google.com", client: String = client,
            _ more: String = ""
        ) -> String {
            let profile = #""email":"a@gmail.com","email_verified":true,"name":"A""#
            return variation.claims(
                issuer, client: client, "\"\(subject)\"", more.isEmpty ? profile : "\(profile),\(more)")
        }

        static func check(
            _ variation: Variation, azp: String? = nil, aud: String? = nil, token: String = Sent.accessToken
        ) -> Step {
            let aud = aud ?? variation.client(client)
            let expires = variation.time(#""3599""#, old: #""0""#)
            let azp = azp ?? aud
            return .post(
                "https://oauth2.googleapis.com/tokeninfo", form: [:], authorization: .exactly("Bearer \(token)"),
                .json(
                    #"{"azp":"\#(azp)","aud":"\#(aud)",\#(variation.subject("sub", "\"\(subject)\"")),"scope":"openid https://www.googleapis.com/auth/userinfo.email","exp":"4102444800","expires_in":\#(expires),"email":"a@gmail.com","email_verified":"true","access_type":"online"}"#
                ))
        }

        static func account(_ variation: Variation, token: String) -> Step {
            .get(
                userinfo, token: token,
                .json(
                    #"{\#(variation.subject("sub", "\"\(subject)\"")),"email":"a@gmail.com","email_verified":true,"name":"A"}"#
                ))
        }

        static func provider() throws -> ConfiguredProvider {
            try Setup.provider("google", clients: [client, otherOfOurs])
        }
    }

    static let google: Play = Play(
        "google",
        flows: [
            .codeWithIDToken(Google.subject) { variation in
                let token = try TestToken.make(Google.claims(variation))
                return [
                    .code(Google.token, .post, client: Google.client, .tokens(idToken: token)), .keys(Google.keys),
                ]
            },
            .idToken(Google.subject, keys: { [.keys(Google.keys)] }, claims: { Google.claims($0) }),
            .accessToken(Google.subject) { variation in
                [Google.check(variation), Google.account(variation, token: Sent.accessToken)]
            },
            .refresh(Google.subject) { variation in
                [
                    .refresh(Google.token, .post, client: Google.client, variation.grant(.tokens())),
                    Google.account(variation, token: Sent.newAccessToken),
                ]
            },
            .device(Google.subject) { variation in
                let token = try TestToken.make(Google.claims(variation))
                return [
                    .deviceStart(
                        "https://oauth2.googleapis.com/device/code",
                        form: ["client_id": .exactly(Google.client), "scope": "openid email profile"],
                        .deviceCodes("https://www.google.com/device", member: "verification_url"))
                ]
                    + Step.devicePolls(
                        Google.token,
                        form: [
                            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                            "device_code": .exactly(Sent.deviceCode), "client_id": .exactly(Google.client),
                            "client_secret": .exactly(Sent.secret),
                        ], pending: .refusal("authorization_pending", status: 428), .tokens(idToken: token))
                    + [.keys(Google.keys)]
            },
        ], email: "a@gmail.com", .authoritative, provider: Google.provider)
}
