import CustomTokens

/// What is left of a signer whose key was revoked.
struct RevokedSigner: CustomTokenSigner {
    func customToken(for request: CustomTokenRequest) throws(CustomTokenError) -> CustomToken {
        throw CustomTokenError(.keyUnavailable, "the key that signed was revoked, and no other was activated yet")
    }
}
