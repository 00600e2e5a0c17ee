public import CredentialProofs
public import Cryptography
import OAuthClient
import Providers
import StrictJSON
public import Transport

/// A login in a browser at a provider itself, without a bridge: an authorization code, with PKCE where the provider has
/// it, and a redirect to this machine (RFC 8252).
///
/// The client must be registered at the provider with the redirect address.
public struct ProviderBrowserLogin: Sendable {
    private let connection: ProviderConnection
    private let random: any RandomSource

    /// Makes a login; nothing is sent by it.
    ///
    /// - Parameters:
    ///   - connection: The provider.
    ///   - random: Where state, nonce and verifier come from.
    public init(at connection: ProviderConnection, random: any RandomSource = SecureRandom()) {
        self.connection = connection
        self.random = random
    }

    /// Begins to listen where the provider sends the browser back to.
    ///
    /// That is the configured redirect address, with any port where it names none; where none is configured,
    /// `http://127.0.0.1/callback` with any port.
    ///
    /// - Returns: The redirect.
    /// - Throws: `LoginError` with code `loginNotOffered` where the configured address does not lead to this machine,
    ///   `systemFailed` where its port is taken.
    public func redirect() throws(LoginError) -> LoopbackRedirect {
        let place: LoopbackPlace
        if let configured = connection.provider.redirectURI {
            guard let found = LoopbackPlace(configured.text) else {
                throw LoginError(
                    .loginNotOffered,
                    "\(connection.provider.id): its redirect_uri \(configured.text.quotedExcerpt) does not lead back to "
                        + "this machine")
            }
            place = found
        } else {
            place = LoopbackPlace(port: 0, path: BrowserLogin.redirectPath)
        }
        return try LoginError.mapping { () throws(OAuthClientError) in
            try LoopbackRedirect(port: place.port, path: place.path)
        }
    }

    /// Waits for the person to sign in in a browser, redeems the code, and proves who it is.
    ///
    /// - Parameters:
    ///   - redirect: Where a browser on this machine leads back to.
    ///   - pasted: What the person pastes where the browser is on another machine: the address that it was sent to in
    ///     the end; or the code alone, where the provider has PKCE.
    ///   - limit: How long to wait.
    ///   - report: Told of what happens; the address to open is its first event.
    /// - Returns: The identity and the provider's tokens.
    /// - Throws: `CredentialError`, with code `accessDenied` where the person said no; `LoginError` with code
    ///   `loginNotOffered` for a provider whose responses no loopback address can take, `codeExpired` where nobody came,
    ///   `cancelled` when the task is cancelled.
    public func tokens(
        over redirect: LoopbackRedirect, pasted: AsyncStream<String>, within limit: Duration = .seconds(600),
        reporting report: @escaping @Sendable (BrowserLoginEvent) -> Void
    ) async throws -> ProvenTokens {
        let request = try await connection.authorizationRequest(redirectURI: redirect.redirectURI, random: random)
        guard request.pending.responseMode == .query else {
            throw LoginError(
                .loginNotOffered,
                "\(connection.provider.id) answers with a form (form_post), which a redirect to this machine cannot take"
            )
        }
        let nonce = try CallerNonce(request.pending.nonce)
        let wait = BrowserResponseWait(
            for: request, over: redirect, redeeming: { await redeemed($0, nonce) }, reporting: report)
        switch try await wait.end(pasted: pasted, within: limit) {
        case .redeemed(let result): return try result.get()
        case .refused(let error): throw CredentialError(ofResponse: error, connection.provider.id)
        }
    }

    private func redeemed(
        _ response: BrowserResponse, _ nonce: CallerNonce
    ) async -> RedeemedCode<ProvenTokens, CredentialError> {
        do throws(CredentialError) {
            return .ended(
                .success(
                    try await CodeRedemption(connection).redeem(
                        response.grant, nonce: nonce, response: response.parameters)))
        } catch {
            let isUnknown = error.providerCode.map { ProviderRefusal(code: $0) == .grantInvalid } ?? false
            guard isUnknown || error.isTemporary && error.connectionFault == nil else {
                return .ended(.failure(error))
            }
            return .codeUnknown(error, reason: error.reason)
        }
    }
}
