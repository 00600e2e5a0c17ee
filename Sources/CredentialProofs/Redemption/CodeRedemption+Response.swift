public import OAuthClient
import Providers

extension CodeRedemption {
    /// Redeems the code of an authorization response, once, after it was held against its request.
    ///
    /// - Parameters:
    ///   - delivery: The response as it arrived.
    ///   - pending: What was kept from the request.
    /// - Returns: The identity and the tokens.
    /// - Throws: `CredentialError`; with code `accessDenied` where the person or the provider said no,
    ///   `credentialInvalid` where the response does not belong to the request.
    public func redeem(
        _ delivery: RedirectDelivery, for pending: PendingAuthorization
    ) async throws(CredentialError) -> ProvenTokens {
        let response: AuthorizationResponse
        let nonce: CallerNonce
        do throws(OAuthClientError) {
            response = try AuthorizationResponse(delivery, to: pending)
            nonce = try CallerNonce(response.nonce)
        } catch {
            throw CredentialError(ofResponse: error, connection.provider.id)
        }
        return try await redeem(response.grant, nonce: nonce, response: response.unverifiedParameters)
    }
}
