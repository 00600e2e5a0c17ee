import StrictJSON

/// An address outside this service that a person is sent to: a provider's sign-in page.
public struct OnwardAddress: Sendable {
    /// The whole address, as it is written into the page; it may carry a `state`, so it prints as its origin alone.
    let text: String
    /// Its scheme, host and port, for a policy's list.
    public let origin: String

    /// Takes an address; nil where the text is none.
    ///
    /// - Parameter text: `https`, or `http` on this machine; without user information; at most 8192 bytes.
    public init?(_ text: String) {
        let isSecure = text.hasPrefix("https://")
        guard isSecure || text.hasPrefix("http://"), text.utf8.count <= 8192 else { return nil }
        let scheme = isSecure ? "https://" : "http://"
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        let authority = String(Substring(rest[..<end]))
        guard let host = Self.host(ofAuthority: authority), isSecure || host.isLoopbackHost,
            rest[end...].allSatisfy(AddressBytes.isAllowed)
        else { return nil }
        self.text = text
        origin = scheme + authority
    }

    /// The host of a host and port; nil where they are malformed.
    private static func host(ofAuthority authority: String) -> String? {
        var bytes = Array(authority.utf8)[...]
        let name: ArraySlice<UInt8>
        if bytes.first == UInt8(ascii: "["), let end = bytes.firstIndex(of: UInt8(ascii: "]")) {
            name = bytes[...end]
            guard name.dropFirst().dropLast().allSatisfy({ AddressBytes.isAlphanumeric($0) || $0 == UInt8(ascii: ":") })
            else { return nil }
        } else {
            name = bytes.prefix { $0 != UInt8(ascii: ":") }
            guard !name.isEmpty, name.allSatisfy({ AddressBytes.isAlphanumeric($0) || "-._".utf8.contains($0) }) else {
                return nil
            }
        }
        bytes = bytes[name.endIndex...]
        if bytes.isEmpty { return String(decoding: name, as: UTF8.self) }
        guard bytes.first == UInt8(ascii: ":"), 2...6 ~= bytes.count,
            bytes.dropFirst().allSatisfy({ 0x30...0x39 ~= $0 })
        else { return nil }
        return String(decoding: name, as: UTF8.self)
    }
}

extension OnwardAddress: CustomStringConvertible, CustomReflectable {
    /// The origin.
    public var description: String { origin }
    /// Nothing but the origin.
    public var customMirror: Mirror { Mirror(self, children: ["origin": origin]) }
}
