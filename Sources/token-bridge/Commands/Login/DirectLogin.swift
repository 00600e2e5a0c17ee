import Bridge
import Configuration
import CredentialProofs
import CustomTokenBridge
import CustomTokens
import OAuthClient

/// A login at the provider's own device endpoint, whose token is signed here.
struct DirectLogin: Sendable {
    private let connection: ProviderConnection
    private let exchange: CredentialExchange
    private let provider: String

    /// Reads the configuration and the key.
    ///
    /// - Throws: What is wrong with them.
    init(_ provider: String, _ arguments: Arguments, _ console: Console) throws {
        let configuration = try arguments.configuration(console)
        let entry = try configuration.requiredProvider(provider)
        connection = try configuration.connection(to: entry)
        exchange = CredentialExchange(
            verifier: CredentialVerifier(connection), policy: configuration.token,
            signer: try configuration.signer(console))
        self.provider = provider
    }

    /// Runs the provider's flow, proves who the person is, and signs.
    ///
    /// - Parameter screen: Where the code is shown.
    /// - Returns: The token.
    /// - Throws: `Failure`, `CredentialError`, `BridgeError` or `CustomTokenError`.
    func token(_ screen: LoginScreen) async throws -> ExchangedToken {
        let clock = SystemMonotonicClock()
        let started = try await DeviceCodeRedemption(connection).start(clock: clock)
        let authorization = started.authorization
        screen.show(authorization, expires: clock.now() + authorization.lifetime)
        switch try await started.outcome() {
        case .granted(let proven): return try await exchange.token(for: proven)
        case .denied:
            throw Failure(
                code: "ACCESS_DENIED", message: "the sign-in at \(provider) was denied", hint: nil, exitCode: .denied)
        case .expired:
            throw Failure(
                code: "CODE_EXPIRED", message: "nobody approved the code of \(provider) in time",
                hint: "run the login again for a new code", exitCode: .denied)
        }
    }
}
