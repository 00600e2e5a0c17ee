import CustomTokens
public import JOSE
import StrictJSON

/// The keys of one account, and which of them signs.
///
/// ```
///             activate              activate another           retire, after the retention
///   next ----------------> active -------------------> retiring ---------------> retired
///    | |                     ^                            |                         |
///    | |                     +--------- activate ---------+ (a rotation taken back, |
///    | |                                                     which ends it)         |
///    | +------------------------------- retire ----------------------------------->|
///    |                                                                              |
///    +------------- remove -------------> removed <------------- remove ------------+
///                                            ^
///   any state but removed --- revoke ---> revoked --- remove
/// ```
///
/// Invariants, which hold after each change, and without which a ring is not read back:
/// 1. At most one key is active. A key becomes active in the same step in which the one before begins to retire, so from
///    the first activation on exactly one is, unless it is revoked.
/// 2. A key retires no earlier than the longest life of a token, and some, after it last signed.
/// 3. No key leaves `retired` or `revoked` but to be removed.
/// 4. An identifier is never used for a second key: those of removed keys are remembered. A key has one identifier at a
///    time, and one that was retired or revoked, also if it was removed then, comes back under no other.
///
/// A rotation disables and deletes at its publisher only a key that is retired, revoked or removed here: one that comes
/// back to sign ends the rotation.
///
/// Nothing here touches a file or a clock. Identifiers are printable ASCII, for which `==` compares bytes.
public struct KeyRing: Sendable, Equatable {
    /// How long a key stays published after it last signed: the longest life of a token, the leeway of those who
    /// verify it, and the time in which Google's caches notice.
    public static let retentionSeconds = TokenLifetime.maximumSeconds + 300 + 60

    /// What the ring knows of a key.
    public struct Entry: Sendable, Equatable {
        /// The identifier: the `kid` of its tokens.
        public internal(set) var id: String
        /// The state.
        public internal(set) var state: KeyState
        /// When it came into the ring; nil where a file was put there by hand.
        public internal(set) var createdAt: NumericDate?
        /// When it first signed; nil where it never did, as far as is known.
        public internal(set) var activatedAt: NumericDate?
        /// Since when it is in its state; nil where that is not known.
        public internal(set) var since: NumericDate?
        /// The thumbprint of the key (RFC 7638), in hexadecimal digits; nil as long as its file was never read.
        public internal(set) var thumbprint: String?

        init(
            id: String, state: KeyState, createdAt: NumericDate?, activatedAt: NumericDate? = nil, since: NumericDate?,
            thumbprint: String? = nil
        ) {
            self.id = id
            self.state = state
            self.createdAt = createdAt
            self.activatedAt = activatedAt
            self.since = since
            self.thumbprint = thumbprint
        }
    }

    /// A key that is gone.
    public struct Removed: Sendable, Equatable {
        /// The identifier, which is never used again.
        public let id: String
        /// When it was removed.
        public let removedAt: NumericDate
        /// The thumbprint of a key that was retired or revoked, and comes back under no other identifier.
        public internal(set) var thumbprint: String?
    }

    /// The account that all keys belong to; nil as long as there is none.
    public internal(set) var account: String?
    /// The keys, oldest first.
    public internal(set) var entries: [Entry] = []
    /// The keys that are gone.
    public internal(set) var removed: [Removed] = []
    /// A rotation that has begun and not ended.
    public internal(set) var rotation: RotationProgress?
    /// Grows by one with each change.
    public internal(set) var revision: Int64 = 0

    /// Makes an empty ring.
    public init() {}

    /// The key that signs; nil where none does.
    public var active: Entry? {
        entries.first { $0.state == .active }
    }

    /// Whether the key that a rotation replaced signs again, and the new one, which signed, does no more.
    public var isRotationTakenBack: Bool {
        guard let rotation, let old = rotation.oldKeyID, self[old]?.state == .active,
            let new = rotation.newKeyID.flatMap({ self[$0] })
        else { return false }
        return new.state != .next && new.state != .active
    }

    /// What is known of a key; nil where the ring has none of the identifier.
    ///
    /// - Parameter id: The identifier.
    public subscript(id: String) -> Entry? {
        entries.first { $0.id == id }
    }

    /// When a key that is retiring may retire; nil for the others, and where it is not known since when.
    ///
    /// - Parameter entry: What is known of the key.
    /// - Returns: The time.
    public static func retirement(of entry: Entry) -> NumericDate? {
        guard entry.state == .retiring, let since = entry.since else { return nil }
        return since + retentionSeconds
    }

    func index(of id: String) throws(KeyRingError) -> Int {
        if let index = entries.firstIndex(where: { $0.id == id }) { return index }
        if removed.contains(where: { $0.id == id }) {
            throw KeyRingError(.keyUnknown, "the key \(id.argumentExcerpt) was removed")
        }
        let known = entries.isEmpty ? "it is empty" : "it has \(entries.map(\.id).joined(separator: ", "))"
        throw KeyRingError(.keyUnknown, "the ring has no key \(id.argumentExcerpt): \(known)")
    }
}
