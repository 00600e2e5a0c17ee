import Cryptography
import HTTPServer
import JOSE
import OAuthClient
import StrictJSON

extension StrictIAM {
    /// Google's own token endpoint.
    static let tokenURI = "https://oauth2.googleapis.com/token"
    private static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    /// Answers a request of the token endpoint: an access token for an assertion (RFC 7523).
    func tokenResponse(_ request: SandboxRequest) -> ServerResponse {
        do throws(GoogleFault) {
            try failIfWished()
        } catch {
            return error.response
        }
        do throws(OAuthFault) {
            guard request.method == "POST", request.path == "token" else {
                throw OAuthFault("not_found", "there is nothing here", status: 404)
            }
            return try accessToken(request)
        } catch {
            // Google's answers have no challenge.
            return .sandboxJSON(
                .of(["error": .string(error.error), "error_description": .string(error.description)]),
                status: error.status)
        }
    }

    private func accessToken(_ request: SandboxRequest) throws(OAuthFault) -> ServerResponse {
        guard let form = request.form else { throw OAuthFault.invalidRequest("Malformed request.") }
        guard let type = form["grant_type"] else {
            throw OAuthFault.invalidRequest("Required parameter is missing: grant_type")
        }
        guard type.hasSameBytes(as: Self.grantType) else {
            throw OAuthFault("unsupported_grant_type", "Invalid grant_type: \(type.quotedExcerpt)")
        }
        guard let assertion = form["assertion"] else {
            throw OAuthFault.invalidRequest("Required parameter is missing: assertion")
        }
        let (account, scopes) = try verified(assertion)
        do throws(SandboxError) {
            let token = try accessToken(for: account, scopes: scopes, lifetime: 3599)
            return .sandboxJSON(
                .of(["access_token": .string(token.secretText), "expires_in": 3599, "token_type": "Bearer"]))
        } catch {
            throw OAuthFault(error)
        }
    }

    private func verified(_ assertion: String) throws(OAuthFault) -> (account: String, scopes: [String]) {
        guard let token = try? CompactJWS(parsing: assertion), token.unverifiedHeader.algorithm == .rs256,
            let payload = try? JSONObject(parsing: token.unverifiedPayload, limits: .token),
            let account = payload["iss"]?.string
        else { throw OAuthFault.invalidGrant("Bad Request") }
        let now: Int64
        do throws(SandboxError) {
            now = try source.now()
        } catch {
            throw OAuthFault(error)
        }
        guard let published = publishedKeys(of: account, at: now) else {
            throw OAuthFault.invalidGrant("Invalid grant: account not found")
        }
        // A key that is named is the one that counts.
        let named = token.unverifiedHeader.keyID
        let isSigned = published.keys.contains { key in
            guard named?.hasSameBytes(as: key.keyID) ?? true else { return false }
            let check = Result { () throws(JOSEError) in
                try key.certificate.publicKey.verify(
                    token.signature, over: token.signingInput, algorithm: .rs256)
            }
            if case .success = check { return true }
            return false
        }
        guard isSigned else { throw OAuthFault.invalidGrant("Invalid JWT Signature.") }
        let audiences = [Self.tokenURI] + tokenAudiences
        guard let audience = payload["aud"]?.string, audiences.contains(where: { $0.hasSameBytes(as: audience) }) else {
            throw OAuthFault.invalidGrant("Invalid JWT: Failed audience check.")
        }
        guard let issuedAt = payload["iat"]?.integer, let expiration = payload["exp"]?.integer,
            NumericDate.claimable ~= NumericDate(secondsSinceEpoch: issuedAt),
            NumericDate.claimable ~= NumericDate(secondsSinceEpoch: expiration),
            1...3600 ~= expiration - issuedAt, now < expiration, issuedAt <= now + 300
        else {
            throw OAuthFault.invalidGrant(
                "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your "
                    + "iat and exp values in the JWT claim.")
        }
        let scopes = (payload["scope"]?.string ?? "").split(separator: " ").map(String.init)
        guard !scopes.isEmpty, scopes.allSatisfy({ $0.hasPrefix("https://www.googleapis.com/auth/") }) else {
            throw OAuthFault("invalid_scope", "Invalid OAuth scope or ID token audience provided.")
        }
        return (account, scopes)
    }
}
