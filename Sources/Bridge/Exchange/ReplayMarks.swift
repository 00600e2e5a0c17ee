import CredentialProofs
import JOSE

/// Remembers what may be used once until it cannot be used any more (PRV-12).
///
/// What is to be handed out for a subject is made first, and the subject is marked last: whatever fails in between can be
/// tried again with the same subject. Of all that try at once, one marks it, and only that one hands out what it made.
struct ReplayMarks: Sendable {
    /// How long a mark outlives its subject, in seconds: the clocks of two replicas differ.
    static let clockMargin: Int64 = 60

    /// What may be used once.
    enum Subject: Sendable {
        /// A credential of a provider.
        case credential(ReplayMark)
        /// An assertion of a client, by its `jti`, which is the client's own.
        case assertion(String, client: String)

        /// No two subjects have one text.
        fileprivate var text: String {
            switch self {
            case .credential(let mark): "credential:\(mark.digest)"
            case .assertion(let identifier, let client):
                "assertion:\(client.utf8.count):\(client):\(identifier)"
            }
        }
    }

    private let store: any Store

    init(_ store: any Store) {
        self.store = store
    }

    /// Whether a subject was used: known early, so that nothing is signed for it once more.
    ///
    /// - Throws: `BridgeError` with code `storeUnavailable`.
    func contains(_ subject: Subject, now: NumericDate) async throws(BridgeError) -> Bool {
        try await store.record(RecordKey(.replayMark, hashing: subject.text), now: now) != nil
    }

    /// Takes a mark back, for whoever has made it and handed nothing out.
    ///
    /// - Throws: `BridgeError` with code `storeUnavailable`; then the subject stays used up.
    func remove(_ subject: Subject, now: NumericDate) async throws(BridgeError) {
        _ = try await store.consume(RecordKey(.replayMark, hashing: subject.text), version: nil, now: now)
    }

    /// Marks a subject as used: of all that do so at once, one finds it new.
    ///
    /// - Throws: `BridgeError` with code `storeUnavailable`; then nothing may be done with the subject.
    func insert(
        _ subject: Subject, until expiration: NumericDate, now: NumericDate
    ) async throws(BridgeError) -> InsertOutcome {
        let key = try RecordKey(.replayMark, hashing: subject.text)
        return try await store.insert(
            [StoredRecord(key: key, payload: [], expiration: expiration + Self.clockMargin)], now: now)
    }
}
