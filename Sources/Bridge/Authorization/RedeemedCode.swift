/// What a code stood for that was redeemed by the app that it was issued to.
public struct RedeemedCode: Sendable {
    /// The sign-in, for which a custom token is to be signed.
    public let signIn: StoredSignIn
    /// The scope of the app's request.
    public let scope: String?
    /// The provider's tokens, for a client that is registered to get them.
    public let providerTokens: HandedOnTokens?
}
