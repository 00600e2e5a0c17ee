import JOSE
import OAuthClient
import Operations

/// A transport to a provider of which metrics are told: what came of fetching its documents, and how far its clock is
/// from ours.
struct ObservedTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let issuer: String
    private let metrics: BridgeMetrics
    private let clock: any WallClock

    /// Makes a transport.
    init(_ transport: any HTTPTransport, issuer: String, metrics: BridgeMetrics, clock: any WallClock) {
        self.transport = transport
        self.issuer = issuer
        self.metrics = metrics
        self.clock = clock
    }

    /// Sends a request.
    func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        let isDocument = request.method == .get && request.maximumAnswerBytes == HTTPRequest.documentBytes
        do throws(OAuthClientError) {
            let response = try await transport.send(request)
            if let now = try? clock.now() {
                if isDocument { note(response.status == 200 ? .success : .failure, now) }
                if let date = response["Date"].flatMap(HTTPDate.parse) {
                    metrics.setClockSkew(seconds: now.secondsSinceEpoch - date.secondsSinceEpoch)
                }
            }
            return response
        } catch {
            if isDocument, let now = try? clock.now() { note(.failure, now) }
            throw error
        }
    }

    private func note(_ result: FetchResult, _ now: NumericDate) {
        metrics.keySetFetched(issuer: issuer, result: result, at: now)
    }
}
