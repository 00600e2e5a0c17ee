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
    /// - Returns: How it ended.
    /// - Throws: `OAuthClientError` with code `cancelled` when the task is cancelled, at the next step at the latest.
    public consuming func outcome() async throws(OAuthClientError) -> DevicePoller.Outcome {
        var poller = poller
        while true {
            switch poller.step(at: clock.now()) {
            case .done(let outcome): return outcome
            case .wait(let instant): try await clock.sleep(until: instant)
            case .poll:
                guard !Task.isCancelled else { throw OAuthClientError(.cancelled, "the device login was given up") }
                poller.receive(try await pollResult(), at: clock.now())
            }
        }
    }

    private func pollResult() async throws(OAuthClientError) -> DevicePollResult {
        do throws(OAuthClientError) {
            let result = vocabulary.result(of: try await poll(deviceCode))
            guard case .failed(let error) = result else { return result }
            // Servers quote in their errors what they were sent.
            return .failed(SentSecrets([deviceCode.secretText]).removed(from: error))
        } catch {
            if error.code == .cancelled { throw error }
            return error.isTemporary ? .unavailable : .failed(error)
        }
    }
}
