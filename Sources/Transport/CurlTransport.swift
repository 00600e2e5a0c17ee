import Threads
public import Cryptography
public import OAuthClient

/// Carries requests over libcurl: one thread and one set of connections for all of them.
///
/// HTTP/2 and HTTP/1.1; TLS 1.2 or later with the host's name checked; no redirect is followed, no cookie kept, nothing
/// read from files of the user. Ends when the last reference goes; `shutDown` ends it before.
public final class CurlTransport: HTTPTransport {
    private let configuration: TransportConfiguration
    private let pause: RetryPause
    private let loop: TransferLoop
    private let lastNumber = Locked<UInt64>(0)

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - configuration: How requests are carried.
    ///   - pause: The pause before a request is sent a second time.
    /// - Throws: `OAuthClientError` with code `transportNotUsable`.
    public init(
        _ configuration: TransportConfiguration, pause: RetryPause = RetryPause(random: SecureRandom())
    ) throws(OAuthClientError) {
        try configuration.check()
        self.configuration = configuration
        self.pause = pause
        loop = try TransferLoop(configuration)
    }

    deinit {
        loop.close()
    }

    /// Sends a request and waits for the whole answer, of whatever status.
    ///
    /// A request that may be sent again is sent a second time where no connection came about, or where the answer is 502,
    /// 503 or 504 (RFC 9110, section 15.6); both attempts share one deadline.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer.
    /// - Throws: `OAuthClientError` with code `providerUnavailable`, `answerTooLarge` or `cancelled`, whose reason names
    ///   the endpoint and the phase, never a credential; or `requestNotAllowed` before anything was sent.
    public func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        let lines = try FieldRules.lines(of: request)
        let deadline = ContinuousClock.now + configuration.deadline
        var outcome = await attempt(request, lines, sends: request.maximumSends, deadline: deadline)
        if request.repetition == .once, outcome.deservesRetry, outcome.sends < request.maximumSends {
            let length = pause.length()
            if ContinuousClock.now + length < deadline {
                try await wait(length, before: request)
                outcome = await attempt(request, lines, sends: request.maximumSends - outcome.sends, deadline: deadline)
            }
        }
        switch outcome.result {
        case .success(let response): return response
        case .failure(let failure): throw failure.error(for: request)
        }
    }

    /// Ends all requests under way with the code `cancelled`, closes all connections, and waits until that is done.
    public func shutDown() async {
        loop.close()
        await loop.waitForEnd()
    }

    private func attempt(
        _ request: HTTPRequest, _ lines: [String], sends: Int, deadline: ContinuousClock.Instant
    ) async -> TransferOutcome {
        let number = lastNumber.withLock { number in
            number += 1
            return number
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.submit(
                    Transfer(
                        number: number, request: request, fieldLines: lines, maximumSends: sends, deadline: deadline,
                        maximumHeaderBytes: configuration.maximumHeaderBytes, continuation: continuation))
            }
        } onCancel: {
            loop.cancel(number)
        }
    }

    private func wait(_ length: Duration, before request: HTTPRequest) async throws(OAuthClientError) {
        do {
            try await pause.wait(length)
        } catch {
            throw TransferFailure(.cancelled, .wait, "its caller gave it up").error(for: request)
        }
    }
}

extension HTTPRequest {
    /// How often the request may reach a server, libcurl's own repetition on a dead connection included.
    fileprivate var maximumSends: Int {
        switch repetition {
        case .never: 1
        case .once: 2
        }
    }
}

extension TransferOutcome {
    /// Whether sending the request again may help.
    fileprivate var deservesRetry: Bool {
        switch result {
        case .success(let response): response.status == 502 || response.status == 503 || response.status == 504
        case .failure(let failure): failure.isMissedConnection
        }
    }
}
