/// Makes custom tokens without waiting for anything: nothing leaves the machine.
public protocol LocalCustomTokenSigner: CustomTokenSigner {
    /// Makes a custom token.
    ///
    /// - Parameter request: What the token is to say.
    /// - Returns: The token.
    /// - Throws: `CustomTokenError`.
    func customToken(for request: CustomTokenRequest) throws(CustomTokenError) -> CustomToken
}
