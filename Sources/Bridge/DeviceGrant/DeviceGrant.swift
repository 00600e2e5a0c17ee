public import Cryptography
public import JOSE
import StrictJSON

/// The device authorization grant (RFC 8628) as the server that gives it: a device asks, a person decides in a browser
/// elsewhere, and the device is told once.
///
/// A session is `pending`, then `denied` or `approved`, and gone when an approved one was redeemed. Each change is one
/// compare-and-swap in the store: of replicas and requests that want to make one at the same time, one does. Nothing is
/// counted for metrics here: what is returned or thrown says what happened.
public struct DeviceGrant: Sendable {
    /// How often a change is tried again that others have outrun.
    static let maximumTries = 128

    let store: any Store
    let clock: any WallClock
    let random: any RandomSource
    let secret: StateSecret
    /// How long sessions live and how they are limited.
    public let settings: DeviceGrantSettings
    /// Where persons type codes in.
    public let verificationURI: String
    let providerIDs: [String]

    /// Makes the grant.
    ///
    /// - Parameters:
    ///   - store: Where sessions are kept.
    ///   - issuer: The address of the bridge.
    ///   - secret: The secret that all replicas share.
    ///   - providerIDs: The names of the configured providers.
    ///   - settings: How long sessions live and how they are limited.
    ///   - clock: The clock.
    ///   - random: Where codes come from.
    public init(
        store: any Store, issuer: String, secret: StateSecret, providerIDs: [String], settings: DeviceGrantSettings,
        clock: any WallClock, random: any RandomSource
    ) {
        self.store = store
        self.secret = secret
        self.providerIDs = providerIDs
        self.settings = settings
        self.clock = clock
        self.random = random
        verificationURI = (issuer.utf8.last == UInt8(ascii: "/") ? String(issuer.dropLast()) : issuer) + "/device"
    }

    /// What writes and reads payloads.
    var payloads: AuthenticPayload { AuthenticPayload(secret: secret) }

    /// The session of a key, with the record that it was read from; nil where there is none.
    func session(
        _ key: RecordKey, now: NumericDate
    ) async throws(BridgeError) -> (session: DeviceSession, record: StoredRecord)? {
        guard let record = try await store.record(key, now: now) else { return nil }
        return (try DeviceSession(reading: payloads.content(of: record)), record)
    }

    /// Changes a session that has not changed since it was read.
    func replace(
        _ record: StoredRecord, by session: DeviceSession, now: NumericDate
    ) async throws(BridgeError) -> ReplaceOutcome {
        let payload = try payloads.bytes(session.object, for: record.key)
        guard payload.count <= StoredRecord.maximumPayloadBytes else {
            throw BridgeError(.claimsTooLarge, "what the token says is too large to be kept for the device")
        }
        let changed = StoredRecord(
            key: record.key, payload: payload, expiration: record.expiration, version: record.version)
        return try await store.replace(changed, now: now)
    }

    /// The error of a session that changes all the time.
    static let outrun = BridgeError(.storeUnavailable, "the device session changes all the time", retryAfter: 1)
}
