public import OAuthClient
import Providers

/// P3: tokens that a provider gave in answer to a device code of our own (RFC 8628, section 3.5).
///
/// It runs the flow itself: tokens of a flow that somebody else ran are access tokens like any other (PRV-29).
public struct DeviceCodeRedemption: Sendable {
    private let connection: ProviderConnection

    /// Makes the proof of a provider.
    ///
    /// - Parameter connection: The provider.
    public init(_ connection: ProviderConnection) {
        self.connection = connection
    }

    /// Asks the provider for codes.
    ///
    /// - Parameters:
    ///   - additionalScopes: Scopes beside the preset's and the configured ones (PRV-17).
    ///   - clock: What the waits are measured with.
    /// - Returns: What to show to the person, and the wait for the decision.
    /// - Throws: `CredentialError`.
    public func start(
        additionalScopes: ScopeSet? = nil, clock: any MonotonicClock = SystemMonotonicClock()
    ) async throws(CredentialError) -> StartedDeviceCodeRedemption {
        let provider = connection.provider
        try provider.require(.deviceCode)
        let metadata = try await connection.metadata()
        let signIn = try provider.attempt { () throws(ProviderError) in
            try provider.deviceSignIn(additionalScopes: additionalScopes, metadata: metadata)
        }
        do throws(OAuthClientError) {
            let started = try await signIn.start(over: connection.transport, clock: clock)
            return StartedDeviceCodeRedemption(connection, started)
        } catch {
            throw CredentialError(provider.clientSecrets.removed(from: error), provider.id)
        }
    }
}

/// A device flow that has begun, and the one wait for the person's decision.
public struct StartedDeviceCodeRedemption: ~Copyable, Sendable {
    /// How a flow ended.
    public enum Outcome: Sendable {
        /// The person said yes: the identity and the tokens.
        case granted(ProvenTokens)
        /// The person said no.
        case denied
        /// The codes are too old. New ones need the person's consent first.
        case expired
    }

    /// What to show: the user code always, and where to enter it.
    public let authorization: DeviceAuthorizationAnswer
    private let connection: ProviderConnection
    private let started: StartedDeviceSignIn

    fileprivate init(_ connection: ProviderConnection, _ started: consuming StartedDeviceSignIn) {
        authorization = started.authorization
        self.connection = connection
        self.started = started
    }

    /// Waits for the person's decision and proves who it is.
    ///
    /// Where the provider can be asked about access tokens it is asked, though the flow was ours (PRV-29).
    ///
    /// - Parameter report: Told of what happens, in order.
    /// - Returns: How the flow ended.
    /// - Throws: `CredentialError`; with code `providerUnavailable` where the codes became too old while the provider
    ///   did not answer.
    public consuming func outcome(
        reporting report: @Sendable (DevicePollingEvent) -> Void = { _ in }
    ) async throws(CredentialError) -> Outcome {
        let connection = connection
        let secrets = connection.provider.clientSecrets
        let outcome: StartedDeviceSignIn.Outcome
        do throws(OAuthClientError) {
            outcome = try await started.outcome { event in
                guard case .unreachable(let reason) = event else { return report(event) }
                report(.unreachable(reason: secrets.removed(from: reason)))
            }
        } catch {
            throw CredentialError(error, connection.provider.id)
        }
        switch outcome {
        case .denied: return .denied
        case .expired: return .expired
        case .failed(let error):
            let provider = connection.provider
            throw CredentialError(provider.clientSecrets.removed(from: error), provider.id)
        case .granted(let tokens): return .granted(try await Self.proven(tokens, connection))
        }
    }

    private static func proven(
        _ tokens: TokenResponse, _ connection: ProviderConnection
    ) async throws(CredentialError) -> ProvenTokens {
        let identity: VerifiedIdentity
        let provesItself = tokens.idToken != nil && connection.provider.preset.acceptedCredentials.contains(.idToken)
        if !provesItself, connection.provider.canCheckAccessTokens {
            identity = try await AccessTokenProof(connection).identity(from: tokens.accessToken)
        } else {
            identity = try await TokenAnswerProof(connection: connection, proof: .deviceCodeRedeemed)
                .identity(from: tokens, IDTokenBinding(nonce: .unknown))
        }
        return ProvenTokens(identity: identity, tokens: tokens, refreshToken: tokens.refreshToken)
    }
}

extension ConfiguredProvider {
    /// What our client sends along to prove itself in the requests of a device flow.
    fileprivate var clientSecrets: SentSecrets {
        SentSecrets([credential.secret, clientToken].compactMap { $0?.secretText })
    }

    /// Whether the provider can be asked about access tokens with what our client has.
    fileprivate var canCheckAccessTokens: Bool {
        guard let request = preset.accessTokenCheck?.check.request else { return false }
        return switch request.authentication {
        case .none, .asAtTokenEndpoint: true
        case .basic, .form, .appToken: credential.secret != nil
        }
    }
}
