import OAuthClient
import StrictJSON
import Transport

/// The wait for the one response to an authorization request, by loopback or by paste.
struct BrowserResponseWait: Sendable {
    /// The response; or what is wrong with the one that came, which each kind of login tells in its own words.
    typealias Answer = Result<BrowserResponse, OAuthClientError>

    private let request: AuthorizationRequest
    private let redirect: LoopbackRedirect
    private let report: @Sendable (BrowserLoginEvent) -> Void

    /// Waits for nothing yet.
    ///
    /// - Parameters:
    ///   - request: The request, which leads back to the redirect.
    ///   - redirect: Where a browser on this machine leads back to.
    ///   - report: Told of what happens; the address to open is its first event.
    init(
        for request: AuthorizationRequest, over redirect: LoopbackRedirect,
        reporting report: @escaping @Sendable (BrowserLoginEvent) -> Void
    ) {
        self.request = request
        self.redirect = redirect
        self.report = report
    }

    private var pending: PendingAuthorization { request.pending }

    /// Tells the address to open, and waits for whichever comes first.
    ///
    /// - Parameters:
    ///   - pasted: What the person pastes.
    ///   - limit: How long to wait.
    /// - Returns: The code with what redeems it, or what is wrong with the response.
    /// - Throws: `LoginError` where none came: with code `codeExpired` when the time is up, `cancelled` where the login
    ///   was given up.
    func answer(pasted: AsyncStream<String>, within limit: Duration) async throws(LoginError) -> Answer {
        report(.started(address: request.url, redirectURI: redirect.redirectURI))
        let result = await withTaskGroup(
            of: Result<Answer, LoginError>?.self, returning: Result<Answer, LoginError>?.self
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

    private func received(within limit: Duration) async -> Result<Answer, LoginError> {
        do throws(OAuthClientError) {
            let response = try await redirect.response(to: pending, within: limit)
            return .success(
                .success(BrowserResponse(grant: response.grant, parameters: response.unverifiedParameters)))
        } catch {
            switch error.code {
            // A server that is out of order says so with a code; the end of the time has none.
            case .providerUnavailable where error.providerCode == nil: return .failure(.nobodySignedIn)
            case .cancelled: return .failure(.givenUp)
            default: return .success(.failure(error))
            }
        }
    }

    /// The first thing pasted that ends the login; nil when there is no more to come.
    private func typed(_ pasted: AsyncStream<String>) async -> Answer? {
        for await text in pasted {
            guard text.utf8.contains(where: { $0 != 0x20 }) else { continue }
            do throws(OAuthClientError) {
                return .success(try response(typed: text))
            } catch {
                // An error with a code brought back our state, so it is the answer; all else may be a slip of the hand.
                if error.providerCode != nil { return .failure(error) }
                report(.pasteRefused(LoginError(ofResponse: error)))
            }
        }
        return nil
    }

    /// The address must bring back our state; a code alone is bound to this login by the proof key.
    private func response(typed text: String) throws(OAuthClientError) -> BrowserResponse {
        if text.contains("://") {
            let response = try AuthorizationResponse(.pastedAddress(text), to: pending)
            return BrowserResponse(grant: response.grant, parameters: response.unverifiedParameters)
        }
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
