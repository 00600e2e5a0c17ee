public import OAuthClient

/// Keeps a refresh token where the next sign-in finds it.
public protocol RefreshTokenKeeper: Sendable {
    /// Keeps a token in the place of the one that was redeemed; it may be the same.
    ///
    /// - Parameter token: The token that is good from now on.
    /// - Throws: `CredentialError` made with `CredentialError.refreshTokenNotKept`, whose reason says why.
    func keep(_ token: RefreshToken) async throws(CredentialError)
}

extension CredentialError {
    /// The error of a keeper that could not keep a token.
    ///
    /// - Parameter reason: Why, without anything of the token.
    /// - Returns: The error.
    public static func refreshTokenNotKept(_ reason: String) -> CredentialError {
        CredentialError(.refreshTokenNotKept, reason)
    }
}
