import Cryptography
import CustomTokens
public import JOSE
import StrictJSON

extension KeyRingFolder {
    /// Takes a key into the ring, where it is published and does not sign.
    ///
    /// A key that is there already is left as it is; where only its file was lost, it is written again.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - operation: Whether it was imported or generated.
    ///   - now: The time.
    ///   - auditor: Writes down what is done.
    /// - Returns: The ring afterwards.
    /// - Throws: `KeyRingError`; the ring is then as it was.
    @discardableResult public func add(
        _ key: NewKey, by operation: KeyRingChange.Operation, at now: NumericDate, auditor: some KeyRingAuditor
    ) throws(KeyRingError) -> LoadedKeyRing {
        try RingLock.makeFolder(path)
        return try change(operation, key.id, at: now, auditor) { (ring, transaction) throws(KeyRingError) in
            let loaded = transaction.loaded
            if let known = loaded[key.id] {
                guard known.account.privateKey.publicKey.material == key.publicKey.material else {
                    throw KeyRingError(.keyExists, "the ring has another key with the identifier \(key.id)")
                }
                return
            }
            try Self.checkProject(key, loaded)
            let thumbprint = try KeyIdentifier.thumbprint(of: key.publicKey)
            if let missing = loaded.missing.first(where: { $0.id == key.id }) {
                guard missing.thumbprint ?? thumbprint == thumbprint else {
                    throw KeyRingError(.keyExists, "the ring knows another key by the identifier \(key.id)")
                }
                guard ring.account.map({ $0.hasSameBytes(as: key.account) }) ?? true else {
                    throw KeyRingError(.accountForeign, "the key belongs to \(key.account.argumentExcerpt)")
                }
            } else if let missing = loaded.missing.first(where: { $0.thumbprint == thumbprint }) {
                throw KeyRingError(
                    .keyExists,
                    "the key is \(missing.id) of the ring, whose file is missing: import it by that identifier, with"
                        + " --key-id \(missing.id)")
            } else {
                try ring.add(key.id, account: key.account, thumbprint: thumbprint, at: now)
            }
            transaction.newFile = (try KeyIdentifier.fileName(of: key.id), key.text)
        }
    }

    private static func checkProject(_ key: NewKey, _ loaded: LoadedKeyRing) throws(KeyRingError) {
        guard let project = key.projectID,
            let own = loaded.keys.lazy.compactMap(\.account.signingProjectID).first, !own.hasSameBytes(as: project)
        else { return }
        throw KeyRingError(
            .projectForeign,
            "the key signs for the project \(project.argumentExcerpt), and the ring for \(own.argumentExcerpt)")
    }

    /// Makes a key the one that signs, after both implementations have probed it; the one before begins to retire.
    ///
    /// Where the state was lost it is made anew: the other keys in the folder are `next`.
    ///
    /// - Parameters:
    ///   - id: The identifier of the key.
    ///   - now: The time.
    ///   - auditor: Writes down what is done.
    /// - Returns: The ring afterwards.
    /// - Throws: `KeyRingError`; the ring is then as it was.
    @discardableResult public func activate(
        _ id: String, at now: NumericDate, auditor: some KeyRingAuditor
    ) throws(KeyRingError) -> LoadedKeyRing {
        try change(.activate, id, at: now, auditor) { (ring, transaction) throws(KeyRingError) in
            try ring.activate(id, at: now)
            guard let key = transaction.loaded[id] else {
                throw KeyRingError(.keyUnusable, "the file of the key \(id) is missing or damaged")
            }
            try key.checkCertificate(at: now)
            do throws(CryptographyError) {
                _ = try ProbedSigningKey(probing: key.account.privateKey)
            } catch {
                throw KeyRingError(.keyUnusable, "the key \(id) cannot be used: \(error.reason)")
            }
        }
    }

