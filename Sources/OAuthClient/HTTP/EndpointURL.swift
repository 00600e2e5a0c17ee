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
        // Bytes in an array: one pass over a String for each question is several times as slow.
        let bytes = [UInt8](text.utf8)
        guard bytes.count <= 2048, bytes.allSatisfy(Self.isAddressByte) else {
            throw Self.refusal(text, "it has characters that have no place in an address")
        }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[(colon + 1)...].starts(with: "//".utf8) else {
            throw Self.refusal(text, "it has no scheme")
        }
        scheme = Self.lowercased(bytes[..<colon])
        let rest = bytes[(colon + 3)...]
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard !authority.contains(UInt8(ascii: "@")) else { throw Self.refusal(text, "it has user information") }
        (host, port) = try Self.hostAndPort(authority, text)
        guard scheme == "https" || (scheme == "http" && host.isLoopbackHost) else {
            throw Self.refusal(text, "it must be https, except on this machine")
        }
        self.text = text
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

    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    private static func hostAndPort(
        _ authority: ArraySlice<UInt8>, _ text: String
    ) throws(OAuthClientError) -> (String, UInt16?) {
        let bracket = authority.lastIndex(of: UInt8(ascii: "]"))
        let colon = authority[(bracket ?? authority.startIndex)...].lastIndex(of: UInt8(ascii: ":"))
        let host = lowercased(authority[..<(colon ?? authority.endIndex)])
        guard !host.isEmpty, host.utf8.count <= 255, isHost([UInt8](host.utf8)) else {
            throw refusal(text, "its host is malformed")
        }
        guard let colon else { return (host, nil) }
        let digits = authority[(colon + 1)...]
        guard 1...5 ~= digits.count, digits.allSatisfy({ 0x30...0x39 ~= $0 }),
            let port = UInt16(String(decoding: digits, as: UTF8.self)), port > 0
        else { throw refusal(text, "its port is malformed") }
        return (host, port)
    }

    private static func isHost(_ host: [UInt8]) -> Bool {
        if host.first == UInt8(ascii: "[") {
            return host.last == UInt8(ascii: "]")
                && host.dropFirst().dropLast().allSatisfy { byte in
                    0x30...0x3A ~= byte || 0x61...0x66 ~= byte || byte == UInt8(ascii: ".")
                }
        }
        return host.allSatisfy { byte in
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
