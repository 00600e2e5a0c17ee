public import OAuthClient
import StrictJSON

/// What a caller wants to exchange (`subject_token`; RFC 8693, section 2.1).
public enum SubjectToken: Sendable {
    /// An ID token.
    case idToken(UnverifiedIDToken)
    /// An access token.
    case accessToken(AccessToken)
    /// A refresh token.
    case refreshToken(RefreshToken)
    /// An authorization code that the caller has got from the provider itself.
    case authorizationCode(AuthorizationCodeGrant)

    /// The names of kinds of tokens.
    enum Kind: String, Sendable, CaseIterable {
        case idToken = "urn:ietf:params:oauth:token-type:id_token"
        case accessToken = "urn:ietf:params:oauth:token-type:access_token"
        case refreshToken = "urn:ietf:params:oauth:token-type:refresh_token"
        /// Said of an ID token by those who look at its form: what is not one fails its proof.
        case jwt = "urn:ietf:params:oauth:token-type:jwt"
        case authorizationCode = "urn:token-bridge:token-type:authorization_code"
    }

    /// Reads the subject token of a request.
    ///
    /// - Throws: `BridgeError` with code `requestInvalid`.
    init(_ form: TokenRequestParameters) throws(BridgeError) {
        let name = try form.required("subject_token_type")
        guard let kind = Kind(exactly: name) else {
            let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw TokenRequestParameters.invalid(
                "the subject_token_type \(name.quotedExcerpt) is not accepted; these are: \(known)")
        }
        let token = try form.credential("subject_token")
        if kind != .authorizationCode {
            try form.requireNone(
                of: ["code_verifier", "redirect_uri"], because: "it belongs to an authorization code")
        }
        switch kind {
        case .idToken, .jwt: self = .idToken(UnverifiedIDToken(token))
        case .accessToken: self = .accessToken(AccessToken(token))
        case .refreshToken: self = .refreshToken(RefreshToken(token))
        case .authorizationCode: self = .authorizationCode(try Self.grant(AuthorizationCode(token), form))
        }
    }

    private static func grant(
        _ code: AuthorizationCode, _ form: TokenRequestParameters
    ) throws(BridgeError) -> AuthorizationCodeGrant {
        let address = try form.required("redirect_uri")
        let proofKey = try form.proofKey()
        do throws(OAuthClientError) {
            return AuthorizationCodeGrant(
                code: code, redirectURI: try RedirectURI(address),
                proofKey: proofKey.map { .s256($0) } ?? .withoutProofKey(because: .leftOutByCaller))
        } catch {
            throw TokenRequestParameters.invalid("the redirect_uri is none: \(error.reason)")
        }
    }

    /// Whether the token can be bound to a nonce of the caller's.
    var takesNonce: Bool {
        switch self {
        case .idToken, .authorizationCode: true
        case .accessToken, .refreshToken: false
        }
    }
}
