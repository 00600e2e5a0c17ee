public import JOSE
import StrictJSON

extension KeyRing {
    /// Takes in a key, which is published from now on and does not sign.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - account: The account that it belongs to.
    ///   - thumbprint: The thumbprint of the key (RFC 7638), in hexadecimal digits; nil where it is not known.
    ///   - now: The time.
    /// - Throws: `KeyRingError` with code `keyExists` or `accountForeign`; the ring is then as it was.
    public mutating func add(
        _ id: String, account: String, thumbprint: String? = nil, at now: NumericDate
    ) throws(KeyRingError) {
        guard self[id] == nil else {
            throw KeyRingError(.keyExists, "the ring has a key \(id.argumentExcerpt) already")
        }
        guard !removed.contains(where: { $0.id == id }) else {
            throw KeyRingError(
                .keyExists, "the key \(id.argumentExcerpt) was removed from the ring; an identifier is never used again"
            )
        }
        if let own = self.account, !own.hasSameBytes(as: account) {
            throw KeyRingError(
                .accountForeign,
                "the key belongs to \(account.argumentExcerpt), and the ring to \(own.argumentExcerpt)")
        }
        if let twin = twin(of: thumbprint, besides: id) { throw KeyRingError(.keyExists, "the key is \(twin)") }
        self.account = account
        entries.append(Entry(id: id, state: .next, createdAt: now, since: now, thumbprint: thumbprint))
        revision += 1
    }

    /// Makes a key the one that signs; the one before begins to retire in the same step.
    ///
    /// A key that signs already is left as it is. A rotation is over when the key that it replaced signs again: what was
    /// still to come would have taken that key away.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - now: The time.
    /// - Throws: `KeyRingError` with code `keyUnknown`, `stateForbids`, or `rotationStep` where the rotation that made the
    ///   key is not ready for it; the ring is then as it was.
    public mutating func activate(_ id: String, at now: NumericDate) throws(KeyRingError) {
        let index = try index(of: id)
        if entries[index].state == .next, rotation?.isReadyToActivate == false { try checkNoRotation(to: id) }
        switch entries[index].state {
        case .active: return
        case .retired, .revoked:
            throw KeyRingError(
                .stateForbids, "the key \(id.argumentExcerpt) is \(entries[index].state.rawValue): it never signs again"
            )
        case .next, .retiring: break
        }
        if let twin = twin(of: entries[index].thumbprint, besides: id) {
            throw KeyRingError(.stateForbids, "the key \(id.argumentExcerpt) is \(twin)")
        }
        if let before = entries.firstIndex(where: { $0.state == .active }) {
            entries[before].state = .retiring
            entries[before].since = now
        }
        entries[index].state = .active
        entries[index].since = now
        entries[index].activatedAt = entries[index].activatedAt ?? now
        if isRotationTakenBack { rotation = nil }
        revision += 1
    }

    /// Takes a key out of what is published: one whose tokens have all expired, or that never signed.
    ///
    /// A key that is retired already is left as it is.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - now: The time.
    /// - Throws: `KeyRingError` with code `keyUnknown`, `stateForbids`, `tooEarly`, `clockContradicts`, or `rotationStep`
    ///   for the key that a rotation is about to activate; the ring is then as it was.
    public mutating func retire(_ id: String, at now: NumericDate) throws(KeyRingError) {
        let index = try index(of: id)
        switch entries[index].state {
        case .retired: return
        case .next: try checkNoRotation(to: id)
        case .retiring: try checkRetention(entries[index], now)
        case .active:
            throw KeyRingError(
                .stateForbids,
                "the key \(id.argumentExcerpt) is the one that signs: it retires when another is activated")
        case .revoked: throw KeyRingError(.stateForbids, "the key \(id.argumentExcerpt) is revoked, which is for good")
        }
        entries[index].state = .retired
        entries[index].since = now
        revision += 1
    }

    /// What a rotation does with its new key nobody else does: it would have nothing to go on with.
    func checkNoRotation(to id: String) throws(KeyRingError) {
        guard let rotation, rotation.newKeyID?.hasSameBytes(as: id) == true else { return }
        throw KeyRingError(
            .rotationStep,
            "a rotation is under way with the key \(id.argumentExcerpt): token-bridge keys rotate goes on with it")
    }

