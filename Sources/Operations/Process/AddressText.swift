import Glibc
import HTTPServer

/// Addresses as text, and parts of them.
enum AddressText: Sendable {
    /// An address as text.
    ///
    /// - Parameter address: The address.
    /// - Returns: The text, such as `192.0.2.1` or `2001:db8::1`.
    static func text(of address: NetworkAddress) -> String {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = address.bytes.count == 16 ? AF_INET6 : AF_INET
        guard unsafe inet_ntop(family, address.bytes, &buffer, socklen_t(buffer.count)) != nil else { return "invalid" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The network that an address is in, with the length of the prefix: enough to find a fault, not a person.
    ///
    /// - Parameter address: The address.
    /// - Returns: The first 24 bits of IPv4, the first 48 of IPv6, such as `192.0.2.0/24`.
    static func network(of address: NetworkAddress) -> String {
        let plain = unmapped(address)
        let isIPv6 = plain.bytes.count == 16
        let kept = isIPv6 ? 6 : 3
        let bytes = plain.bytes.prefix(kept) + [UInt8](repeating: 0, count: plain.bytes.count - kept)
        let first = isIPv6 ? ipv6(Array(bytes)) : ipv4(Array(bytes))
        return "\(first)/\(kept * 8)"
    }

    /// An address without the wrapping of IPv4 in IPv6.
    ///
    /// - Parameter address: The address.
    /// - Returns: The address of IPv4 where it is one that is mapped into IPv6; else the same.
    static func unmapped(_ address: NetworkAddress) -> NetworkAddress {
        let bytes = address.bytes
        guard bytes.count == 16, bytes[10] == 255, bytes[11] == 255, bytes.prefix(10).allSatisfy({ $0 == 0 })
        else { return address }
        return NetworkAddress(ipv4(Array(address.bytes.suffix(4)))) ?? address
    }

    private static func ipv4(_ bytes: [UInt8]) -> String {
        bytes.map { String($0) }.joined(separator: ".")
    }

    private static func ipv6(_ bytes: [UInt8]) -> String {
        let groups = stride(from: 0, to: 16, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
        return NetworkAddress(groups.joined(separator: ":")).map { text(of: $0) } ?? "invalid"
    }
}
