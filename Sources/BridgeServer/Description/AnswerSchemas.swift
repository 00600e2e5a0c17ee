/// What the endpoints for programs answer.
extension DescriptionContext {
    /// The schemas by name.
    var answerSchemas: [(String, DescriptionNode)] {
        [
            ("TokenAnswer", Self.tokenAnswer), ("Profile", Self.profile), ("ProviderTokens", Self.providerTokens),
            ("DeviceAuthorizationAnswer", deviceAuthorizationAnswer),
        ]
    }

    private static let tokenAnswer: DescriptionNode = [
        "type": "object",
        "description": "A custom token (RFC 6749, section 5.1; RFC 8693, section 2.2.1).",
        "required": ["access_token", "issued_token_type", "token_type", "expires_in", "uid"],
        "properties": [
            "access_token": [
                "type": "string", "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*$",
                "description": "The custom token, for `signInWithCustomToken`. It is no bearer token of this service.",
            ],
            "issued_token_type": ["type": "string", "const": "urn:ietf:params:oauth:token-type:jwt"],
            "token_type": ["type": "string", "const": "N_A"],
            "expires_in": [
                "type": "integer", "minimum": 0, "maximum": 3600,
                "description": "How long the custom token may be exchanged, in seconds.",
            ],
            "uid": ["type": "string", "minLength": 1, "maxLength": 128, "description": "Whom the token signs in."],
            "scope": [
                "type": "string", "const": "", "description": "Only where a scope was asked for: none is granted.",
            ],
            "profile": .reference("schemas", "Profile"),
            "refresh_token": [
                "type": "string",
                "description": "The refresh token that took the place of the one that was sent; keep it.",
            ],
            "provider_tokens": .reference("schemas", "ProviderTokens"),
        ],
    ]

    private static let profile: DescriptionNode = [
        "type": "object", "description": "What the provider says of the account; not with grants that mint.",
        "required": ["provider", "sub"],
        "properties": [
            "provider": ["type": "string"], "sub": ["type": "string"], "email": ["type": "string"],
            "email_verified": ["type": "boolean"], "name": ["type": "string"], "picture": ["type": "string"],
        ],
        "dependentRequired": ["email": ["email_verified"]],
    ]

    private static let providerTokens: DescriptionNode = [
        "type": "object",
        "description": "The provider's own tokens, for clients that are registered to get them.",
        "required": ["access_token"],
        "properties": [
            "access_token": ["type": "string"], "refresh_token": ["type": "string"], "id_token": ["type": "string"],
            "expires_in": ["type": "integer", "minimum": 0],
        ],
    ]

    private var deviceAuthorizationAnswer: DescriptionNode {
        [
            "type": "object", "description": "What a device is told (RFC 8628, section 3.2).",
            "required": [
                "device_code", "user_code", "verification_uri", "verification_uri_complete", "expires_in", "interval",
            ],
            "properties": [
                "device_code": ["type": "string", "description": "What the device polls with."],
                "user_code": [
                    "type": "string", "pattern": "^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$",
                    "description": "What the person types in.",
                ],
                "verification_uri": ["type": "string", "format": "uri", "examples": ["\(server)/device"]],
                "verification_uri_complete": [
                    "type": "string", "format": "uri", "examples": ["\(server)/device?user_code=WDJB-MJHT"],
                ],
                "expires_in": [
                    "type": "integer", "minimum": 1, "description": "How long both codes live, in seconds.",
                ],
                "interval": ["type": "integer", "minimum": 1, "description": "The seconds between two polls."],
            ],
        ]
    }
}
