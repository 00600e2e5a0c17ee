public import JOSE

/// Where the keys of an issuer come from.
public protocol KeySource: Sendable {
    /// The keys to verify a token with.
    ///
    /// The header is not believed: it only tells whether it is worth looking for newer keys. Whether a key fits is for
    /// the verifier to find out in the answer.
    ///
    /// - Parameter header: The header of the token.
    /// - Returns: The keys.
    /// - Throws: `OAuthClientError` with code `providerUnavailable` where there are no keys now.
    func keys(for header: JOSEHeader) async throws(OAuthClientError) -> VerificationKeySet
}
