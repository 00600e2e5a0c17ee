import Bridge
import StrictJSON

/// The parameters of forms; one that need not be there may be empty, which is the same (RFC 6749, section 3.2).
enum FormParameterSchemas: Sendable {
    static let subjectTokenType: DescriptionNode = [
        "type": "string", "description": "What the credential is.",
        "enum": [
            "urn:ietf:params:oauth:token-type:id_token", "urn:ietf:params:oauth:token-type:access_token",
            "urn:ietf:params:oauth:token-type:refresh_token", "urn:ietf:params:oauth:token-type:jwt",
            "urn:token-bridge:token-type:authorization_code",
        ],
    ]
    static let requestedTokenType: DescriptionNode = [
        "type": "string", "description": "What is asked for: a custom token is a JWT, and nothing else is issued.",
        "const": "urn:ietf:params:oauth:token-type:jwt",
    ]
    static let provider = text(
        "The provider by its name in the configuration; without it the issuer of an ID token selects one.", 0...128)
    static let nonce = text("The nonce that the credential is bound to, as it was before any hashing.", 0...512)
    static let audience = text("Whom the custom token is for: the project or the tenant, by name.", 0...128)
    static let resource: DescriptionNode = [
        "type": "string", "format": "uri", "description": "Whom the custom token is for, by address.",
        "const": .text(ExchangeTargets.resource),
    ]
    static let scope: DescriptionNode = [
        "type": "string", "pattern": "^([!#-\\[\\]-~]+( [!#-\\[\\]-~]+)*)?$",
        "description": "Custom tokens have no scope: whatever is asked for, the empty one is granted.",
    ]
    /// A scope that is not even looked at.
    static let ignoredScope = scope.removing("pattern")
    static let codeVerifier: DescriptionNode = [
        "type": "string", "pattern": "^([A-Za-z0-9._~-]{43,128})?$",
        "description": "The code verifier (RFC 7636, section 4.1); only with an authorization code.",
    ]
    static let redirectURI: DescriptionNode = [
        "type": "string", "format": "uri",
        "description": "The redirect address of the authorization request; only with an authorization code.",
    ]
    static let userID = text("Whom the token signs in; at most 128 bytes.", 1...128)
    static let claims: DescriptionNode = [
        "type": "string", "contentMediaType": "application/json",
        "description": "The developer claims, one JSON object as text; at most 1,000 bytes.",
    ]
    static let tenantID = text("The tenant of Identity Platform.", 0...128)
    static let lifetime: DescriptionNode = [
        "type": "integer", "minimum": 1, "maximum": 3600, "description": "The lifetime of the token in seconds.",
    ]

    /// The parameters by which clients prove who they are.
    static let ofClient: [(String, DescriptionNode)] = [
        ("client_id", text("The client identifier; all that a public client sends.", 0...512)),
        ("client_secret", text("The client secret (`client_secret_post`).", 0...1024)),
        (
            "client_assertion_type",
            ["type": "string", "const": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"]
        ),
        (
            "client_assertion",
            credential("The signed assertion of the client (`private_key_jwt`), a JWT.").adding(["pattern": "^[!-~]*$"])
        ),
    ]

    /// A credential.
    static func credential(_ description: String) -> DescriptionNode {
        [
            "type": "string", "pattern": "^[!-~]+$", "maxLength": 16384, "description": .text(description),
        ]
    }

    /// A text of some characters.
    static func text(_ description: String, _ length: ClosedRange<Int64>) -> DescriptionNode {
        [
            "type": "string", "minLength": .init(.integer(length.lowerBound)),
            "maxLength": .init(.integer(length.upperBound)), "description": .text(description),
        ]
    }
}
