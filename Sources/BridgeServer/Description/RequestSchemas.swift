import Bridge
import StrictJSON

/// The forms of the token endpoint and the device authorization endpoint.
///
/// Parameters with other names do no harm; one that is empty is taken as not there (RFC 6749, section 3.2).
enum RequestSchemas: Sendable {
    /// The schemas by name.
    static let all: [(String, DescriptionNode)] =
        [("TokenRequest", token)]
        + RegisteredClient.Grant.allCases.map { (name(of: $0), form(of: $0)) }
        + [("DeviceAuthorizationRequest", deviceAuthorization)]

    private static let token: DescriptionNode = [
        "description": "A request to the token endpoint: one form for each grant.",
        "oneOf": .list(RegisteredClient.Grant.allCases.map { .reference("schemas", name(of: $0)) }),
        "discriminator": ["propertyName": "grant_type", "mapping": .members(mapping)],
    ]

    private static let mapping: [(String, DescriptionNode)] = RegisteredClient.Grant.allCases.map { grant in
        (grant.grantType, .text("#/components/schemas/\(name(of: grant))"))
    }

    private static let deviceAuthorization = form(
        "A device asks for a sign-in (RFC 8628, section 3.1).", required: [],
        [("provider", FormParameterSchemas.provider), ("scope", FormParameterSchemas.ignoredScope)])

    /// The name of a grant's form.
    static func name(of grant: RegisteredClient.Grant) -> String {
        switch grant {
        case .tokenExchange: "TokenExchangeRequest"
        case .deviceCode: "DeviceTokenRequest"
        case .authorizationCode: "AuthorizationCodeRequest"
        case .clientCredentials: "ClientCredentialsRequest"
        case .jwtBearer: "AssertionRequest"
        }
    }

    private static func form(of grant: RegisteredClient.Grant) -> DescriptionNode {
        typealias Parameter = FormParameterSchemas
        let type = ("grant_type", ["type": "string", "const": .text(grant.grantType)] as DescriptionNode)
        return switch grant {
        case .tokenExchange:
            form(
                "A provider's credential is exchanged for a custom token (RFC 8693, section 2.1).",
                required: ["grant_type", "subject_token", "subject_token_type"],
                [
                    type, ("subject_token", Parameter.credential("The credential.")),
                    ("subject_token_type", Parameter.subjectTokenType), ("provider", Parameter.provider),
                    ("nonce", Parameter.nonce), ("audience", Parameter.audience), ("resource", Parameter.resource),
                    ("requested_token_type", Parameter.requestedTokenType), ("scope", Parameter.scope),
                    ("code_verifier", Parameter.codeVerifier), ("redirect_uri", Parameter.redirectURI),
                ])
        case .deviceCode:
            form(
                "A device asks whether the person has decided (RFC 8628, section 3.4).",
                required: ["grant_type", "device_code"],
                [type, ("device_code", Parameter.credential("The device code, as it was given to the device."))])
        case .authorizationCode:
            form(
                "An app redeems an authorization code of this service (RFC 6749, section 4.1.3).",
                required: ["grant_type", "code", "redirect_uri", "code_verifier"],
                [
                    type, ("code", Parameter.credential("The authorization code.")),
                    ("redirect_uri", Parameter.redirectURI), ("code_verifier", Parameter.codeVerifier),
                ])
        case .clientCredentials:
            form(
                "A server mints a custom token for a uid (RFC 6749, section 4.4).", required: ["grant_type", "uid"],
                [
                    type, ("uid", Parameter.userID), ("claims", Parameter.claims), ("tenant_id", Parameter.tenantID),
                    ("ttl", Parameter.lifetime), ("scope", Parameter.ignoredScope),
                ])
        case .jwtBearer:
            form(
                """
                A server mints a custom token by an assertion that it has signed (RFC 7523, section 2.1): `sub` is the uid; \
                `claims`, `tenant_id` and `ttl` may stand beside.
                """, required: ["grant_type", "assertion"],
                [type, ("assertion", Parameter.credential("The signed assertion, a JWT."))])
        }
    }

    /// A form, with the parameters by which clients prove who they are.
    private static func form(
        _ description: String, required: [String], _ parameters: [(String, DescriptionNode)]
    ) -> DescriptionNode {
        let node: DescriptionNode = [
            "type": "object", "description": .text(description),
            "properties": .members(parameters + FormParameterSchemas.ofClient),
        ]
        return required.isEmpty ? node : node.adding(["required": .strings(required)])
    }
}
