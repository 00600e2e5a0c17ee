import JOSE
import OAuthClient
import Operations

/// A transport to a provider that tells metrics how far its clock is from ours.
struct ObservedTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let metrics: BridgeMetrics
    private let clock: any WallClock

    /// Makes a transport.
    init(_ transport: any HTTPTransport, metrics: BridgeMetrics, clock: any WallClock) {
        self.transport = transport
        self.metrics = metrics
        self.clock = clock
    }

    /// Sends a request.
    func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        let response = try await transport.send(request)
        if let now = try? clock.now(), let date = response["Date"].flatMap(HTTPDate.parse) {
            metrics.setClockSkew(seconds: now.secondsSinceEpoch - date.secondsSinceEpoch)
        }
        return response
    }
}
