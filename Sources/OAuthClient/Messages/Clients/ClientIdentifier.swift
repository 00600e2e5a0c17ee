import StrictJSON

/// The identifier of an OAuth client (RFC 6749, section 2.2), which is no secret.
public struct ClientIdentifier: Sendable, Hashable {
    /// The identifier.
    public let text: String

    /// Takes an identifier.
    ///
    /// - Parameter text: The identifier.
    /// - Throws: `OAuthClientError` with code `clientMisconfigured` unless it is 1 to 512 characters of printable ASCII.
    public init(_ text: String) throws(OAuthClientError) {
        guard text.isVisibleText, text.utf8.count <= 512 else {
            throw OAuthClientError(
                .clientMisconfigured, "the client identifier \(text.quotedExcerpt) is empty, too long or not ASCII")
        }
        self.text = text
    }
}
