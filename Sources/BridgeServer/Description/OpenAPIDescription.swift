import StrictJSON

/// The description of the service for programs (OpenAPI 3.1).
enum OpenAPIDescription: Sendable {
    /// The media type of OpenAPI documents in JSON.
    static let mediaType = "application/json"
    /// The version of the description: its first number changes with what clients would have to change for.
    private static let version = "1.0.0"

    /// The description.
    ///
    /// - Parameter issuer: The issuer, which is where the service is found.
    /// - Returns: The document.
    static func document(issuer: String) -> JSONObject {
        let server = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        let context = DescriptionContext(server: server)
        let schemas = RequestSchemas.all + context.answerSchemas + ErrorSchemas.all + context.documentSchemas
        let document: DescriptionNode = [
            "openapi": "3.1.0",
            "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
            "info": [
                "title": "Custom Token Bridge",
                "version": .text(version),
                "summary":
                    "Firebase custom tokens for identities whose credential was proven to be issued to this service.",
                "description": """
                The token endpoint and the device authorization endpoint answer errors as RFC 6749, section 5.2, says, with \
                a stable `error_code` beside. Pages answer in HTML. All else answers problems as RFC 9457 says. Every \
                answer of the service has the field `X-Request-Id`, by which its operator finds the request. A path answers \
                no other methods than those here, save that browsers may ask with OPTIONS where the operator has named \
                their origin (CORS).
                """,
            ],
            "servers": [["url": .text(server)]],
            "tags": [
                [
                    "name": "OAuth",
                    "description": "For programs: the endpoints of RFC 6749, RFC 8693, RFC 7523 and RFC 8628.",
                ],
                ["name": "Pages", "description": "For people: what their browser is sent to."],
                ["name": "Documents", "description": "What the service says of itself."],
            ],
            "paths": .members(Route.allCases.map { ($0.rawValue, context.pathItem(of: $0)) }),
            "components": [
                "securitySchemes": SecuritySchemes.all,
                "schemas": .members(schemas),
                "parameters": .members(context.parameters),
                "headers": .members(DescribedHeaders.all),
            ],
        ]
        return document.value.object ?? JSONObject()
    }
}

/// What of the configuration the description depends on.
struct DescriptionContext: Sendable {
    /// Where the service is found, without a slash at the end.
    let server: String

    /// What the browser's cookie is called: its prefix is only for https.
    var cookieName: String { BrowserCookie.name(isSecure: server.hasPrefix("https:")) }
}
