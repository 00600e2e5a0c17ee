import Failures

/// What errors look like.
enum ErrorSchemas: Sendable {
    /// The schemas by name.
    static let all: [(String, DescriptionNode)] = [
        (
            "ErrorCode",
            [
                "type": "string", "description": "The stable name of a refusal.",
                "enum": .strings(sortedUnique(RefusalCode.all.map(\.code))),
            ]
        ),
        (
            "OAuthError",
            [
                "type": "object",
                "description": "RFC 6749, section 5.2; RFC 8628, section 3.5; RFC 8693, section 2.2.2.",
                "required": ["error", "error_description", "error_code"],
                "properties": [
                    "error": [
                        "type": "string", "enum": .strings(sortedUnique(RefusalCode.all.map(\.outcome.error))),
                    ],
                    "error_description": ["type": "string", "pattern": "^[ !#-\\[\\]-~]*$"],
                    "error_code": .reference("schemas", "ErrorCode"),
                    "refresh_token": [
                        "type": "string",
                        "description": "The refresh token that took the place of the one that was sent; keep it.",
                    ],
                ],
            ]
        ),
        (
            "Problem",
            [
                "type": "object",
                "description": """
                RFC 9457. What is refused before it is known for which path it is, such as a request that is malformed, \
                comes in this form.
                """,
                "required": ["title", "status"],
                "properties": [
                    "type": ["type": "string", "const": "about:blank"], "title": ["type": "string"],
                    "status": ["type": "integer", "minimum": 400, "maximum": 599], "detail": ["type": "string"],
                    "instance": ["type": "string", "pattern": "^urn:request:"],
                    "error_code": ["type": "string", "pattern": "^[A-Z][A-Z0-9_]*$"],
                ],
            ]
        ),
    ]

    /// The statuses that OAuth endpoints answer errors with.
    static let oauthStatuses = Set(RefusalCode.all.map(\.outcome.status)).sorted()

    /// The error of a status: only what goes with it.
    static func oauthError(status: Int) -> DescriptionNode {
        let codes = RefusalCode.all.filter { $0.outcome.status == status }
        return [
            "allOf": [
                .reference("schemas", "OAuthError"),
                [
                    "properties": [
                        "error": ["enum": .strings(sortedUnique(codes.map(\.outcome.error)))],
                        "error_code": ["enum": .strings(sortedUnique(codes.map(\.code)))],
                    ]
                ],
            ]
        ]
    }

    private static func sortedUnique(_ names: [String]) -> [String] { Set(names).sorted() }
}
