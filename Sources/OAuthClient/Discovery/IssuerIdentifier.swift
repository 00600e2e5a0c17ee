import StrictJSON

/// The identifier of an issuer: an address without query and fragment (RFC 8414, section 2).
///
/// It is a name, not a place: two of them are the same when their bytes are, down to a slash at the end.
public struct IssuerIdentifier: Sendable {
    /// The identifier as it was given.
    public let text: String
    /// The identifier as an address.
    let url: EndpointURL

    /// Checks an identifier.
    ///
    /// - Parameter text: The identifier, as the provider writes it in its metadata and tokens.
    /// - Throws: `OAuthClientError` with code `addressNotAllowed`.
    public init(_ text: String) throws(OAuthClientError) {
        url = try EndpointURL(text)
        guard !text.utf8.contains(UInt8(ascii: "?")) else {
            throw OAuthClientError(.addressNotAllowed, "the issuer \(text.quotedExcerpt) has a query")
        }
        self.text = text
    }

    /// Returns if another text is this identifier, byte for byte (RFC 8414, sections 3.3 and 6.2).
    ///
    /// - Throws: `OAuthClientError` with code `issuerMismatch`, which quotes both.
    func check(_ found: String) throws(OAuthClientError) {
        guard !found.hasSameBytes(as: text) else { return }
        throw OAuthClientError(
            .issuerMismatch,
            "the metadata is that of the issuer \(found.quotedExcerpt), expected \(text.quotedExcerpt)"
                + (Self.differsInSlash(found, text) ? ": the slash at the end is the difference" : ""))
    }

    private static func differsInSlash(_ left: String, _ right: String) -> Bool {
        left.hasSameBytes(as: right + "/") || right.hasSameBytes(as: left + "/")
    }
}
