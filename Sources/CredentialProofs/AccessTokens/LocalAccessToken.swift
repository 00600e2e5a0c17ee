import JOSE
import OAuthClient
import Providers
import StrictJSON

/// Looks at an access token that is a JWT of the provider's issuer (RFC 9068 or a form of its own).
struct LocalAccessToken: Sendable {
    let connection: ProviderConnection

    /// The claims, when signature, kind, issuer and times are right; which client they name is still to be looked at.
    ///
    /// - Throws: `CredentialError`.
    func claims(of token: AccessToken) async throws(CredentialError) -> JSONObject {
        let provider = connection.provider
        let (header, claims) = try await SignedUserinfo(connection: connection).verified([UInt8](token.secretText.utf8))
        guard case .oneOf(let issuers) = provider.preset.acceptedIssuers,
            issuers.contains(where: { claims["iss"] == .string($0) })
        else { throw invalid("is from another issuer (iss)") }
        try checkKind(header, claims)
        guard claims["exp"] != nil else { throw invalid("has no expiration (exp)") }
        let now = try connection.now()
        do throws(JOSEError) {
            for name in ["nbf", "iat"] {
                guard let claim = claims[name] else { continue }
                let date = try NumericDate(claim, claim: name)
                guard date <= now + (provider.idToken?.leeway.seconds ?? 0) else {
                    throw JOSEError(.tokenNotYetValid, "its \(name) is \(date), and it is only \(now)")
                }
            }
        } catch {
            throw CredentialError(error, "\(provider.id): the access token")
        }
        return claims
    }

    /// Tokens of other kinds have the same keys and claims.
    ///
    /// An ID token in particular would go through here without its nonce and age being looked at.
    private func checkKind(_ header: JOSEHeader, _ claims: JSONObject) throws(CredentialError) {
        let type = header.type?.lowercased() ?? "jwt"
        let name = type.hasPrefix("application/") ? String(type.dropFirst("application/".count)) : type
        guard ["at+jwt", "jwt", "jose"].contains(name) else { throw invalid("is a token of another kind (typ)") }
        for claim in ["nonce", "at_hash", "c_hash", "events"] where claims[claim] != nil {
            throw invalid("has \(claim), which no access token has: is it an ID token?")
        }
    }

    private func invalid(_ fault: String) -> CredentialError {
        CredentialError(.credentialInvalid, "\(connection.provider.id): the access token \(fault)")
    }
}
