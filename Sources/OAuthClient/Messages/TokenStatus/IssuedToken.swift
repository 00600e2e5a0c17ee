/// A token to ask about or to revoke.
public enum IssuedToken: Sendable {
    /// An access token.
    case accessToken(AccessToken)
    /// A refresh token.
    case refreshToken(RefreshToken)

    /// The token itself.
    package var secretText: String {
        switch self {
        case .accessToken(let token): token.secretText
        case .refreshToken(let token): token.secretText
        }
    }

    /// The parameters `token` and `token_type_hint`.
    var form: FormParameters {
        get throws(OAuthClientError) {
            var form = FormParameters()
            switch self {
            case .accessToken(let token): try form.append("token", token.secretText)
            case .refreshToken(let token): try form.append("token", token.secretText)
            }
            try form.append("token_type_hint", hint)
            return form
        }
    }

    /// The kind of the token (RFC 7009, section 2.1).
    private var hint: String {
        switch self {
        case .accessToken: "access_token"
        case .refreshToken: "refresh_token"
        }
    }
}
