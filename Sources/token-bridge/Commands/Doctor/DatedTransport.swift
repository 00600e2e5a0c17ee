import CustomTokenBridge
import JOSE
import OAuthClient
import Threads

/// Carries requests, and keeps what the answers say of the time.
final class DatedTransport: HTTPTransport {
    /// What is kept of all transports.
    final class Dates: Sendable {
        private let seconds = Locked<[Int64]>([])

        /// By how many seconds our clock is ahead of those that answered.
        var deviations: [Int64] { seconds.withLock { $0 } }

        fileprivate func add(_ deviation: Int64) { seconds.withLock { $0.append(deviation) } }
    }

    private let transport: any HTTPTransport
    private let dates: Dates

    init(_ transport: any HTTPTransport, _ dates: Dates) {
        self.transport = transport
        self.dates = dates
    }

    func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        let response = try await transport.send(request)
        if let date = response["Date"].flatMap(HTTPDate.parse), let now = try? SystemWallClock().now() {
            // What a cache on the way has kept was right so many seconds ago.
            let age = response["Age"].flatMap { Int64($0) }.map { min(max($0, 0), 86400 * 365) } ?? 0
            dates.add(now.secondsSinceEpoch - date.secondsSinceEpoch - age)
        }
        return response
    }
}
