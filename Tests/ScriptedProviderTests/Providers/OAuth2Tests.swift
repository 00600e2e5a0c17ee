import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum OAuth2 {
        static func account(_ variation: Variation = .right, token: String = Sent.newAccessToken) -> Step {
            .get(
                "https://as.corp.test/me", token: token,
                .json(
                    #"{"user":{\#(variation.subject("id", "\"u-1\""))},"email":"u@corp.test","email_verified":true,"sub":"not-this"}"#
                ))
        }

        static func provider(
            _ configure: (inout PresetConfiguration) throws -> Void = { _ in }
        ) throws -> ConfiguredProvider {
            try Setup.provider("oauth2", configure: { configuration in
                configuration.endpoints.authorization = try EndpointURL("https://as.corp.test/authorize")
                configuration.endpoints.token = try EndpointURL("https://as.corp.test/token")
                configuration.endpoints.userinfo = try EndpointURL("https://as.corp.test/me")
                configuration.members.subject = try JSONPath(parsing: "user.id")
                configuration.members.email = try JSONPath(parsing: "email")
                configuration.members.emailVerified = try JSONPath(parsing: "email_verified")
                configuration.clientAuthentication = .basic
                try configure(&configuration)
            })
        }
    }

    static let oauth2: Play = Play(
        "oauth2",
        flows: [
            .code("u-1") { [.code("https://as.corp.test/token", .basic, $0.grant(.tokens())), OAuth2.account($0)] }
                .with(email: "u@corp.test", .unverified)
        ], provider: { try OAuth2.provider() })
}
