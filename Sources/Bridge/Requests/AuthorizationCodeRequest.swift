public import OAuthClient

/// A request to redeem an authorization code of ours (RFC 6749, section 4.1.3; RFC 7636, section 4.5).
public struct AuthorizationCodeRequest: Sendable {
    /// The code.
    public let code: AuthorizationCode
    /// The redirect address as it is sent, which must be that of the authorization request; nil where there is none.
    public let redirectURI: String?
    /// The code verifier; nil where there is none.
    public let proofKey: ProofKey?

    /// Reads a request.
    ///
    /// - Throws: `BridgeError` with code `requestInvalid`.
    init(_ form: TokenRequestParameters) throws(BridgeError) {
        code = AuthorizationCode(try form.credential("code"))
        redirectURI = form["redirect_uri"]
        proofKey = try form.proofKey()
    }
}

extension TokenRequestParameters {
    /// The code verifier; nil where there is none.
    func proofKey() throws(BridgeError) -> ProofKey? {
        guard let verifier = self["code_verifier"] else { return nil }
        do throws(OAuthClientError) {
            return try ProofKey(restoring: verifier)
        } catch {
            throw Self.invalid("the code_verifier is none: \(error.reason)")
        }
    }
}
