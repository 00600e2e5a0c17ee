import StrictJSON

/// A range of addresses (RFC 4632).
public struct NetworkRange: Sendable, Equatable {
    /// Its first address.
    public let first: NetworkAddress
    /// How many bits all its addresses share.
    public let prefixLength: Int

    /// Reads a range.
    ///
    /// - Parameter text: A range such as `10.0.0.0/8`; an address alone is a range of its own.
    /// - Throws: `HTTPServerError` with code `networkInvalid`.
    public init(parsing text: String) throws(HTTPServerError) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = NetworkAddress(String(parts[0])) else {
            throw HTTPServerError(
                .networkInvalid, "\(text.argumentExcerpt) is not a network, such as 10.0.0.0/8 or fd00::/8")
        }
        let bits = first.bytes.count * 8
        var length = bits
        if parts.count == 2 {
            guard 1...3 ~= parts[1].utf8.count, parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
                let number = Int(parts[1]), number <= bits
            else {
                throw HTTPServerError(
                    .networkInvalid, "\(text.argumentExcerpt) does not end with a number of bits from 0 to \(bits)")
            }
            length = number
        }
        guard first.bytes == Self.masked(first.bytes, length) else {
            throw HTTPServerError(
                .networkInvalid,
                "\(text.argumentExcerpt) is an address within its network: the bits after \(length) must be 0")
        }
        self.first = first
        prefixLength = length
    }

    /// Whether an address is in the range.
    ///
    /// - Parameter address: The address; one of IPv4 that is written in IPv6 (`::ffff:10.0.0.1`) counts as IPv4.
    /// - Returns: Whether it is.
    public func contains(_ address: NetworkAddress) -> Bool {
        var bytes = address.bytes
        if bytes.count == 16, first.bytes.count == 4, bytes.starts(with: [UInt8](repeating: 0, count: 10) + [255, 255])
        {
            bytes = Array(bytes.suffix(4))
        }
        return bytes.count == first.bytes.count && Self.masked(bytes, prefixLength) == first.bytes
    }

    private static func masked(_ bytes: [UInt8], _ length: Int) -> [UInt8] {
        bytes.enumerated().map { index, byte in
            let bits = min(max(length - index * 8, 0), 8)
            return byte & ~UInt8(truncatingIfNeeded: 0xFF >> bits)
        }
    }
}
