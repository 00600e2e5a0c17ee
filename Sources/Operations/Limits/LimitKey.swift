public import HTTPServer

/// Whom a limit is for: of fixed size, whatever is sent.
public struct LimitKey: Sendable, Hashable {
    private let kind: UInt8
    private let high: UInt64
    private let low: UInt64
    /// Whom newcomers are counted with when the table is full.
    let group: UInt64

    /// A network: one address of IPv4, or 64 bits of IPv6, which is what one customer has.
    ///
    /// - Parameter peer: Who called.
    public init(network peer: PeerAddress) {
        switch peer {
        case .local: self.init(kind: 0, network: 0, group: 0)
        case .network(let address):
            let bytes = AddressText.unmapped(address).bytes
            let number = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
            if bytes.count == 4 {
                self.init(kind: 1, network: number, group: number >> 8)
            } else {
                self.init(ipv6Network: number)
            }
        }
    }

    /// The network of IPv6 that begins with some 64 bits; its group, a provider's customer network, with their first 48.
    init(ipv6Network number: UInt64) {
        self.init(kind: 2, network: number, group: number >> 16)
    }

    /// What one subscriber may have many networks of, the first 48 bits of an IPv6 address; nil for other addresses.
    ///
    /// - Parameter peer: Who called.
    public init?(widerNetwork peer: PeerAddress) {
        guard case .network(let address) = peer else { return nil }
        let bytes = AddressText.unmapped(address).bytes
        guard bytes.count == 16 else { return nil }
        let number = bytes.prefix(6).reduce(0) { $0 << 8 | UInt64($1) }
        self.init(kind: 5, network: number, group: number >> 16)
    }

    private init(kind: UInt8, network: UInt64, group: UInt64) {
        self.kind = kind
        high = network
        low = 0
        self.group = group
    }

    /// A client, or anything else that has a name, such as a user code.
    ///
    /// - Parameter name: The name, of any length: what is kept is a keyed hash.
    public init(name: String) {
        self.init(kind: 3, bytes: [UInt8](name.utf8))
    }

    /// A client in a network.
    ///
    /// - Parameters:
    ///   - name: The client's name.
    ///   - peer: Who called.
    public init(name: String, network peer: PeerAddress) {
        let network = LimitKey(network: peer)
        let address = [UInt64(network.kind), network.high].flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        self.init(kind: 4, bytes: address + Array(name.utf8))
    }

    /// Swift keys its hashes anew in each process, so nobody outside can look for two names of one hash.
    private init(kind: UInt8, bytes: [UInt8]) {
        self.kind = kind
        high = Self.hash(bytes, 1)
        low = Self.hash(bytes, 2)
        group = high
    }

    private static func hash(_ bytes: [UInt8], _ number: Int) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(number)
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