    private func checkRetention(_ entry: Entry, _ now: NumericDate) throws(KeyRingError) {
        guard let since = entry.since, let end = Self.retirement(of: entry) else { return }
        guard since <= now else {
            throw KeyRingError(
                .clockContradicts,
                "the clock shows \(now.utc), and the key \(entry.id.argumentExcerpt) began to retire at \(since.utc):"
                    + " one of the two times is wrong")
        }
        guard end <= now else {
            throw KeyRingError(
                .tooEarly,
                "tokens of the key \(entry.id.argumentExcerpt) may be under way until \(end.utc): it can retire then")
        }
    }

    /// Trusts a key no more, whatever its state.
    ///
    /// A key that is revoked already is left as it is, and the same key under another identifier is revoked with it. A
    /// rotation to this key is over: it would have nothing to go on with.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - now: The time.
    /// - Throws: `KeyRingError` with code `keyUnknown`.
    public mutating func revoke(_ id: String, at now: NumericDate) throws(KeyRingError) {
        let index = try index(of: id)
        let thumbprint = entries[index].thumbprint
        let trusted = entries.indices.filter { other in
            let isSame = other == index || thumbprint != nil && entries[other].thumbprint == thumbprint
            return isSame && entries[other].state != .revoked
        }
        guard !trusted.isEmpty else { return }
        for index in trusted {
            entries[index].state = .revoked
            entries[index].since = now
            endRotation(to: entries[index].id)
        }
        revision += 1
    }

    /// Takes a key out of the ring for good.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - now: The time.
    /// - Throws: `KeyRingError` with code `keyUnknown`, or `stateForbids` where it signs or its tokens are under way.
    public mutating func remove(_ id: String, at now: NumericDate) throws(KeyRingError) {
        let index = try index(of: id)
        switch entries[index].state {
        case .next, .retired, .revoked: break
        case .active, .retiring:
            throw KeyRingError(
                .stateForbids,
                "the key \(id.argumentExcerpt) is \(entries[index].state.rawValue): it can be removed when it is retired"
            )
        }
        let entry = entries.remove(at: index)
        // One that nobody ever trusted may come back by its right identifier.
        removed.append(
            Removed(id: id, removedAt: now, thumbprint: entry.state == .next ? nil : entry.thumbprint))
        endRotation(to: id)
        revision += 1
    }

    /// What a key is under another identifier, in words; nil where it has none.
    private func twin(of thumbprint: String?, besides id: String) -> String? {
        guard let thumbprint else { return nil }
        if let entry = entries.first(where: { $0.thumbprint == thumbprint && $0.id != id }) {
            return "in the ring already, as \(entry.id), which is \(entry.state.rawValue): a key has one identifier"
        }
        if let removed = removed.first(where: { $0.thumbprint == thumbprint }) {
            return "the one that was removed from the ring as \(removed.id): it does not come back"
        }
        return nil
    }

    private mutating func endRotation(to id: String) {
        if rotation?.newKeyID?.hasSameBytes(as: id) == true { rotation = nil }
    }

    /// Gives a key that never signed the identifier that its publisher gave it; the old one is never used again.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - other: Its new identifier.
    ///   - now: The time.
    /// - Throws: `KeyRingError` with code `keyUnknown`, `keyExists` or `stateForbids`.
    public mutating func rename(_ id: String, to other: String, at now: NumericDate) throws(KeyRingError) {
        let index = try index(of: id)
        guard id != other else { return }
        guard entries[index].state == .next else {
            throw KeyRingError(
                .stateForbids, "the key \(id.argumentExcerpt) is \(entries[index].state.rawValue): its name is known")
        }
        guard self[other] == nil, !removed.contains(where: { $0.id == other }) else {
            throw KeyRingError(.keyExists, "the ring has, or had, a key \(other.argumentExcerpt) already")
        }
        entries[index].id = other
        removed.append(Removed(id: id, removedAt: now))
        revision += 1
    }
}
