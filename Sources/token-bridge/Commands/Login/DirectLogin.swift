import Bridge
import Configuration
import CredentialProofs
import CustomTokenBridge
import CustomTokens
import Logins
import OAuthClient

/// A login at the provider itself, whose token is signed here.
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

    /// Runs the provider's device flow, proves who the person is, and signs.
    ///
    /// - Parameter screen: Where the code is shown.
    /// - Returns: The token.
    /// - Throws: `Failure`, `CredentialError`, `BridgeError` or `CustomTokenError`.
    func token(_ screen: LoginScreen) async throws -> ExchangedToken {
        let clock = SystemMonotonicClock()
        let started: StartedDeviceCodeRedemption
        do throws(CredentialError) {
            started = try await DeviceCodeRedemption(connection).start(clock: clock)
        } catch {
            guard error.code == .credentialTypeNotAccepted else { throw error }
            throw Failure(
                code: error.code.rawValue, message: error.reason,
                hint: "\(provider) has no device login; with --browser the sign-in goes through a browser",
                exitCode: .refused)
        }
        let authorization = started.authorization
        screen.show(authorization, expires: clock.now() + authorization.lifetime)
        switch try await started.outcome(reporting: { screen.show($0, of: "provider") }) {
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

    /// Signs the person in at the provider in a browser, proves who it is, and signs.
    ///
    /// - Parameters:
    ///   - screen: Where the address is shown.
    ///   - pasted: What the person pastes.
    /// - Returns: The token.
    /// - Throws: `Failure`, `LoginError`, `CredentialError`, `BridgeError` or `CustomTokenError`.
    func token(inBrowser screen: BrowserScreen, pasted: AsyncStream<String>) async throws -> ExchangedToken {
        let login = ProviderBrowserLogin(at: connection)
        do {
            let redirect = try login.redirect()
            let proven = try await login.tokens(over: redirect, pasted: pasted) { screen.show($0) }
            return try await exchange.token(for: proven)
        } catch let error as LoginError where error.code == .loginNotOffered {
            throw Failure(
                code: error.code.rawValue, message: error.reason,
                hint:
                    "register http://127.0.0.1\(BrowserLogin.redirectPath) at the provider, and make it the redirect_uri of "
                    + "this configuration or have none there; or sign in through a bridge: --bridge",
                exitCode: .configuration)
        }
    }
}
