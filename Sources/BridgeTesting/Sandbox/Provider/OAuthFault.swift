import HTTPServer
import StrictJSON

/// Why the sandbox provider refuses a request, in the words of the standards.
struct OAuthFault: Error, Sendable {
    let status: Int
    let error: String
    let description: String

    init(_ error: String, _ description: String, status: Int = 400) {
        self.error = error
        self.description = description
        self.status = status
    }

    static func invalidRequest(_ description: String) -> OAuthFault { OAuthFault("invalid_request", description) }
    static func invalidGrant(_ description: String) -> OAuthFault { OAuthFault("invalid_grant", description) }
    static let invalidClient = OAuthFault(
        "invalid_client", "the client is unknown, or its secret is wrong", status: 401)

    init(_ error: SandboxError) {
        self.init("server_error", error.reason, status: 500)
    }

    /// The answer (RFC 6749, section 5.2).
    var response: ServerResponse {
        let challenge = status == 401 ? [("WWW-Authenticate", #"Basic realm="sandbox""#)] : []
        return .sandboxJSON(
            .of(["error": .string(error), "error_description": .string(description)]), status: status,
            headers: challenge)
    }
}
