import Cryptography
import StrictJSON

/// The network that a request came from, as limits count it: an IPv4 address, the first 64 bits of an IPv6 address, or
/// this machine.
///
/// Whoever has one address of IPv6 has 2^64 of them; so all of them are one network.
public struct ClientNetwork: Sendable, Equatable {
    /// What has no address, such as a peer at a Unix socket.
    public static let local = ClientNetwork(text: "local", wideText: "local")

    /// The network as a person reads it, such as `192.0.2.7` or `2001:db8:0:1::/64`.
    public let text: String
    /// What one subscriber may have many networks of: the first 48 bits of an IPv6 address, else the network itself.
    let wideText: String
    /// The larger network that this is one of many of; nil where there is none: IPv4, and this machine.
    var wider: String? { wideText.hasSameBytes(as: text) ? nil : wideText }

    /// Takes an address; nil for what is none.
    ///
    /// An address of IPv4 that is written in IPv6 (`::ffff:192.0.2.7`) counts as IPv4.
    ///
    /// - Parameter addressBytes: The 4 or 16 bytes of the address, in the order of the network.
    public init?(addressBytes: [UInt8]) {
        let isMapped =
            addressBytes.count == 16 && addressBytes.starts(with: [UInt8](repeating: 0, count: 10) + [255, 255])
        let bytes = isMapped ? Array(addressBytes.suffix(4)) : addressBytes
        switch bytes.count {
        case 4:
            text = bytes.map { String($0) }.joined(separator: ".")
            wideText = text
        case 16:
            let groups = stride(from: 0, to: 8, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
            let digits = groups.map { String($0, radix: 16) }
            text = digits.joined(separator: ":") + "::/64"
            wideText = digits.prefix(3).joined(separator: ":") + "::/48"
        default: return nil
        }
    }

    private init(text: String, wideText: String) {
        self.text = text
        self.wideText = wideText
    }
}

extension ClientNetwork: CustomStringConvertible {
    /// The network as a person reads it.
    public var description: String { text }
}
