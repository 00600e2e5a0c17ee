import Threads
import Cryptography
import JOSE

/// When the keys of each issuer were fetched last.
final class KeySetAges: Sendable {
    private let fetches = Locked<[String: NumericDate]>([:])

    func note(_ issuer: String, _ time: NumericDate) {
        fetches.withLock { fetches in
            if fetches[issuer] != nil || fetches.count < 64 { fetches[issuer] = time }
        }
    }

    /// Forgets all issuers but some.
    func keep(only issuers: Set<String>) {
        fetches.withLock { fetches in fetches = fetches.filter { issuers.contains($0.key) } }
    }

    /// The ages at a time.
    func family(at time: NumericDate) -> MetricFamily {
        let family = MetricFamily(
            .gauge, "bridge_jwks_age_seconds", "Seconds since a provider's keys were fetched.",
            labels: [MetricLabel("issuer", .first(64))])
        let (fetches, now) = (fetches.withLock { $0 }, time.secondsSinceEpoch)
        // In the order of their names, so that it is always the same ones that have no room.
        for issuer in fetches.keys.sorted() {
            guard let fetch = fetches[issuer] else { continue }
            family.set(Double(now) - Double(fetch.secondsSinceEpoch), [issuer])
        }
        return family
    }
}
