/// Makes custom tokens: with a key at hand, with one far away, or unsigned for the emulator.
public protocol CustomTokenSigner: Sendable {
    /// Makes a custom token.
    ///
    /// - Parameter request: What the token is to say.
    /// - Returns: The token.
    /// - Throws: `CustomTokenError`.
    func customToken(for request: CustomTokenRequest) async throws(CustomTokenError) -> CustomToken
}
