public import OAuthClient

/// A sign-in on a device for which the provider has given codes, and the one wait for the person's decision.
///
/// It cannot be copied, and waiting consumes it: a device code is polled for by one task, and its tokens are delivered
/// once (PRV-28).
public struct StartedDeviceSignIn: ~Copyable, Sendable {
    /// How a sign-in ended.
    public enum Outcome: Sendable {
        /// The person said yes.
        case granted(TokenResponse)
        /// The person said no.
        case denied
        /// The codes are too old. New ones need the person's consent first.
        case expired
        /// An error ended it.
        case failed(OAuthClientError)
    }

    /// What to show: the user code always, and where to enter it.
    public let authorization: DeviceAuthorizationAnswer
    private let polling: DevicePolling
    private let pollURL: EndpointURL
    private let rules: TokenResponseRules

    init(
        _ signIn: DeviceSignIn, _ authorization: DeviceAuthorizationAnswer, over transport: some HTTPTransport,
        clock: any MonotonicClock
    ) {
        self.authorization = authorization
        pollURL = signIn.pollURL
        rules = signIn.rules
        polling = DevicePolling(
            authorization, receivedAt: clock.now(), vocabulary: signIn.errors, clock: clock
        ) { _ async throws(OAuthClientError) in
            // Made anew for each poll: an assertion of the client must not be used twice.
            let request = try signIn.pollRequest(for: authorization)
            return try DeviceEndpointAnswer(parsing: await transport.send(request))
        }
    }

    /// Polls until the person has decided or the codes are too old.
    ///
    /// - Parameter report: Told of what happens, in order.
    /// - Returns: How the sign-in ended.
    /// - Throws: `OAuthClientError` with code `cancelled` when the task is cancelled.
    public consuming func outcome(
        reporting report: @Sendable (DevicePollingEvent) -> Void = { _ in }
    ) async throws(OAuthClientError) -> Outcome {
        let (url, rules) = (pollURL, rules)
        switch try await polling.outcome(reporting: report) {
        case .denied: return .denied
        case .expired: return .expired
        case .failed(let error): return .failed(error)
        case .granted(let answer):
            do throws(OAuthClientError) {
                return .granted(try TokenResponse(granted: answer, from: url, rules: rules))
            } catch {
                return .failed(error)
            }
        }
    }
}
