/// Whether an authorization request asks for a refresh token.
public enum RefreshTokenWish: Sendable {
    /// It does not; the provider may issue one all the same.
    case none
    /// It does, in the way of the provider: by a scope or a parameter.
    case wanted
}
