import StrictJSON

/// The description of the service for programs (OpenAPI 3.1).
enum OpenAPIDescription: Sendable {
    /// The description.
    static func document(issuer: String) -> JSONObject {
        var document = JSONObject()
        document["openapi"] = "3.1.0"
        var server = JSONObject()
        server["url"] = .string(issuer)
        document["servers"] = .array([.object(server)])
        return document
    }
}
