public import CustomTokens
public import JOSE

/// A ring as it was read from its folder at one time; it never changes.
public struct LoadedKeyRing: Sendable {
    /// A file that should hold a key of the ring and does not, or is not used.
    public struct DamagedFile: Sendable, Equatable {
        /// Its name in the folder.
        public let name: String
        /// What is wrong with it.
        public let reason: String
    }

    /// What the ring knows of its keys.
    public let ring: KeyRing
    /// The keys whose files can be used, oldest first.
    public let keys: [RingKey]
    /// The keys whose files are missing or damaged.
    public let missing: [KeyRing.Entry]
    /// The files that should hold keys and are not used.
    public let damaged: [DamagedFile]
    /// What is worth telling the operator.
    public let warnings: [String]
    /// What the files looked like.
    public let mark: FolderMark

    /// Whether a state was ever written in the folder.
    public let hasState: Bool
    /// Whether the state that was written is gone: there are keys, and the secret that is made after the first state.
    public let isStateLost: Bool

    /// Files of keys that were removed, with their identifiers: a change was broken off before they were gone.
    let leftovers: [(name: String, id: String)]
    /// The identifiers of keys that were removed, whose files are still there.
    public var unfinishedRemovals: [String] { leftovers.map(\.id) }

    /// The key that signs; nil where none does or its file cannot be used.
    public var active: RingKey? {
        keys.first { $0.state == .active }
    }

    /// The key of an identifier; nil where there is none whose file can be used.
    public subscript(id: String) -> RingKey? {
        keys.first { $0.id == id }
    }

    /// The keys whose public halves others verify with, the one that signs first.
    public var published: [RingKey] {
        keys.filter { $0.state == .active } + keys.filter { $0.state.isPublished && $0.state != .active }
    }

    /// The key that signs.
    ///
    /// - Returns: The key.
    /// - Throws: `KeyRingError` with code `noActiveKey`.
    public func signingKey() throws(KeyRingError) -> RingKey {
        if let active { return active }
        if let entry = ring.active {
            let reason = damaged.map { "; \($0.name): \($0.reason)" }.joined()
            throw KeyRingError(
                .noActiveKey, "the active key \(entry.id) has no file in the folder that can be used\(reason)")
        }
        let candidates = keys.filter { $0.state == .next }.map(\.id)
        throw KeyRingError(
            .noActiveKey,
            candidates.isEmpty
                ? "the ring has no key that signs, and none that could"
                : "no key of the ring signs; these could: \(candidates.joined(separator: ", "))")
    }

    /// What signs with the active key.
    ///
    /// - Parameter clock: The clock that dates the tokens.
    /// - Returns: The signer.
    /// - Throws: `KeyRingError` with code `noActiveKey`, or `CustomTokenError`.
    public func signer(clock: any WallClock) throws -> ServiceAccountSigner {
        try ServiceAccountSigner(signingKey().account, clock: clock)
    }
}
