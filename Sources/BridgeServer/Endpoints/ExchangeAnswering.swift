import OAuthClient
import StrictJSON
import Bridge
import CredentialProofs
import Failures
import HTTPServer
import Operations

/// Token exchange over HTTP (RFC 8693).
struct ExchangeAnswering: Sendable {
    let service: BridgeService
    let generation: Generation

    /// Answers a request.
    ///
    /// A refresh token that took the place of the sent one must not be lost: where something fails after the provider
    /// has changed it, the failure says so, and the new one is in its answer. An authorization code that the provider has
    /// redeemed cannot be had back: the failure says that, too.
    func response(
        to exchange: TokenExchangeRequest, from client: AuthenticatedClient, _ request: IncomingRequest
    ) async throws -> ServerResponse {
        let keeper = RotatedRefreshToken()
        do {
            let issuance = Issuance(service: service, request: request)
            let answer = try await generation.exchange.answer(to: exchange, from: client, keeper: keeper) { issued in
                try await issuance.note(issued, .tokenExchange)
            }
            issuance.handOut(answer.issued, .tokenExchange)
            var object = TokenAnswer.object(answer.issued, scope: answer.scope)
            object["profile"] = .object(TokenAnswer.profile(answer.profile, provider: answer.providerID))
            object["refresh_token"] = answer.refreshToken.map { .string($0.secretText) }
            object["provider_tokens"] = answer.providerTokens.map { .object(TokenAnswer.object($0)) }
            return .json(object)
        } catch {
            let failure = Failure(error)
            service.metrics.exchangeRejected(provider: exchange.provider ?? "none", reason: failure.code)
            let mayHaveSpentCode = exchange.isOfCode && failure.httpOutcome.status >= 500
            guard mayHaveSpentCode || keeper.token != nil else { throw error }
            service.note(error, request)
            if keeper.token != nil {
                service.resources.log.warning(
                    "an exchange failed after its refresh token was replaced", ["code": .identifier(failure.code)],
                    in: request.context)
            }
            return ErrorAnswer(
                failure: mayHaveSpentCode ? failure.withSpentCode : failure, requestID: request.context.requestID
            ).oauth(with: keeper.token)
        }
    }
}

extension TokenExchangeRequest {
    /// Whether it is about a code, which its provider redeems once.
    fileprivate var isOfCode: Bool {
        if case .authorizationCode = subject { true } else { false }
    }
}
