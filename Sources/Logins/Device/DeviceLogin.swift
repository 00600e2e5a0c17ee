import JOSE
public import OAuthClient
import StrictJSON

/// A login of a device without a browser at a bridge (RFC 8628): the person approves elsewhere, by a short code.
///
/// All waits are measured with the monotonic clock: nothing here depends on the time of day.
public struct DeviceLogin: Sendable {
    private let bridge: BridgeClient
    private let provider: String?
    private let clock: any MonotonicClock

    /// Makes a login; nothing is sent by it.
    ///
    /// - Parameters:
    ///   - bridge: The bridge, and who we are there.
    ///   - provider: The name of the provider at the bridge; nil where the person chooses.
    ///   - clock: What the waits are measured with.
    public init(
        at bridge: BridgeClient, provider: String? = nil, clock: any MonotonicClock = SystemMonotonicClock()
    ) {
        self.bridge = bridge
        self.provider = provider
        self.clock = clock
    }

    /// Asks for a code and waits for the person's decision.
    ///
    /// - Parameter report: Told of what happens, in order; the code is its first event.
    /// - Returns: The custom token.
    /// - Throws: `LoginError`; with code `accessDenied` or `codeExpired` where the person said no or nothing,
    ///   `cancelled` when the task is cancelled. A new code needs the person's consent first.
    public func token(
        reporting report: @escaping @Sendable (DeviceLoginEvent) -> Void
    ) async throws(LoginError) -> LoginToken {
        let metadata = try await bridge.metadata()
        guard let start = metadata.deviceAuthorizationEndpoint, let poll = metadata.tokenEndpoint else {
            throw LoginError(
                .loginNotOffered, "\(bridge.bridge.text.quotedExcerpt) offers no device login to any client")
        }
        let authorization: DeviceAuthorizationAnswer
        do throws(OAuthClientError) {
            let form = provider.map { [(name: "provider", value: $0)] } ?? []
            authorization = try DeviceAuthorizationAnswer(
                await bridge.answer(to: form, at: start), vocabulary: BridgeClient.vocabulary,
                hosts: .anyHostTheProviderNames)
        } catch {
            throw LoginError(bridge.sentSecrets().removed(from: error))
        }
        let poller = DevicePoller(authorization, receivedAt: clock.now())
        report(.started(authorization, expires: poller.deadline))
        let wait = DeviceCodeWait(
            bridge: bridge, endpoint: poll, code: authorization.deviceCode, clock: clock,
            report: { report(.polling($0)) })
        return try await wait.token(poller)
    }
}
