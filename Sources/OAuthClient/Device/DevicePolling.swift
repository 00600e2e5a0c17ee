/// One wait for the person's decision, which can be made use of once.
///
/// The compiler sees to it that a value is waited for by one task: it cannot be copied, and waiting consumes it.
public struct DevicePolling: ~Copyable, Sendable {
    /// Sends one poll and returns the answer, whatever its status.
    public typealias Poll = @Sendable (DeviceCode) async throws(OAuthClientError) -> DeviceEndpointAnswer

    private let poller: DevicePoller
    private let deviceCode: DeviceCode
    private let vocabulary: DeviceErrorVocabulary
    private let clock: any MonotonicClock
    private let poll: Poll

    /// Makes a wait; nothing happens before `outcome`.
    ///
    /// - Parameters:
    ///   - authorization: The answer to the device authorization request; the caller makes one wait of it.
    ///   - received: When it came, by the clock.
    ///   - vocabulary: How the provider words refusals.
    ///   - clock: The clock.
    ///   - poll: Sends one poll. A temporary error of it halves the frequency, another one ends the flow.
    public init(
        _ authorization: DeviceAuthorizationAnswer, receivedAt received: MonotonicInstant,
        vocabulary: DeviceErrorVocabulary, clock: any MonotonicClock, poll: @escaping Poll
    ) {
        poller = DevicePoller(authorization, receivedAt: received)
        deviceCode = authorization.deviceCode
        self.vocabulary = vocabulary
        self.clock = clock
        self.poll = poll
    }

    /// Polls until the flow has ended.
    ///
    /// - Parameter report: Told of what happens, in order.
    /// - Returns: How it ended; `failed` with code `providerUnavailable` where the code became too old while the provider
    ///   did not answer, for then nobody knows what the person decided.
    /// - Throws: `OAuthClientError` with code `cancelled` when the task is cancelled, at the next step at the latest.
    public consuming func outcome(
        reporting report: @Sendable (DevicePollingEvent) -> Void = { _ in }
    ) async throws(OAuthClientError) -> DevicePoller.Outcome {
        var poller = poller
        var lastFailure: OAuthClientError?
        var news = DevicePollingNews()
        while true {
            switch poller.step(at: clock.now()) {
            case .done(.expired):
                return lastFailure.map { .failed(neverAnswered($0)) } ?? .expired
            case .done(let outcome): return outcome
            case .wait(let instant): try await clock.sleep(until: instant)
            case .poll:
                guard !Task.isCancelled else { throw OAuthClientError(.cancelled, "the device login was given up") }
                switch try await reply() {
                case .unanswered(let error):
                    news.unanswered(reason: error.reason).forEach(report)
                    lastFailure = error
                    let now = clock.now()
                    poller.receive(.unavailable, at: now)
                    if let seconds = error.retryAfterSeconds {
                        try await clock.sleep(until: min(now + .seconds(seconds), poller.deadline))
                    }
                case .answered(let result):
                    lastFailure = nil
                    poller.receive(result, at: clock.now())
                    news.answered(result, interval: poller.interval).forEach(report)
                }
            }
        }
    }

    /// What one poll brought.
    private enum Reply: Sendable {
        case answered(DevicePollResult)
        /// Nobody has answered, or the provider is out of order.
        case unanswered(OAuthClientError)
    }

    private func reply() async throws(OAuthClientError) -> Reply {
        // Servers quote in their errors what they were sent.
        let sent = SentSecrets([deviceCode.secretText])
        do throws(OAuthClientError) {
            let answer = try await poll(deviceCode)
            switch vocabulary.result(of: answer) {
            case .failed(let error): return .answered(.failed(sent.removed(from: error)))
            case .unavailable:
                return .unanswered(
                    OAuthClientError(
                        .providerUnavailable, "\(vocabulary.provider) answered a poll with status \(answer.status)",
                        retryAfterSeconds: answer.retryAfterSeconds))
            case let result: return .answered(result)
            }
        } catch {
            if error.code == .cancelled { throw error }
            let clean = sent.removed(from: error)
            return error.isTemporary ? .unanswered(clean) : .answered(.failed(clean))
        }
    }

    private func neverAnswered(_ error: OAuthClientError) -> OAuthClientError {
        OAuthClientError(
            .providerUnavailable,
            "\(vocabulary.provider) did not answer any more until the code was too old: \(error.reason)",
            connectionFault: error.connectionFault)
    }
}
