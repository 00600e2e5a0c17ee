import OAuthClient

/// What a browser brought back for an authorization request.
struct BrowserResponse: Sendable {
    /// The code with what redeems it.
    let grant: AuthorizationCodeGrant
    /// All parameters of the response, which nothing vouches for; none where the code alone was pasted.
    let parameters: FormParameters
}
