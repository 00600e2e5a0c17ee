public import Bridge
public import Cryptography
public import JOSE
public import Operations

/// What a service keeps while its configuration is exchanged.
public struct ServiceResources: Sendable {
    let store: any Store
    let log: Log
    let audit: AuditLog?
    let clock: any WallClock
    let random: any RandomSource

    /// Takes what there is.
    ///
    /// - Parameters:
    ///   - store: Where sessions and marks are kept.
    ///   - log: The log.
    ///   - audit: The audit log; nil for none. What it cannot write is not minted.
    ///   - clock: The clock.
    ///   - random: Where secrets come from.
    public init(
        store: any Store, log: Log, audit: AuditLog?, clock: any WallClock = SystemWallClock(),
        random: any RandomSource = SecureRandom()
    ) {
        self.store = store
        self.log = log
        self.audit = audit
        self.clock = clock
        self.random = random
    }
}
