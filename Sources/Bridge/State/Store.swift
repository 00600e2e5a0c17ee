public import JOSE

/// Where sessions, codes and marks are kept for a while.
///
/// Whatever is decided, is decided by one atomic call: two replicas that call at once never both win. Every call takes
/// the time, and what has expired by then is not there. What cannot be reached throws `BridgeError` with code
/// `storeUnavailable`, and then nothing was decided.
public protocol Store: Sendable {
    /// Adds records, all of them or none.
    ///
    /// - Parameters:
    ///   - records: The records, with version 0; the keys differ.
    ///   - now: The time.
    /// - Returns: What happened; the place of a record that has expired is free.
    /// - Throws: `BridgeError`.
    func insert(_ records: [StoredRecord], now: NumericDate) async throws(BridgeError) -> InsertOutcome

    /// Reads a record.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - now: The time.
    /// - Returns: The record; nil where there is none.
    /// - Throws: `BridgeError`.
    func record(_ key: RecordKey, now: NumericDate) async throws(BridgeError) -> StoredRecord?

    /// Replaces a record that has not changed since it was read.
    ///
    /// - Parameters:
    ///   - record: The new payload and expiration, with the version that was read.
    ///   - now: The time.
    /// - Returns: What happened; a record that was replaced has the next version.
    /// - Throws: `BridgeError`.
    func replace(_ record: StoredRecord, now: NumericDate) async throws(BridgeError) -> ReplaceOutcome

    /// Takes a record out: of all that call at once, one gets it.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - version: The version that it must have; nil for any.
    ///   - now: The time.
    /// - Returns: The record; nil where there is none, or not of that version.
    /// - Throws: `BridgeError`.
    func consume(_ key: RecordKey, version: Int64?, now: NumericDate) async throws(BridgeError) -> StoredRecord?

    /// Counts an event.
    ///
    /// - Parameters:
    ///   - key: What is counted.
    ///   - seconds: How long the count goes on from its first event; then it begins anew.
    ///   - now: The time.
    /// - Returns: The count, with this event.
    /// - Throws: `BridgeError`.
    func increment(_ key: RecordKey, for seconds: Int64, now: NumericDate) async throws(BridgeError) -> EventCount

    /// Removes what has expired.
    ///
    /// - Parameter now: The time.
    /// - Returns: How many records were removed.
    /// - Throws: `BridgeError`.
    func sweep(now: NumericDate) async throws(BridgeError) -> Int

    /// Returns if records can be read and written.
    ///
    /// - Throws: `BridgeError`, which says why they cannot.
    func check() async throws(BridgeError)

    /// Finishes what was begun and lets go of everything; calls after it throw.
    func close() async
}

/// What became of records that were to be added.
public enum InsertOutcome: Sendable, Equatable {
    /// All are there now.
    case inserted
    /// One was there already; nothing was added.
    case exists
}

/// What became of a record that was to be replaced.
public enum ReplaceOutcome: Sendable, Equatable {
    /// It is replaced.
    case replaced
    /// It is gone, or has changed since it was read; nothing was changed.
    case changed
}

/// How often something has happened.
public struct EventCount: Sendable, Equatable {
    /// How often, at least 1.
    public let count: Int64
    /// When the count begins anew.
    public let expiration: NumericDate

    /// Makes a count.
    ///
    /// - Parameters:
    ///   - count: How often.
    ///   - expiration: When the count begins anew.
    public init(count: Int64, expiration: NumericDate) {
        self.count = count
        self.expiration = expiration
    }
}
