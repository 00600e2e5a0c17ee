public import Cryptography
import OAuthClient
import StrictJSON
public import Transport

/// A login in a browser at a bridge: an authorization code with PKCE, and a redirect to this machine (RFC 8252).
public struct BrowserLogin: Sendable {
    /// The path of the redirect address, which the client must be registered with: `http://127.0.0.1/callback`.
    public static let redirectPath = "/callback"

    private let bridge: BridgeClient
    private let provider: String?
    private let random: any RandomSource

    /// Makes a login; nothing is sent by it.
    ///
    /// - Parameters:
    ///   - bridge: The bridge, and who we are there.
    ///   - provider: The name of the provider at the bridge; nil where the person chooses.
    ///   - random: Where state and verifier come from.
    public init(at bridge: BridgeClient, provider: String? = nil, random: any RandomSource = SecureRandom()) {
        self.bridge = bridge
        self.provider = provider
        self.random = random
    }

    /// Waits for the person to sign in in a browser, and gets the token.
    ///
    /// - Parameters:
    ///   - redirect: Where a browser on this machine leads back to.
    ///   - pasted: What the person pastes where the browser is on another machine: the address that it was sent to in
    ///     the end, or the code alone.
    ///   - limit: How long to wait.
    ///   - report: Told of what happens; the address to open is its first event.
    /// - Returns: The custom token.
    /// - Throws: `LoginError`; with code `accessDenied` or `codeExpired` where the person said no or nothing,
    ///   `responseInvalid` where another server answered, `cancelled` when the task is cancelled.
    public func token(
        over redirect: LoopbackRedirect, pasted: AsyncStream<String>, within limit: Duration = .seconds(600),
        reporting report: @escaping @Sendable (BrowserLoginEvent) -> Void
    ) async throws(LoginError) -> LoginToken {
        let metadata = try await bridge.metadata()
        guard let authorization = metadata.authorizationEndpoint, let token = metadata.tokenEndpoint else {
            throw LoginError(
                .loginNotOffered, "\(bridge.bridge.text.quotedExcerpt) offers no login in a browser to any client")
        }
        let request = try request(to: authorization, redirect.redirectURI, metadata)
        let wait = BrowserResponseWait(
            for: request, over: redirect, redeeming: { await redeemed($0.grant, at: token) }, reporting: report)
        switch try await wait.end(pasted: pasted, within: limit) {
        case .redeemed(let result): return try result.get()
        case .refused(let error): throw LoginError(ofResponse: error)
        }
    }

    private func request(
        to endpoint: EndpointURL, _ redirectURI: RedirectURI, _ metadata: AuthorizationServerMetadata
    ) throws(LoginError) -> AuthorizationRequest {
        try LoginError.mapping { () throws(OAuthClientError) in
            let pending = PendingAuthorization(
                state: try AuthorizationState(random: random), nonce: .none,
                proofKey: .s256(try ProofKey(random: random)), redirectURI: redirectURI, responseMode: .query,
                issuer: metadata.authorizationResponseIssParameterSupported
                    ? .required(metadata.issuer) : .ifPresent(metadata.issuer))
            return try AuthorizationRequest(
                to: endpoint, for: bridge.client, scopes: ScopeSet(), pending: pending,
                parameters: AuthorizationParameters(provider.map { [(name: "provider", value: $0)] } ?? []))
        }
    }

    private func redeemed(
        _ grant: AuthorizationCodeGrant, at endpoint: EndpointURL
    ) async -> RedeemedCode<LoginToken, LoginError> {
        var form = [
            (name: "grant_type", value: "authorization_code"), (name: "code", value: grant.code.secretText),
            (name: "redirect_uri", value: grant.redirectURI.text),
        ]
        var secrets = [grant.code.secretText]
        if case .s256(let proofKey) = grant.proofKey {
            form.append((name: "code_verifier", value: proofKey.secretText))
            secrets.append(proofKey.secretText)
        }
        let result: DevicePollResult
        do throws(OAuthClientError) {
            result = BridgeClient.vocabulary.result(
                of: try await bridge.answer(to: form, at: endpoint, secrets: secrets))
        } catch {
            let fault = LoginError(error)
            return error.isTemporary && error.connectionFault == nil
                ? .codeUnknown(fault, reason: fault.reason) : .ended(.failure(fault))
        }
        switch result {
        case .granted(let answer):
            do throws(LoginError) {
                return .ended(.success(try LoginToken(answer)))
            } catch {
                return .ended(.failure(error))
            }
        case .failed(let error):
            let clean = bridge.sentSecrets(secrets).removed(from: error)
            let fault = LoginError(clean)
            return error.refusal == .grantInvalid || fault.code == .bridgeUnavailable
                ? .codeUnknown(fault, reason: fault.reason) : .ended(.failure(fault))
        case .denied: return .ended(.failure(LoginError(.accessDenied, "the sign-in was denied")))
        case .expired, .pending, .slowDown, .unavailable:
            return .ended(
                .failure(
                    LoginError(.bridgeAnswerInvalid, "the bridge answered a code as if it were a device's")))
        }
    }
}
