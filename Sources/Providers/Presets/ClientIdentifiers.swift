import StrictJSON

/// Our client identifiers at one provider (RFC 6749, section 2.2), never empty: what an audience is compared with.
public struct ClientIdentifiers: Sendable {
    /// The identifier that requests are sent with.
    public let primary: String
    /// All identifiers, the primary one first.
    public let all: [String]

    /// Takes identifiers from the configuration, which alone may name them (PRV-03).
    ///
    /// - Parameter identifiers: The identifiers, the one that requests are sent with first.
    /// - Throws: `ProviderError` with code `audienceMissing` where there is none or one of them is empty or has
    ///   characters outside printable ASCII (PRV-04).
    public init(_ identifiers: [String]) throws(ProviderError) {
        guard let primary = identifiers.first else {
            throw ProviderError(.audienceMissing, "there is no client identifier to compare the audience with")
        }
        for identifier in identifiers {
            guard !identifier.isEmpty, identifier.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
                throw ProviderError(
                    .audienceMissing,
                    "\(identifier.quotedExcerpt) is not a client identifier: it is empty or has other characters than printable ASCII"
                )
            }
        }
        self.primary = primary
        all = identifiers
    }
}
