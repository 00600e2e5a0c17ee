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
        try self.init(text) { $0.isLoopbackHost }
    }

    /// Checks an address of the metadata server of a cloud, which is plain `http` to a link-local address.
    ///
    /// The transport connects nowhere else for it.
    ///
    /// - Parameter text: The address.
    /// - Throws: `OAuthClientError` with code `addressNotAllowed`.
    package init(metadataServer text: String) throws(OAuthClientError) {
        try self.init(text) { $0.isLoopbackHost || Self.isMetadataHost($0) }
    }

    /// Whether a host is the metadata server: by its name at Google, or an address of 169.254.0.0/16.
    package static func isMetadataHost(_ host: String) -> Bool {
        if host == "metadata.google.internal" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "169" && parts[1] == "254"
            && parts.allSatisfy { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } && UInt8($0) != nil }
    }

    private init(_ text: String, mayBePlain: (String) -> Bool) throws(OAuthClientError) {
        // Bytes in memory: one pass over a String for each question is several times as slow.
        let bytes = text.utf8.span
        guard bytes.count <= 2048, bytes.indices.allSatisfy({ Self.isAddressByte(bytes[$0]) }) else {
            throw Self.refusal(text, "it has characters that have no place in an address")
        }
        guard let colon = Self.first(":", in: bytes), colon + 2 < bytes.count,
            bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/")
        else { throw Self.refusal(text, "it does not begin with https:// or another scheme") }
        scheme = Self.lowercased(bytes.extracting(..<colon))
        let rest = bytes.extracting((colon + 3)...)
        let end = rest.indices.first { rest[$0] == UInt8(ascii: "/") || rest[$0] == UInt8(ascii: "?") }
        let authority = rest.extracting(..<(end ?? rest.count))
        guard Self.first("@", in: authority) == nil else { throw Self.refusal(text, "it has user information") }
        (host, port) = try Self.hostAndPort(authority, text)
        guard scheme == "https" || (scheme == "http" && mayBePlain(host)) else {
            throw Self.refusal(text, "it must be https, except on this machine")
        }
        self.text = text
    }

    private static func first(_ character: Unicode.Scalar, in bytes: Span<UInt8>) -> Int? {
        bytes.indices.first { bytes[$0] == UInt8(ascii: character) }
    }

    /// Whether a byte is printable ASCII that RFC 3986 knows, and not the `#` of a fragment.
    private static func isAddressByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
            UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            false
        case 0x21...0x7E: true
        default: false
        }
    }

    private static func lowercased(_ bytes: Span<UInt8>) -> String {
        String(decoding: bytes.indices.map { 0x41...0x5A ~= bytes[$0] ? bytes[$0] | 0x20 : bytes[$0] }, as: UTF8.self)
    }

    private static func hostAndPort(
        _ authority: Span<UInt8>, _ text: String
    ) throws(OAuthClientError) -> (String, UInt16?) {
        let bracket = authority.indices.last { authority[$0] == UInt8(ascii: "]") } ?? 0
        let colon = authority.indices.last { $0 >= bracket && authority[$0] == UInt8(ascii: ":") }
        let name = authority.extracting(..<(colon ?? authority.count))
        let host = lowercased(name)
        guard 1...255 ~= name.count, isHost(host.utf8.span) else { throw refusal(text, "its host is malformed") }
        guard let colon else { return (host, nil) }
        let digits = authority.extracting((colon + 1)...)
        guard 1...5 ~= digits.count, digits.indices.allSatisfy({ 0x30...0x39 ~= digits[$0] }),
            let port = UInt16(lowercased(digits)), port > 0
        else { throw refusal(text, "its port is malformed") }
        return (host, port)
    }

    private static func isHost(_ host: Span<UInt8>) -> Bool {
        if host[0] == UInt8(ascii: "[") {
            guard host.count > 1, host[host.count - 1] == UInt8(ascii: "]") else { return false }
            let address = host.extracting(1..<(host.count - 1))
            return address.indices.allSatisfy { index in
                0x30...0x3A ~= address[index] || 0x61...0x66 ~= address[index] || address[index] == UInt8(ascii: ".")
            }
        }
        return host.indices.allSatisfy { index in
            0x30...0x39 ~= host[index] || 0x61...0x7A ~= host[index] || host[index] == UInt8(ascii: "-")
                || host[index] == UInt8(ascii: ".")
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