    /// Takes a key out of what is published.
    ///
    /// - Parameters:
    ///   - id: The identifier of the key.
    ///   - now: The time.
    ///   - auditor: Writes down what is done.
    /// - Returns: The ring afterwards.
    /// - Throws: `KeyRingError`, such as `tooEarly`; the ring is then as it was.
    @discardableResult public func retire(
        _ id: String, at now: NumericDate, auditor: some KeyRingAuditor
    ) throws(KeyRingError) -> LoadedKeyRing {
        try change(.retire, id, at: now, auditor) { (ring, _) throws(KeyRingError) in try ring.retire(id, at: now) }
    }

    /// Trusts a key no more, at once and for good.
    ///
    /// - Parameters:
    ///   - id: The identifier of the key.
    ///   - now: The time.
    ///   - auditor: Writes down what is done.
    /// - Returns: The ring afterwards.
    /// - Throws: `KeyRingError`; the ring is then as it was.
    @discardableResult public func revoke(
        _ id: String, at now: NumericDate, auditor: some KeyRingAuditor
    ) throws(KeyRingError) -> LoadedKeyRing {
        try change(.revoke, id, at: now, auditor) { (ring, _) throws(KeyRingError) in try ring.revoke(id, at: now) }
    }

    /// Takes a key out of the ring for good, with its file.
    ///
    /// - Parameters:
    ///   - id: The identifier of the key.
    ///   - now: The time.
    ///   - auditor: Writes down what is done.
    /// - Returns: The ring afterwards.
    /// - Throws: `KeyRingError`; the ring is then as it was.
    @discardableResult public func remove(
        _ id: String, at now: NumericDate, auditor: some KeyRingAuditor
    ) throws(KeyRingError) -> LoadedKeyRing {
        try change(.remove, id, at: now, auditor) { (ring, transaction) throws(KeyRingError) in
            if let (id, error) = transaction.undeleted.first(where: { $0.id.hasSameBytes(as: id) }) {
                throw RingTransaction.undeletable(id, error)
            }
            // One that was broken off before the file was gone is finished by now.
            guard !transaction.loaded.unfinishedRemovals.contains(where: { $0.hasSameBytes(as: id) }) else { return }
            try ring.remove(id, at: now)
            transaction.staleFile = transaction.loaded[id]?.file
        }
    }

    /// Gives a key that never signed the identifier that its publisher gave it.
    ///
    /// - Parameters:
    ///   - id: The identifier of the key.
    ///   - other: Its new identifier.
    ///   - now: The time.
    ///   - auditor: Writes down what is done.
    /// - Returns: The ring afterwards.
    /// - Throws: `KeyRingError`; the ring is then as it was.
    @discardableResult public func rename(
        _ id: String, to other: String, at now: NumericDate, auditor: some KeyRingAuditor
    ) throws(KeyRingError) -> LoadedKeyRing {
        guard KeyIdentifier.isPossible(other) else {
            throw KeyRingError(.keyUnusable, "\(other.argumentExcerpt) cannot be the identifier of a key")
        }
        return try change(.rename, id, at: now, auditor) { (ring, transaction) throws(KeyRingError) in
            try ring.checkNoRotation(to: id)
            try Self.rename(id, to: other, at: now, &ring, &transaction)
        }
    }

    static func rename(
        _ id: String, to other: String, at now: NumericDate, _ ring: inout KeyRing, _ transaction: inout RingTransaction
    ) throws(KeyRingError) {
        guard id != other else { return }
        guard let key = transaction.loaded[id] else {
            throw KeyRingError(.keyUnusable, "the file of the key \(id) is missing or damaged")
        }
        // An attempt that was broken off has left the key under its new name: it is the same one.
        if let twin = transaction.loaded[other], twin.state == .next,
            twin.account.privateKey.publicKey.material == key.account.privateKey.publicKey.material
        {
            ring.entries.removeAll { $0.id == other }
        } else {
            transaction.newFile = (
                try KeyIdentifier.fileName(of: other),
                try KeyFile.text(
                    privateKey: key.account.privateKey, id: other, email: key.account.email,
                    projectID: key.account.projectID, certificate: key.certificate)
            )
        }
        try ring.rename(id, to: other, at: now)
        transaction.staleFile = key.file
    }
}
