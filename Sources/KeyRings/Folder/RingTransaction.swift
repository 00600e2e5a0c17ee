import JOSE
import StrictJSON

/// What a change does to the files of a ring, besides the state.
struct RingTransaction: Sendable {
    /// The ring as it was found under the lock.
    let loaded: LoadedKeyRing
    /// A file that is written before the state.
    var newFile: (name: String, bytes: [UInt8])?
    /// A file that is removed after the state is written.
    var staleFile: String?
    /// The keys that were removed, whose files cannot be deleted, and why.
    fileprivate(set) var undeleted: [(id: String, error: KeyRingError)] = []

    /// Deletes what changes that were broken off have left.
    ///
    /// What cannot be deleted (a file that is mounted by itself) stops nobody: no key is less revoked for it.
    fileprivate mutating func deleteLeftovers(_ files: RingFiles) {
        for leftover in loaded.leftovers {
            do throws(KeyRingError) {
                try files.remove(leftover.name)
            } catch {
                undeleted.append((leftover.id, error))
            }
        }
    }

    /// The error of a removal whose file is still there.
    static func undeletable(_ id: String, _ error: KeyRingError) -> KeyRingError {
        KeyRingError(
            .fileUndeletable, "the key \(id) is out of the ring, and its file is still there: \(error.reason)")
    }

    /// Writes the new file and the state: both or neither.
    func write(_ ring: KeyRing, _ files: RingFiles) throws(KeyRingError) {
        if let file = newFile { try files.create(file.name, with: file.bytes) }
        do throws(KeyRingError) {
            try files.replace(RingNames.state, with: ring.json.compactBytes + [0x0A])
        } catch {
            if let file = newFile { files.takeBack(file.name) }
            throw error
        }
    }
}

extension KeyRingFolder {
    /// Makes a change, under the lock.
    ///
    /// The order makes it whole: a new key is there before the state speaks of it (until then it is `next`, as any key
    /// that is found), and a key that goes is out of the state before its file is (until then it is a leftover, which
    /// the next change removes). Where the state cannot be written, the new key goes again.
    func change(
        _ operation: KeyRingChange.Operation, _ id: String, at now: NumericDate, _ auditor: some KeyRingAuditor,
        step: RotationProgress.Step? = nil,
        _ body: (inout KeyRing, inout RingTransaction) throws(KeyRingError) -> Void
    ) throws(KeyRingError) -> LoadedKeyRing {
        let lock = try RingLock(folder: path)
        defer { withExtendedLifetime(lock) {} }
        let files = RingFiles(folder: path)
        // A state that was lost is made anew by whoever says which key signs, and by nobody else.
        let loaded = try operation == .activate ? loadForActivation() : load()
        var ring = loaded.ring
        var transaction = RingTransaction(loaded: loaded)
        // Of changes that were broken off; also where this one is refused, for keys may be in them.
        try files.sweep()
        transaction.deleteLeftovers(files)
        try body(&ring, &transaction)
        let isChanged = ring != loaded.ring || transaction.newFile != nil
        guard isChanged || !loaded.hasState else { return loaded }
        if ring == loaded.ring { ring.revision += 1 }
        let change = KeyRingChange(
            operation: operation, keyID: id, from: loaded.ring[id]?.state, to: ring[id]?.state,
            replacedKeyID: loaded.ring.active.flatMap { ring.active?.id == $0.id || $0.id == id ? nil : $0.id },
            account: ring.account, step: step)
        try auditor.record(change, .intended)
        do throws(KeyRingError) {
            try transaction.write(ring, files)
        } catch {
            // The reason of the failure is told, whatever becomes of the line about it.
            try? auditor.record(change, .failed)
            throw error
        }
        do throws(KeyRingError) {
            try files.synchronizeFolder()
        } catch {
            try auditor.record(change, .done)
            throw KeyRingError(
                error.code, "the change was made, and a crash of the machine may undo it: \(error.reason)")
        }
        var undeleted: KeyRingError?
        if let stale = transaction.staleFile {
            do throws(KeyRingError) {
                try files.remove(stale)
            } catch {
                undeleted = error
            }
        }
        try auditor.record(change, .done)
        // Of a key that has another name now, whoever reads the ring is told.
        if operation == .remove, let undeleted { throw RingTransaction.undeletable(id, undeleted) }
        return try load()
    }
}
