public import JOSE

/// Keys that only so many wait for at once.
public struct LimitedKeySource: KeySource {
    let source: any KeySource
    private let limit: WaitLimit

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - source: Where the keys come from.
    ///   - limit: How many may wait for them.
    public init(_ source: any KeySource, _ limit: WaitLimit) {
        self.source = source
        self.limit = limit
    }

    /// The keys to verify a token with.
    ///
    /// - Parameter header: The header of the token.
    /// - Returns: The keys.
    /// - Throws: `OAuthClientError` with code `providerUnavailable` where there are none now, or too many wait for them.
    public func keys(for header: JOSEHeader) async throws(OAuthClientError) -> VerificationKeySet {
        try await limit.run { () async throws(OAuthClientError) in try await source.keys(for: header) }
    }
}
