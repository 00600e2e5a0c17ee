/// What the answer to one poll means (RFC 8628, section 3.5).
public enum DevicePollResult: Sendable {
    /// The person has not decided yet.
    case pending
    /// The polls come too fast; the provider may name its new interval.
    case slowDown(interval: Duration?)
    /// The person said no.
    case denied
    /// The code is too old, or was used.
    case expired
    /// The person said yes: the token answer, not yet believed.
    case granted(DeviceEndpointAnswer)
    /// An error that ends the flow.
    case failed(OAuthClientError)
    /// There was no answer in time, or the provider is out of order.
    case unavailable
}

/// When to poll for a device code, and when to stop (RFC 8628, section 3.5): a pure state machine.
public struct DevicePoller: Sendable {
    /// What is to be done.
    public enum Step: Sendable {
        /// Wait, then ask for the next step.
        case wait(until: MonotonicInstant)
        /// Poll once, and report the result.
        case poll
        /// Nothing more.
        case done(Outcome)
    }

    /// How the flow ended.
    public enum Outcome: Sendable {
        /// The person said yes: the token answer, not yet believed.
        case granted(DeviceEndpointAnswer)
        /// The person said no.
        case denied
        /// The code is too old. A new one needs the person's consent first.
        case expired
        /// An error ended the flow.
        case failed(OAuthClientError)
    }

    /// The longest time between two polls of a provider that does not answer.
    private static let longestPause = Duration.seconds(3600)

    /// The least time between two polls that are answered.
    public private(set) var interval: Duration
    /// When the code is too old.
    public let deadline: MonotonicInstant
    private var nextPoll: MonotonicInstant
    /// How many polls in a row nobody has answered.
    private var unanswered = 0
    private var outcome: Outcome?

    /// Makes the state before the first poll.
    ///
    /// - Parameters:
    ///   - authorization: The answer to the device authorization request.
    ///   - received: When it came.
    public init(_ authorization: DeviceAuthorizationAnswer, receivedAt received: MonotonicInstant) {
        interval = authorization.interval
        deadline = received + authorization.lifetime
        nextPoll = received + authorization.interval
    }

    /// What is to be done now.
    ///
    /// - Parameter now: The instant now.
    /// - Returns: The step.
    public func step(at now: MonotonicInstant) -> Step {
        if let outcome { return .done(outcome) }
        if now >= deadline { return .done(.expired) }
        return now < nextPoll ? .wait(until: min(nextPoll, deadline)) : .poll
    }

    /// Takes the result of a poll.
    ///
    /// - Parameters:
    ///   - result: The result; once one has ended the flow, others are ignored.
    ///   - now: When it came.
    public mutating func receive(_ result: DevicePollResult, at now: MonotonicInstant) {
        guard outcome == nil else { return }
        if case .unavailable = result { unanswered += 1 } else { unanswered = 0 }
        switch result {
        case .pending, .unavailable: break
        case .slowDown(let stated): interval = max(stated ?? .zero, interval + .seconds(5))
        case .denied: outcome = .denied
        case .expired: outcome = .expired
        case .granted(let answer): outcome = .granted(answer)
        case .failed(let error): outcome = .failed(error)
        }
        nextPoll = now + pause
    }

    /// The time until the next poll: it doubles with each that nobody answers, and is the interval again after an answer.
    private var pause: Duration {
        min(interval * (1 << min(unanswered, 12)), max(interval, Self.longestPause))
    }
}
