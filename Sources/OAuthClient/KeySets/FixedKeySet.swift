public import JOSE

/// Keys from a configured file, which never change: no network is needed.
public struct FixedKeySet: KeySource {
    /// The keys.
    public let keys: VerificationKeySet
    /// The entries that were left out, each with its reason, for the operator.
    public let skipped: [String]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The contents of the file.
    ///   - format: Its form.
    /// - Throws: `OAuthClientError` with code `keySetUnusable` where it is no key set, or none of its keys can be used.
    public init(parsing bytes: [UInt8], format: KeySetFormat) throws(OAuthClientError) {
        let published: PublishedKeySet
        do throws(OAuthClientError) {
            published = try PublishedKeySet(parsing: bytes, format: format)
        } catch {
            throw OAuthClientError(.keySetUnusable, error.reason)
        }
        guard !published.keys.entries.isEmpty else {
            let reasons = published.skipped.prefix(5).joined(separator: "; ")
            throw OAuthClientError(.keySetUnusable, "no key of the key set can be used: \(reasons)")
        }
        keys = published.keys
        skipped = published.skipped
    }

    /// The keys, whatever the header says.
    public func keys(for header: JOSEHeader) -> VerificationKeySet { keys }
}
