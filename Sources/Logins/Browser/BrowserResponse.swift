import OAuthClient

/// What a browser brought back for an authorization request.
struct BrowserResponse: Sendable {
    /// The code with what redeems it.
    let grant: AuthorizationCodeGrant
    /// All parameters of the response, which nothing vouches for; none where the code alone was pasted.
    let parameters: FormParameters
}

/// Why a browser brought nothing back.
enum BrowserResponseError: Error, Sendable {
    /// A response came, and this is wrong with it.
    case response(OAuthClientError)
    /// Nobody came in time.
    case late
    /// The login was given up by its caller.
    case givenUp
}
