import HTTPServer
public import OAuthClient
import StrictJSON

/// Carries requests to the services of a sandbox within this process, without a socket.
///
/// Requests to Google's own addresses go to the fakes, so that a client can be tested with the addresses that it has in
/// the field; requests to the base of the sandbox go to its provider; for all others there is no server.
public struct SandboxTransport: HTTPTransport {
    private let services: SandboxServices

    /// Makes a transport.
    ///
    /// - Parameter services: Where requests go.
    public init(_ services: SandboxServices) {
        self.services = services
    }

    /// Sends a request and returns the whole answer.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer.
    /// - Throws: `OAuthClientError` with code `providerUnavailable` for an address that the sandbox does not stand for, or
    ///   `answerTooLarge`.
    public func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        guard let local = localRequest(request) else {
            throw OAuthClientError(
                .providerUnavailable, "there is no server at \(request.url.textForMessages.quotedExcerpt)")
        }
        let answer = await services.response(to: local)
        guard answer.body.count <= request.maximumAnswerBytes else {
            throw OAuthClientError(.answerTooLarge, "the answer of \(request.url.textForMessages) is too large")
        }
        return HTTPResponse(
            status: answer.status,
            fields: answer.headers.fields.map { HTTPField(name: $0.name, value: $0.value) }, body: answer.body)
    }

    private func localRequest(_ request: HTTPRequest) -> ServerRequest? {
        let text = request.url.text
        let target: String
        if text.hasPrefix(services.base + "/") {
            target = String(text.dropFirst(services.base.count))
        } else if request.url.host.hasSuffix(".googleapis.com"), request.url.port == nil {
            target = "/" + text.drop { $0 != "/" }.dropFirst(2)
        } else {
            return nil
        }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var headers = HeaderFields(request.fields.map { HeaderFields.Field($0.name, $0.value) })
        headers.append("Host", "127.0.0.1")
        return ServerRequest(
            method: request.method.rawValue, path: parts[0], query: parts.count == 2 ? parts[1] : nil, headers: headers,
            body: request.body ?? [], peer: .local)
    }
}
