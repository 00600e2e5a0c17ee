import JOSE

/// What a rotation writes into the state file.
extension KeyRingFolder {
    func beginRotation(at now: NumericDate, auditor: some KeyRingAuditor) throws(KeyRingError) {
        _ = try change(.rotate, subject(), at: now, auditor) { (ring, _) throws(KeyRingError) in
            guard ring.rotation == nil else { return }
            ring.rotation = RotationProgress(startedAt: now, oldKeyID: ring.active?.id)
            ring.revision += 1
        }
    }

    func endRotation(at now: NumericDate, auditor: some KeyRingAuditor) throws(KeyRingError) {
        _ = try change(.rotate, subject(), at: now, auditor) { (ring, _) throws(KeyRingError) in
            guard let rotation = ring.rotation else { return }
            guard rotation.next == nil else {
                throw KeyRingError(.rotationStep, "the rotation has steps left")
            }
            ring.rotation = nil
            ring.revision += 1
        }
    }

    /// Forgets a rotation whose key before signs again.
    func endTakenBackRotation(at now: NumericDate, auditor: some KeyRingAuditor) throws(KeyRingError) {
        _ = try change(.rotate, subject(), at: now, auditor) { (ring, _) throws(KeyRingError) in
            guard ring.isRotationTakenBack else { throw Self.overtaken }
            ring.rotation = nil
            ring.revision += 1
        }
    }

    /// Adds the new key and remembers it, in one change.
    func addRotated(_ key: NewKey, at now: NumericDate, auditor: some KeyRingAuditor) throws(KeyRingError) {
        _ = try change(.generate, key.id, at: now, auditor, step: .generate) {
            (ring, transaction) throws(KeyRingError) in
            guard ring.rotation?.next == .generate else { throw Self.overtaken }
            try ring.add(
                key.id, account: key.account, thumbprint: KeyIdentifier.thumbprint(of: key.publicKey), at: now)
            ring.rotation?.newKeyID = key.id
            ring.rotation?.taken.append(.init(step: .generate, at: now))
            transaction.newFile = (try KeyIdentifier.fileName(of: key.id), key.text)
        }
    }

    /// Remembers a key that is there already.
    func noteNewKey(_ id: String, at now: NumericDate, auditor: some KeyRingAuditor) throws(KeyRingError) {
        _ = try change(.rotate, id, at: now, auditor, step: .generate) { (ring, _) throws(KeyRingError) in
            guard ring.rotation?.next == .generate, let index = ring.entries.firstIndex(where: { $0.id == id }) else {
                throw Self.overtaken
            }
            ring.entries[index].createdAt = now
            ring.entries[index].since = now
            ring.rotation?.newKeyID = id
            ring.rotation?.taken.append(.init(step: .generate, at: now))
            ring.revision += 1
        }
    }

    /// Gives the new key the identifier that it was uploaded under, and remembers that, in one change.
    func renameRotated(
        _ id: String, to other: String, at now: NumericDate, auditor: some KeyRingAuditor
    ) throws(KeyRingError) {
        guard KeyIdentifier.isPossible(other) else {
            throw KeyRingError(.rotationStep, "the publisher gave the new key an impossible identifier")
        }
        _ = try change(.rename, id, at: now, auditor, step: .upload) { (ring, transaction) throws(KeyRingError) in
            guard ring.rotation?.next == .upload, ring.rotation?.newKeyID == id else { throw Self.overtaken }
            try Self.rename(id, to: other, at: now, &ring, &transaction)
            ring.rotation?.newKeyID = other
            ring.revision += 1
        }
    }

    /// Remembers that a step was taken.
    func note(
        _ step: RotationProgress.Step, at now: NumericDate, auditor: some KeyRingAuditor
    ) throws(KeyRingError) {
        _ = try change(.rotate, subject(of: step), at: now, auditor, step: step) { (ring, _) throws(KeyRingError) in
            guard ring.rotation?.next == step else { throw Self.overtaken }
            ring.rotation?.taken.append(.init(step: step, at: now))
            ring.revision += 1
        }
    }

    /// The key that a line about the rotation names.
    private func subject(of step: RotationProgress.Step? = nil) throws(KeyRingError) -> String {
        let ring = try load().ring
        if step?.isAboutOldKey == true, let old = ring.rotation?.oldKeyID { return old }
        return ring.rotation?.newKeyID ?? ring.active?.id ?? "none"
    }

    private static var overtaken: KeyRingError {
        KeyRingError(.rotationStep, "another process goes on with the rotation")
    }
}
