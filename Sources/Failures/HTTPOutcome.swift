/// How a failure leaves the service over HTTP.
///
/// Total over the codes of all modules: a new code does not compile without an outcome.
public struct HTTPOutcome: Sendable, Equatable {
    /// The status code.
    public let status: Int
    /// The error code of OAuth endpoints (RFC 6749, section 5.2; RFC 8628, section 3.5; RFC 8693, section 2.2.2).
    public let error: String

    init(_ status: Int, _ error: String) {
        self.status = status
        self.error = error
    }

    /// The request is not one that can be answered: a parameter, or the subject token.
    static let invalidRequest = HTTPOutcome(400, "invalid_request")
    /// The code, device code or assertion is no good.
    static let invalidGrant = HTTPOutcome(400, "invalid_grant")
    /// The client may not do this.
    static let unauthorizedClient = HTTPOutcome(400, "unauthorized_client")
    /// Something of ours does not work.
    static let serverError = HTTPOutcome(500, "server_error")
    /// The provider said what cannot be used.
    static let badGateway = HTTPOutcome(502, "server_error")
    /// It may work later.
    static let unavailable = HTTPOutcome(503, "temporarily_unavailable")
}
