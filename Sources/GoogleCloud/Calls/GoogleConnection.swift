public import Cryptography
public import JOSE
public import OAuthClient

/// What calls to Google need from outside.
public struct GoogleConnection: Sendable {
    /// Where the services are.
    public let endpoints: GoogleEndpoints
    let transport: any HTTPTransport
    let clock: any MonotonicClock
    let wallClock: any WallClock
    let random: any RandomSource
    let retries: RetryRules

    /// Makes a connection; nothing is sent.
    ///
    /// - Parameters:
    ///   - transport: What carries the requests.
    ///   - endpoints: Where the services are.
    ///   - clock: The clock for waits and for how long tokens are good.
    ///   - wallClock: The clock that dates assertions.
    ///   - random: What spreads the attempts of many callers.
    ///   - retries: How often a request is sent again.
    public init(
        transport: any HTTPTransport, endpoints: GoogleEndpoints = GoogleEndpoints(), clock: any MonotonicClock,
        wallClock: any WallClock, random: any RandomSource, retries: RetryRules = .standard
    ) {
        self.transport = transport
        self.endpoints = endpoints
        self.clock = clock
        self.wallClock = wallClock
        self.random = random
        self.retries = retries
    }

    /// The domain of Google's services.
    var universe: UniverseDomain { endpoints.universe }

    /// Whether a request may be sent again when it is not known what became of it.
    enum Repetition: Sendable {
        /// It has the same effect if it is done twice.
        case harmless
        /// Twice would be once too often.
        case harmful
    }

    /// Sends a request, again where that makes sense.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - repetition: Whether it may be sent again.
    /// - Returns: The last answer, of any status.
    /// - Throws: `GoogleCloudError` with code `unavailable`, `answerMalformed` or `cancelled`.
    func send(_ request: HTTPRequest, _ repetition: Repetition) async throws(GoogleCloudError) -> HTTPResponse {
        let start = clock.now()
        var attempt = 1
        while true {
            let outcome = await once(request)
            guard repetition == .harmless, attempt < retries.attempts, Self.mayPass(outcome) else {
                return try outcome.get()
            }
            let jitter = (try? random.bytes(count: 1))?.first ?? 0
            let asked = (try? outcome.get()).flatMap { RetryAfter($0)?.seconds }
            let end = clock.now() + retries.pause(after: attempt, jitter: jitter, retryAfter: asked)
            guard end - start <= retries.deadline else { return try outcome.get() }
            try await wait(until: end)
            attempt += 1
        }
    }

    /// Waits, also where the clock lets go early.
    func wait(until instant: MonotonicInstant) async throws(GoogleCloudError) {
        do throws(OAuthClientError) {
            while clock.now() < instant { try await clock.sleep(until: instant) }
        } catch {
            throw GoogleCloudError(.cancelled, error.reason)
        }
    }

    private func once(_ request: HTTPRequest) async -> Result<HTTPResponse, GoogleCloudError> {
        do throws(OAuthClientError) {
            return .success(try await transport.send(request))
        } catch {
            switch error.code {
            case .providerUnavailable:
                return .failure(
                    GoogleCloudError(.unavailable, error.reason, connectionFault: error.connectionFault))
            case .cancelled: return .failure(GoogleCloudError(.cancelled, error.reason))
            case .addressNotAllowed, .requestNotAllowed:
                return .failure(GoogleCloudError(.addressNotAllowed, error.reason))
            default: return .failure(GoogleCloudError(.answerMalformed, error.reason))
            }
        }
    }

    /// Whether another attempt may end differently.
    private static func mayPass(_ outcome: Result<HTTPResponse, GoogleCloudError>) -> Bool {
        switch outcome {
        case .success(let response): [429, 500, 502, 503, 504].contains(response.status)
        case .failure(let error): error.code == .unavailable
        }
    }
}
