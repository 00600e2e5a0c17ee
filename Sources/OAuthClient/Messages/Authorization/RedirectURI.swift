import StrictJSON

/// Where a provider sends its response (RFC 6749, section 3.1.2), kept byte for byte: it must be the same in both
/// requests.
public struct RedirectURI: Sendable, Hashable {
    /// The address.
    public let text: String

    /// Checks an address.
    ///
    /// - Parameter text: An address with https, with http on this machine, or with an app's own scheme, which has a
    ///   dot (RFC 8252, section 7.1).
    /// - Throws: `OAuthClientError` with code `addressNotAllowed`.
    public init(_ text: String) throws(OAuthClientError) {
        let scheme = text.prefix { $0 != ":" }.lowercased()
        if scheme == "http" || scheme == "https" {
            self.text = try EndpointURL(text).text
            return
        }
        guard scheme.utf8.count < text.utf8.count, Self.isPrivateScheme(scheme), text.utf8.count <= 2048,
            text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !#""<>\^`{|}#"#.utf8.contains($0) })
        else {
            throw OAuthClientError(
                .addressNotAllowed,
                "the redirect address \(text.quotedExcerpt) must be https, http on this machine, or an app's own "
                    + "scheme with a dot in it")
        }
        self.text = text
    }

    private static func isPrivateScheme(_ scheme: String) -> Bool {
        guard let first = scheme.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first else { return false }
        return scheme.utf8.contains(UInt8(ascii: "."))
            && scheme.utf8.allSatisfy { FormURLEncoding.isUnreserved($0) || $0 == UInt8(ascii: "+") }
    }

    /// The address up to its query.
    var textBeforeQuery: String {
        String(text.prefix { $0 != "?" })
    }
}
