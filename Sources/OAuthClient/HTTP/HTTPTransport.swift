/// What carries requests to providers.
///
/// The one seam through which this module reaches a network.
public protocol HTTPTransport: Sendable {
    /// Sends a request and waits for the whole answer.
    ///
    /// An answer of any status is returned; redirects are never followed. The transport keeps one deadline for
    /// everything, and a limit on the decoded body.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer.
    /// - Throws: `OAuthClientError` with code `providerUnavailable`, `answerTooLarge` or `cancelled`, whose reason names
    ///   the endpoint and the phase, never a credential; or `requestNotAllowed` before anything was sent.
    func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse
}
