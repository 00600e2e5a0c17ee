public import OAuthClient

/// Where access tokens for Google's APIs come from.
public protocol AccessTokenSource: Sendable {
    /// An access token that is good for some minutes at least.
    ///
    /// - Returns: The token.
    /// - Throws: `GoogleCloudError`.
    func accessToken() async throws(GoogleCloudError) -> AccessToken
}

/// An access token that was just had, and how long it is good for.
struct GrantedToken: Sendable {
    let token: AccessToken
    let lifetime: Duration
}

/// A way to have an access token, asked each time.
protocol TokenGrant: Sendable {
    /// Asks for a token.
    func token() async throws(GoogleCloudError) -> GrantedToken
}
