public import Bridge
public import Cryptography
public import JOSE
public import OAuthClient
public import Operations

/// What a service keeps while its configuration is exchanged.
public struct ServiceResources: Sendable {
    let store: any Store
    let log: Log
    let audit: AuditLog?
    let clock: any WallClock
    let monotonicClock: any MonotonicClock
    let random: any RandomSource
    let deviceInterval: Int64

    /// Takes what there is.
    ///
    /// - Parameters:
    ///   - store: Where sessions and marks are kept.
    ///   - log: The log.
    ///   - audit: The audit log; nil for none. What it cannot write is not minted.
    ///   - clock: The clock.
    ///   - monotonicClock: The clock that the age of what providers and clients publish is measured with.
    ///   - random: Where secrets come from.
    ///   - deviceInterval: How long a device waits between two polls, from 1 to 60 seconds.
    public init(
        store: any Store, log: Log, audit: AuditLog?, clock: any WallClock = SystemWallClock(),
        monotonicClock: any MonotonicClock = SystemMonotonicClock(), random: any RandomSource = SecureRandom(),
        deviceInterval: Int64 = 5
    ) {
        self.store = store
        self.log = log
        self.audit = audit
        self.clock = clock
        self.monotonicClock = monotonicClock
        self.random = random
        self.deviceInterval = deviceInterval
    }
}
