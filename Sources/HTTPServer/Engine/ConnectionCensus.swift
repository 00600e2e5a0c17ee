import Threads
import Synchronization

/// How many connections there are, in all and by network.
final class ConnectionCensus: Sendable {
    private let total = Atomic<Int>(0)
    private let byAddress = Locked<[NetworkAddress: Int]>([:])

    var count: Int { total.load(ordering: .acquiring) }

    /// Counts a connection, unless its network has enough.
    func enter(_ peer: PeerAddress, limit: Int?) -> Bool {
        if case .network(let caller) = peer, let limit {
            let address = caller.network
            let isAllowed = byAddress.withLock { counts in
                guard counts[address, default: 0] < limit else { return false }
                counts[address, default: 0] += 1
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
        let address = caller.network
        byAddress.withLock { counts in
            guard let count = counts[address] else { return }
            counts[address] = count > 1 ? count - 1 : nil
        }
    }
}

extension NetworkAddress {
    /// What one caller has many addresses of: the first 64 bits of an IPv6 address.
    fileprivate var network: NetworkAddress {
        NetworkAddress(bytes: bytes.count == 16 ? bytes.prefix(8) + [UInt8](repeating: 0, count: 8) : bytes)
    }
}
