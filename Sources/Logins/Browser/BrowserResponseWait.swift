import OAuthClient
import StrictJSON
import Transport

/// The wait for the one response to an authorization request, by loopback or by paste, and for what its code brings.
struct BrowserResponseWait<Value: Sendable, Fault: Error>: Sendable {
    /// Redeems the code of a response.
    typealias Redemption = @Sendable (BrowserResponse) async -> RedeemedCode<Value, Fault>

    /// How the wait ended.
    enum End: Sendable {
        /// The code was redeemed, or not.
        case redeemed(Result<Value, Fault>)
        /// What is wrong with the response that came, which each kind of login tells in its own words.
        case refused(OAuthClientError)
    }

    /// What has come.
    private enum Arrival: Sendable {
        /// A response, whose code is not redeemed yet.
        case response(BrowserResponse)
        case end(End)
    }

    private let request: AuthorizationRequest
    private let redirect: LoopbackRedirect
    private let redeem: Redemption
    private let report: @Sendable (BrowserLoginEvent) -> Void

    /// Waits for nothing yet.
    ///
    /// - Parameters:
    ///   - request: The request, which leads back to the redirect.
    ///   - redirect: Where a browser on this machine leads back to.
    ///   - redeem: Redeems the code of a response.
    ///   - report: Told of what happens; the address to open is its first event.
    init(
        for request: AuthorizationRequest, over redirect: LoopbackRedirect, redeeming redeem: @escaping Redemption,
        reporting report: @escaping @Sendable (BrowserLoginEvent) -> Void
    ) {
        self.request = request
        self.redirect = redirect
        self.redeem = redeem
        self.report = report
    }

    private var pending: PendingAuthorization { request.pending }

    /// Tells the address to open, waits for whichever response comes first, and redeems its code.
    ///
    /// A word that a person typed is a code only if the server knows it: else the wait goes on.
    ///
    /// - Parameters:
    ///   - pasted: What the person pastes.
    ///   - limit: How long to wait.
    /// - Returns: What the code brought, or what is wrong with the response.
    /// - Throws: `LoginError` where none came: with code `codeExpired` when the time is up, `cancelled` where the login
    ///   was given up.
    func end(pasted: AsyncStream<String>, within limit: Duration) async throws(LoginError) -> End {
        report(.started(address: request.url, redirectURI: redirect.redirectURI))
        switch try await arrival(pasted, limit) {
        case .response(let response): return .redeemed(await redeem(response).result)
        case .end(let end): return end
        }
    }

    private func arrival(_ pasted: AsyncStream<String>, _ limit: Duration) async throws(LoginError) -> Arrival {
        let result = await withTaskGroup(
            of: Result<Arrival, LoginError>?.self, returning: Result<Arrival, LoginError>?.self
        ) { group in
            group.addTask { await self.received(within: limit) }
            group.addTask { await self.typed(pasted).map { .success($0) } }
            defer { group.cancelAll() }
            for await result in group {
                if let result { return result }
            }
            return nil
        }
        guard let result else { throw .givenUp }
        return try result.get()
    }

    private func received(within limit: Duration) async -> Result<Arrival, LoginError> {
        do throws(OAuthClientError) {
            let response = try await redirect.response(to: pending, within: limit)
            return .success(
                .response(BrowserResponse(grant: response.grant, parameters: response.unverifiedParameters)))
        } catch {
            switch error.code {
            // A server that is out of order says so with a code; the end of the time has none.
            case .providerUnavailable where error.providerCode == nil: return .failure(.nobodySignedIn)
            case .cancelled: return .failure(.givenUp)
            default: return .success(.end(.refused(error)))
            }
        }
    }

    /// The first thing pasted that ends the login; nil when there is no more to come.
    private func typed(_ pasted: AsyncStream<String>) async -> Arrival? {
        for await text in pasted {
            guard text.utf8.contains(where: { $0 != 0x20 }) else { continue }
            do throws(OAuthClientError) {
                // An address brings back our state, which nobody types by chance.
                if text.contains("://") { return .response(try response(at: text)) }
                switch await redeem(try response(code: text)) {
                case .ended(let result): return .end(.redeemed(result))
                case .codeUnknown(_, let reason): report(.pasteRefused(LoginError(.responseInvalid, reason)))
                }
            } catch {
                // An error with a code brought back our state, so it is the answer; all else may be a slip of the hand.
                if error.providerCode != nil { return .end(.refused(error)) }
                report(.pasteRefused(LoginError(ofResponse: error)))
            }
        }
        return nil
    }

    private func response(at address: String) throws(OAuthClientError) -> BrowserResponse {
        let response = try AuthorizationResponse(.pastedAddress(address), to: pending)
        return BrowserResponse(grant: response.grant, parameters: response.unverifiedParameters)
    }

    /// A code alone, which is bound to this login by the proof key.
    private func response(code text: String) throws(OAuthClientError) -> BrowserResponse {
        guard !text.contains("code=") else {
            throw OAuthClientError(.answerMalformed, "these are parameters of an address, without the address")
        }
        guard case .s256 = pending.proofKey else {
            throw OAuthClientError(
                .answerMalformed, "the code alone proves nothing at a provider without PKCE: paste the whole address")
        }
        return BrowserResponse(
            grant: AuthorizationCodeGrant(
                code: try AuthorizationCode(typed: text, .neverPercentEncoded), redirectURI: pending.redirectURI,
                proofKey: pending.proofKey),
            parameters: FormParameters())
    }
}

extension LoginError {
    /// What is wrong with a response: it is the response's fault, not the configuration's.
    init(ofResponse error: OAuthClientError) {
        switch error.code {
        case .issuerMismatch, .answerMalformed, .stateMismatch, .parameterInvalid, .addressNotAllowed:
            self.init(.responseInvalid, error.reason)
        default: self.init(error)
        }
    }

    /// Nobody came back from the browser in time.
    static let nobodySignedIn = LoginError(.codeExpired, "nobody signed in in time")
    /// The caller gave up.
    static let givenUp = LoginError(.cancelled, "the login was given up")
}
