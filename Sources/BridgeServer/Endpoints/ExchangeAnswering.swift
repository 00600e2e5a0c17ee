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
    /// has changed it, the failure says so, and the new one is in its answer.
    func response(
        to exchange: TokenExchangeRequest, from client: AuthenticatedClient, _ request: IncomingRequest
    ) async throws -> ServerResponse {
        let keeper = RotatedRefreshToken()
        do {
            let answer = try await generation.exchange.answer(to: exchange, from: client, keeper: keeper)
            try await Issuance(service: service, request: request).note(answer.issued, .tokenExchange)
            var object = TokenAnswer.object(answer.issued, scope: answer.scope)
            object["profile"] = .object(TokenAnswer.profile(answer.profile, provider: answer.providerID))
            object["refresh_token"] = answer.refreshToken.map { .string($0.secretText) }
            object["provider_tokens"] = answer.providerTokens.map { .object(TokenAnswer.object($0)) }
            return .json(object)
        } catch {
            let failure = Failure(error)
            service.metrics.exchangeRejected(provider: exchange.provider ?? "none", reason: failure.code)
            guard let token = keeper.token else { throw error }
            service.resources.log.warning(
                "an exchange failed after its refresh token was replaced", ["code": .identifier(failure.code)],
                in: request.context)
            return ErrorAnswer(failure: failure, requestID: request.context.requestID).oauth(with: token)
        }
    }
}
