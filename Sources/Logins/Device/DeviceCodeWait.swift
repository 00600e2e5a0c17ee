import JOSE
import OAuthClient
import StrictJSON

/// The polls for one device code, until the person has decided or the code is too old.
struct DeviceCodeWait: Sendable {
    /// The longest time between two attempts to reach a bridge that is gone.
    private static let longestPause = Duration.seconds(60)

    let bridge: BridgeClient
    let endpoint: EndpointURL
    let code: DeviceCode
    let clock: any MonotonicClock
    let report: @Sendable (DevicePollingEvent) -> Void

    /// What one poll brought.
    private enum Reply: Sendable {
        case result(DevicePollResult)
        /// The bridge is gone; why, and how long it wants to be left alone.
        case unreachable(OAuthClientError)
    }

    /// Polls until the end.
    ///
    /// - Parameter poller: The state before the first poll.
    /// - Returns: The token.
    /// - Throws: `LoginError`.
    func token(_ poller: DevicePoller) async throws(LoginError) -> LoginToken {
        var poller = poller
        var failures = 0
        var connectionFault: ConnectionFault?
        var news = DevicePollingNews()
        while true {
            switch poller.step(at: clock.now()) {
            case .done(let outcome): return try token(outcome, failures: failures, connectionFault)
            case .wait(let instant): try await sleep(until: instant)
            case .poll:
                switch try await reply() {
                case .unreachable(let error):
                    failures += 1
                    connectionFault = error.connectionFault
                    news.unanswered(reason: error.reason).forEach(report)
                    let pause = Duration.seconds(error.retryAfterSeconds ?? 0)
                    // RFC 8628, section 3.5: the time between two polls doubles while nothing is answered.
                    let doubled = min(
                        poller.interval * (1 << min(failures, 10)), max(Self.longestPause, poller.interval))
                    try await sleep(until: min(clock.now() + max(doubled, pause), poller.deadline))
                case .result(let result):
                    failures = 0
                    poller.receive(result, at: clock.now())
                    news.answered(result, interval: poller.interval).forEach(report)
                }
            }
        }
    }

    private func token(
        _ outcome: DevicePoller.Outcome, failures: Int, _ connectionFault: ConnectionFault?
    ) throws(LoginError) -> LoginToken {
        switch outcome {
        case .granted(let answer): return try LoginToken(answer)
        case .denied: throw LoginError(.accessDenied, "the sign-in was denied")
        case .expired where failures > 0:
            throw LoginError(
                .bridgeUnavailable,
                "\(endpoint.textForMessages) could not be reached any more until the code was too old",
                connectionFault: connectionFault)
        case .expired: throw LoginError(.codeExpired, "nobody approved the code in time")
        // The bridge gave the code out, and does not know it any more.
        case .failed(let error) where error.refusal == .grantInvalid:
            throw LoginError(
                .refusedByBridge, error.reason,
                cure: "the bridge has lost the login, by a restart perhaps: run the login again")
        case .failed(let error): throw LoginError(error)
        }
    }

    private func reply() async throws(LoginError) -> Reply {
        let form = [
            (name: "grant_type", value: DeviceRequestForm.grantType), (name: "device_code", value: code.secretText),
        ]
        do throws(OAuthClientError) {
            let answer = try await bridge.answer(to: form, at: endpoint, secrets: [code.secretText])
            return .result(BridgeClient.vocabulary.result(of: answer).without(bridge.sentSecrets([code.secretText])))
        } catch {
            guard error.isTemporary else { throw LoginError(error) }
            return .unreachable(error)
        }
    }

    private func sleep(until instant: MonotonicInstant) async throws(LoginError) {
        do throws(OAuthClientError) {
            try await clock.sleep(until: instant)
        } catch {
            throw LoginError(.cancelled, "the login was given up")
        }
    }
}

extension DevicePollResult {
    /// The result, with nothing in it that was sent.
    fileprivate func without(_ secrets: SentSecrets) -> DevicePollResult {
        guard case .failed(let error) = self else { return self }
        return .failed(secrets.removed(from: error))
    }
}
