import Bridge

/// The documents that the service publishes of itself.
extension DescriptionContext {
    /// The schemas by name.
    var documentSchemas: [(String, DescriptionNode)] {
        [("Metadata", metadata), ("KeySet", Self.keySet), ("OpenAPI", Self.description)]
    }

    private var metadata: DescriptionNode {
        let address: DescriptionNode = ["type": "string", "format": "uri"]
        let names: DescriptionNode = ["type": "array", "items": ["type": "string"], "minItems": 1, "uniqueItems": true]
        return [
            "type": "object", "description": "The metadata of the authorization server (RFC 8414, section 2).",
            "required": ["issuer", "token_endpoint", "jwks_uri"],
            "properties": [
                "issuer": address, "authorization_endpoint": address, "token_endpoint": address,
                "device_authorization_endpoint": address, "jwks_uri": address,
                "response_types_supported": names.adding(["items": ["const": "code"]]),
                "response_modes_supported": names.adding(["items": ["const": "query"]]),
                "grant_types_supported": names.adding([
                    "items": ["enum": .strings(RegisteredClient.Grant.allCases.map(\.grantType))]
                ]),
                "code_challenge_methods_supported": names.adding(["items": ["const": "S256"]]),
                "token_endpoint_auth_methods_supported": names.adding([
                    "items": [
                        "enum": .strings(RegisteredClient.Authentication.allCases.map(\.rawValue) + ["none"])
                    ]
                ]),
                "token_endpoint_auth_signing_alg_values_supported": names,
                "authorization_response_iss_parameter_supported": ["type": "boolean", "const": true],
                "service_documentation": address,
            ],
        ]
    }

    private static let keySet: DescriptionNode = [
        "type": "object", "description": "The public keys that custom tokens are signed with (RFC 7517, section 5).",
        "required": ["keys"],
        "properties": [
            "keys": [
                "type": "array",
                "items": [
                    "type": "object", "required": ["kty", "use", "alg", "n", "e"],
                    "properties": [
                        "kty": ["const": "RSA"], "use": ["const": "sig"], "alg": ["const": "RS256"],
                        "kid": ["type": "string"], "n": ["type": "string", "pattern": "^[A-Za-z0-9_-]{342,}$"],
                        "e": ["type": "string", "pattern": "^[A-Za-z0-9_-]+$"],
                    ],
                ],
            ]
        ],
    ]

    private static let description: DescriptionNode = [
        "type": "object", "description": "This document.", "required": ["openapi", "info", "paths"],
        "properties": [
            "openapi": ["type": "string", "const": "3.1.0"], "info": ["type": "object"], "paths": ["type": "object"],
        ],
    ]
}
