import StrictJSON

/// An address that may be called: `https`, or `http` on this machine, in the plain form
/// `scheme://host[:port]/path?query`.
///
/// Stricter than RFC 3986: no user information, no fragment, no characters outside printable ASCII, so that there is
/// nothing two libraries could read differently.
public struct EndpointURL: Sendable, Hashable {
    /// The address.
    public let text: String
    /// The scheme: `https` or `http`.
    public let scheme: String
    /// The host in lower case, without port; an IPv6 address in brackets.
    public let host: String
    /// The port, where one is written.
    public let port: UInt16?

    /// Checks an address.
    ///
    /// - Parameter text: The address.
    /// - Throws: `OAuthClientError` with code `addressNotAllowed`.
    public init(_ text: String) throws(OAuthClientError) {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !#""<>\^`{|}#"#.utf8.contains($0) })
        else { throw Self.refusal(text, "it has characters that have no place in an address") }
        guard let separator = text.firstRange(of: "://") else { throw Self.refusal(text, "it has no scheme") }
        scheme = text[..<separator.lowerBound].lowercased()
        let rest = text[separator.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.contains("@") else { throw Self.refusal(text, "it has user information") }
        (host, port) = try Self.hostAndPort(authority, text)
        guard scheme == "https" || (scheme == "http" && host.isLoopbackHost) else {
            throw Self.refusal(text, "it must be https, except on this machine")
        }
        self.text = text
    }

    private static func hostAndPort(_ authority: Substring, _ text: String) throws(OAuthClientError) -> (
        String, UInt16?
    ) {
        let bracket = authority.lastIndex(of: "]")
        let colon = authority[(bracket ?? authority.startIndex)...].lastIndex(of: ":")
        let host = authority[..<(colon ?? authority.endIndex)].lowercased()
        guard !host.isEmpty, host.utf8.count <= 255, isHost(host) else { throw refusal(text, "its host is malformed") }
        guard let colon else { return (host, nil) }
        let digits = authority[authority.index(after: colon)...]
        guard 1...5 ~= digits.utf8.count, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let port = UInt16(digits),
            port > 0
        else { throw refusal(text, "its port is malformed") }
        return (host, port)
    }

    private static func isHost(_ host: String) -> Bool {
        if host.hasPrefix("[") {
            return host.hasSuffix("]")
                && host.utf8.dropFirst().dropLast().allSatisfy { byte in
                    0x30...0x3A ~= byte || 0x61...0x66 ~= byte || byte == UInt8(ascii: ".")
                }
        }
        return host.utf8.allSatisfy { byte in
            0x30...0x39 ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
    }

    private static func refusal(_ text: String, _ reason: String) -> OAuthClientError {
        OAuthClientError(
            .addressNotAllowed, "the address \(withoutUserInformation(text).quotedExcerpt) cannot be used: \(reason)")
    }

    /// An address for a message: what stands before an at sign may be a password.
    private static func withoutUserInformation(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@") else { return text }
        let scheme = text.firstRange(of: "://").map { text[..<$0.upperBound] } ?? ""
        return "\(scheme)...\(text[at...])"
    }

    /// The address without its query, which may hold a credential: for messages.
    public var textForMessages: String {
        String(text.prefix { $0 != "?" })
    }
}
