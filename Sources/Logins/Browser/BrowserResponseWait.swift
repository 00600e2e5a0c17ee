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
    /// - Throws: `LoginError`.
    func grant(
        pasted: AsyncStream<String>, within limit: Duration
    ) async throws(LoginError) -> AuthorizationCodeGrant {
        let result = await withTaskGroup(
            of: Result<AuthorizationCodeGrant, LoginError>?.self,
            returning: Result<AuthorizationCodeGrant, LoginError>?.self
        ) { group in
            group.addTask { await self.received(within: limit) }
            group.addTask { await self.typed(pasted) }
            defer { group.cancelAll() }
            for await result in group {
                if let result { return result }
            }
            return nil
        }
        guard let result else { throw LoginError(.cancelled, "the login was given up") }
        return try result.get()
    }

    private func received(within limit: Duration) async -> Result<AuthorizationCodeGrant, LoginError> {
        do throws(OAuthClientError) {
            return .success(try await redirect.response(to: pending, within: limit).grant)
        } catch {
            switch error.code {
            // The one cause of it here.
            case .providerUnavailable: return .failure(LoginError(.codeExpired, "nobody signed in in time"))
            default: return .failure(LoginError(ofResponse: error))
            }
        }
    }

    /// The first thing pasted that ends the login; nil when there is no more to come.
    private func typed(_ pasted: AsyncStream<String>) async -> Result<AuthorizationCodeGrant, LoginError>? {
        for await text in pasted {
            guard text.utf8.contains(where: { $0 != 0x20 }) else { continue }
            do throws(OAuthClientError) {
                return .success(try grant(typed: text))
            } catch {
                // A refusal brought back our state, so it is the answer; all else may be a slip of the hand.
                if error.code == .refusedByProvider { return .failure(LoginError(error)) }
                report(.pasteRefused(LoginError(ofResponse: error)))
            }
        }
        return nil
    }

    /// The address must bring back our state; a code alone is bound to this login by the proof key.
    private func grant(typed text: String) throws(OAuthClientError) -> AuthorizationCodeGrant {
        if text.contains("://") { return try AuthorizationResponse(.pastedAddress(text), to: pending).grant }
        guard !text.contains("code=") else {
            throw OAuthClientError(.answerMalformed, "these are parameters of an address, without the address")
        }
        return AuthorizationCodeGrant(
            code: try AuthorizationCode(typed: text, .neverPercentEncoded), redirectURI: pending.redirectURI,
            proofKey: pending.proofKey)
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
}
