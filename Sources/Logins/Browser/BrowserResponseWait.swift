import OAuthClient
import StrictJSON
import Transport

/// The wait for the one response to an authorization request, by loopback or by paste.
struct BrowserResponseWait: Sendable {
    let redirect: LoopbackRedirect
    let pending: PendingAuthorization
    let report: @Sendable (BrowserLoginEvent) -> Void

    /// Waits for whichever comes first.
    ///
    /// - Parameters:
    ///   - pasted: What the person pastes.
    ///   - limit: How long to wait.
    /// - Returns: The code with what redeems it.
    /// - Throws: `BrowserResponseError`.
    func response(
        pasted: AsyncStream<String>, within limit: Duration
    ) async throws(BrowserResponseError) -> BrowserResponse {
        let result = await withTaskGroup(
            of: Result<BrowserResponse, BrowserResponseError>?.self,
            returning: Result<BrowserResponse, BrowserResponseError>?.self
        ) { group in
            group.addTask { await self.received(within: limit) }
            group.addTask { await self.typed(pasted) }
            defer { group.cancelAll() }
            for await result in group {
                if let result { return result }
            }
            return nil
        }
        guard let result else { throw .givenUp }
        return try result.get()
    }

    private func received(within limit: Duration) async -> Result<BrowserResponse, BrowserResponseError> {
        do throws(OAuthClientError) {
            let response = try await redirect.response(to: pending, within: limit)
            return .success(BrowserResponse(grant: response.grant, parameters: response.unverifiedParameters))
        } catch {
            switch error.code {
            // A server that is out of order says so with a code; the end of the time has none.
            case .providerUnavailable where error.providerCode == nil: return .failure(.late)
            case .cancelled: return .failure(.givenUp)
            default: return .failure(.response(error))
            }
        }
    }

    /// The first thing pasted that ends the login; nil when there is no more to come.
    private func typed(_ pasted: AsyncStream<String>) async -> Result<BrowserResponse, BrowserResponseError>? {
        for await text in pasted {
            guard text.utf8.contains(where: { $0 != 0x20 }) else { continue }
            do throws(OAuthClientError) {
                return .success(try response(typed: text))
            } catch {
                // An error with a code brought back our state, so it is the answer; all else may be a slip of the hand.
                if error.providerCode != nil { return .failure(.response(error)) }
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
