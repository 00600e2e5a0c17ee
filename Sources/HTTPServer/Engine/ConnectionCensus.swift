import Threads
import Synchronization

/// How many connections there are, in all and by network.
final class ConnectionCensus: Sendable {
    /// How many times the connections of one network those of a larger one may have together.
    static let wideFactor = 4

    private struct Counts {
        var byNetwork: [NetworkAddress: Int] = [:]
        var byWiderNetwork: [NetworkAddress: Int] = [:]
    }

    private let total = Atomic<Int>(0)
    private let counts = Locked(Counts())

    var count: Int { total.load(ordering: .acquiring) }

    /// Counts a connection, unless its network has enough, or those of its subscriber have together.
    func enter(_ peer: PeerAddress, limit: Int?) -> Bool {
        if case .network(let caller) = peer, let limit {
            let isAllowed = counts.withLock { counts in
                let (network, wider) = (caller.network, caller.widerNetwork)
                guard counts.byNetwork[network, default: 0] < limit else { return false }
                if let wider {
                    guard counts.byWiderNetwork[wider, default: 0] < limit * Self.wideFactor else { return false }
                    counts.byWiderNetwork[wider, default: 0] += 1
                }
                counts.byNetwork[network, default: 0] += 1
                return true
            }
            guard isAllowed else { return false }
        }
        total.add(1, ordering: .acquiringAndReleasing)
        return true
    }

    func leave(_ peer: PeerAddress) {
        total.subtract(1, ordering: .acquiringAndReleasing)
        guard case .network(let caller) = peer else { return }
        counts.withLock { counts in
            Self.leave(caller.network, &counts.byNetwork)
            if let wider = caller.widerNetwork { Self.leave(wider, &counts.byWiderNetwork) }
        }
    }

    private static func leave(_ network: NetworkAddress, _ counts: inout [NetworkAddress: Int]) {
        guard let count = counts[network] else { return }
        counts[network] = count > 1 ? count - 1 : nil
    }
}

extension NetworkAddress {
    /// What one caller has many addresses of: the first 64 bits of an IPv6 address.
    fileprivate var network: NetworkAddress { bytes.count == 16 ? beginning(8) : self }

    /// What one subscriber may have many networks of: the first 48 bits of an IPv6 address; nil for IPv4.
    fileprivate var widerNetwork: NetworkAddress? { bytes.count == 16 ? beginning(6) : nil }

    private func beginning(_ count: Int) -> NetworkAddress {
        NetworkAddress(bytes: bytes.prefix(count) + [UInt8](repeating: 0, count: bytes.count - count))
    }
}
