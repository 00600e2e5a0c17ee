import JOSE
import OAuthClient
import Providers
import StrictJSON

/// Verifies tokens of a provider that are no ID tokens: a signed description of an account, an access token.
struct SignedUserinfo: Sendable {
    let connection: ProviderConnection

    /// The claims of a signed description (OpenID Connect Core, section 5.3.2): signed by the issuer's keys, from the
    /// issuer and for our client where it says so.
    ///
    /// - Throws: `CredentialError`.
    func claims(_ body: [UInt8]) async throws(CredentialError) -> JSONValue {
        let claims = try await verified(body)
        let provider = connection.provider
        let issuers: [String] = if case .oneOf(let issuers) = provider.preset.acceptedIssuers { issuers } else { [] }
        if let issuer = claims["iss"], !issuers.contains(where: { issuer == .string($0) }) {
            throw invalid("is from another issuer (iss)")
        }
        let audience: [JSONValue] = claims["aud"].map { $0.array ?? [$0] } ?? []
        let clients = provider.preset.audience.all.map { JSONValue.string($0) }
        guard audience.isEmpty || audience.contains(where: { clients.contains($0) }) else {
            throw CredentialError(
                .audienceMismatch, "\(provider.id): the signed description of the account is for another client (aud)")
        }
        return .object(claims)
    }

    /// The claims of a token whose signature is right; nothing else of it has been checked but a time that is past.
    func verified(_ token: [UInt8]) async throws(CredentialError) -> JSONObject {
        let provider = connection.provider
        guard let policy = provider.idToken else { throw invalid("cannot be verified: no algorithms are accepted") }
        let jws: CompactJWS
        do throws(JOSEError) {
            jws = try CompactJWS(parsing: token)
            try policy.algorithms.require(jws.unverifiedHeader.algorithm)
        } catch {
            throw CredentialError(error, "\(provider.id): the signed answer")
        }
        let keys: VerificationKeySet
        do throws(OAuthClientError) {
            keys = try await connection.keys.keys(for: jws.unverifiedHeader)
        } catch {
            throw CredentialError(document: error, provider.id)
        }
        do throws(JOSEError) {
            let payload = try jws.verified(with: keys, algorithms: policy.algorithms).payload
            let claims = try Self.object(payload)
            if let claim = claims["exp"] {
                let expiration = try NumericDate(claim, claim: "exp")
                guard try connection.clock.now() < expiration + policy.leeway.seconds else {
                    throw JOSEError(.tokenExpired, "it expired at \(expiration)")
                }
            }
            return claims
        } catch {
            throw CredentialError(error, "\(provider.id): the signed answer")
        }
    }

    private static func object(_ payload: [UInt8]) throws(JOSEError) -> JSONObject {
        do {
            return try JSONObject(parsing: payload, limits: .token)
        } catch {
            throw JOSEError(.claimsMalformed, "its payload is unusable: \(error)")
        }
    }

    private func invalid(_ fault: String) -> CredentialError {
        CredentialError(
            .providerAnswerInvalid, "\(connection.provider.id): the signed description of the account \(fault)")
    }
}
