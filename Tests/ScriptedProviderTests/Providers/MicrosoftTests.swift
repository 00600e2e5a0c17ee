import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Microsoft {
        static let client = "6cb04018-a3f5-46a7-b995-940c78f5aef3"
        static let tenant = "9122040d-6c67-4c5b-b112-36a304b66dad"
        static let personal = "9188040d-6c67-4c5b-b112-36a304b66dad"
        static let base = "https://login.microsoftonline.com"
        static let scopes = "openid profile email offline_access"

        static func keys(_ tenant: String = "common") -> String { "\(base)/\(tenant)/discovery/v2.0/keys" }

        static func claims(
            _ variation: Variation = .right, tenant: String? = tenant, issuer: String? = nil, nonce: String? = Sent.nonce,
            _ more: String = #""email":"victim@corp.test","name":"V""#
        ) -> String {
            let tid = tenant.map { #""tid":"\#($0)","# } ?? ""
            return variation.claims(
                issuer ?? "\(base)/\(tenant ?? Self.tenant)/v2.0", client: client, "\"s\"", nonce: nonce,
                #"\#(tid)"oid":"o",\#(more)"#)
        }

        static func provider(_ tenant: String = "common") throws -> ConfiguredProvider {
            try Setup.provider("microsoft", clients: [client], parameters: [.tenant: tenant])
        }
    }

    static let microsoft: Play = Play(
        "microsoft",
        flows: [
            .codeWithIDToken("s") { variation in
                let token = try TestToken.make(Microsoft.claims(variation))
                return [
                    .code(
                        "\(Microsoft.base)/common/oauth2/v2.0/token", .post, client: Microsoft.client,
                        .tokens(idToken: token)), .keys(Microsoft.keys()),
                ]
            },
            .idToken("s", keys: { [.keys(Microsoft.keys())] }, claims: { Microsoft.claims($0) }),
            .refresh("s") { variation in
                let token = try TestToken.make(Microsoft.claims(variation, nonce: nil))
                return [
                    .refresh(
                        "\(Microsoft.base)/common/oauth2/v2.0/token", .post, client: Microsoft.client,
                        more: ["scope": .exactly(Microsoft.scopes)],
                        .tokens(idToken: token, refreshToken: Sent.newRefreshToken)), .keys(Microsoft.keys()),
                ]
            }.ending([.otherClient: .refusal(.audienceMismatch), .expired: .refusal(.credentialExpired)]),
            .device("s") { variation in
                let token = try TestToken.make(Microsoft.claims(variation, nonce: nil))
                return [
                    .deviceStart(
                        "\(Microsoft.base)/common/oauth2/v2.0/devicecode",
                        form: ["client_id": .exactly(Microsoft.client), "scope": .exactly(Microsoft.scopes)],
                        .deviceCodes("https://microsoft.com/devicelogin"))
                ]
                    + Step.devicePolls(
                        "\(Microsoft.base)/common/oauth2/v2.0/token",
                        form: [
                            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                            "device_code": .exactly(Sent.deviceCode), "client_id": .exactly(Microsoft.client),
                        ], pending: .pending, .tokens(idToken: token)) + [.keys(Microsoft.keys())]
            },
        ], email: "victim@corp.test", .unverified, provider: { try Microsoft.provider() })
}
