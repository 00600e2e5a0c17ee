import StrictJSON

/// What may be changed at the publisher of the keys, as far as the ring knows.
extension KeyRing {
    /// Checks that a key may be disabled: it neither signs nor is about to.
    ///
    /// - Parameter id: Its identifier; the ring need not know it.
    /// - Throws: `KeyRingError` with code `stateForbids`, or `rotationStep` for the key that a rotation is about to
    ///   activate.
    public func checkDisabling(_ id: String) throws(KeyRingError) {
        switch self[id]?.state {
        case .active:
            throw KeyRingError(
                .stateForbids,
                "the key \(id) signs, and nobody would accept its tokens: activate another first, or revoke it")
        case .next: try checkNoRotation(to: id)
        case nil, .retiring, .retired, .revoked: break
        }
    }

    /// Checks that a key may be enabled again: it was neither revoked nor removed.
    ///
    /// - Parameter id: Its identifier; the ring need not know it.
    /// - Throws: `KeyRingError` with code `stateForbids`.
    public func checkEnabling(_ id: String) throws(KeyRingError) {
        guard self[id]?.state != .revoked else {
            throw KeyRingError(.stateForbids, "the key \(id) is revoked, for good: it is not enabled again")
        }
        // It may have been revoked before that, and nothing here signs with it any more.
        guard !hasRemoved(id) else {
            throw KeyRingError(
                .stateForbids, "the key \(id) was removed from the ring, for good: it is not enabled again")
        }
    }

    /// Whether a key was in the ring and is gone.
    ///
    /// - Parameter id: Its identifier.
    /// - Returns: Whether it was.
    public func hasRemoved(_ id: String) -> Bool {
        removed.contains { $0.id.hasSameBytes(as: id) }
    }

    /// Whether a rotation may still let a key sign; one that the ring does not know may have been uploaded a moment ago.
    ///
    /// - Parameter id: Its identifier.
    /// - Returns: Whether it may.
    public func mayStillSign(_ id: String) -> Bool {
        switch self[id]?.state {
        case nil: !hasRemoved(id)
        case .next, .active: true
        // One that is retiring signs again by a person's word alone.
        case .retiring, .retired, .revoked: false
        }
    }
}
