import Glibc

/// An address of the internet.
public struct NetworkAddress: Sendable, Hashable {
    /// Its 4 or 16 bytes.
    public let bytes: [UInt8]

    /// Reads an address; nil for what is none.
    ///
    /// - Parameter text: An IPv4 address of four decimal numbers, or an IPv6 address without brackets.
    public init?(_ text: String) {
        let isIPv6 = text.utf8.contains(UInt8(ascii: ":"))
        var bytes = [UInt8](repeating: 0, count: isIPv6 ? 16 : 4)
        guard unsafe inet_pton(isIPv6 ? AF_INET6 : AF_INET, text, &bytes) == 1 else { return nil }
        self.bytes = bytes
    }

    /// Makes an address of its 4 or 16 bytes.
    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether only this machine has the address.
    public var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }
}
