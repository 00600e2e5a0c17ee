import Synchronization

/// How many connections there are, in all and by address.
final class ConnectionCensus: Sendable {
    private let total = Atomic<Int>(0)
    private let byAddress = Locked<[NetworkAddress: Int]>([:])

    var count: Int { total.load(ordering: .acquiring) }

    /// Counts a connection, unless its address has enough.
    func enter(_ peer: PeerAddress, limit: Int?) -> Bool {
        if case .network(let address) = peer, let limit {
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
        guard case .network(let address) = peer else { return }
        byAddress.withLock { counts in
            guard let count = counts[address] else { return }
            counts[address] = count > 1 ? count - 1 : nil
        }
    }
}
