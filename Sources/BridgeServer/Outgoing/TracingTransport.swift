public import Cryptography
public import OAuthClient
import Operations

/// A transport whose requests carry on the trace of the request that they are made for.
public struct TracingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let random: any RandomSource

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - transport: What carries the requests.
    ///   - random: Where the names of spans come from.
    public init(_ transport: any HTTPTransport, random: any RandomSource = SecureRandom()) {
        self.transport = transport
        self.random = random
    }

    /// Sends a request.
    public func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        guard let trace = try? RequestTrace.context?.trace.child(random: random) else {
            return try await transport.send(request)
        }
        return try await transport.send(
            request.adding(HTTPField(name: TraceContext.headerName, value: trace.traceparent)))
    }
}
