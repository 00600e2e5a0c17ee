public import Cryptography
import CustomTokens
public import JOSE

/// Puts a new key in the place of the one that signs, step by step.
///
/// Each step that was taken is in the state file before the next one begins, and each may be taken twice: a rotation can
/// be broken off anywhere and taken up again, by another process too. What becomes of the world outside is left to a
/// `KeyPublisher`.
public struct Rotation<Publisher: KeyPublisher, Auditor: KeyRingAuditor>: Sendable {
    /// What became of a step.
    public enum Outcome: Sendable, Equatable {
        /// It was taken.
        case took(RotationProgress.Step)
        /// It cannot be taken yet; nil where nobody knows when.
        case waiting(RotationProgress.Step, until: NumericDate?)
        /// There is none left: the rotation is over.
        case finished
        /// None is taken any more: the key before signs again, which ends the rotation.
        case takenBack
    }

    /// How the new key is made.
    public struct NewKeySettings: Sendable {
        /// The length of the modulus.
        public let bits: Int
        /// For how long the certificate is valid.
        public let validitySeconds: Int64

        /// Makes settings.
        ///
        /// - Parameters:
        ///   - bits: The length of the modulus.
        ///   - validitySeconds: For how long the certificate is valid.
        public init(bits: Int, validitySeconds: Int64) {
            self.bits = bits
            self.validitySeconds = validitySeconds
        }
    }

    let folder: KeyRingFolder
    let publisher: AuditedKeyPublisher<Publisher, Auditor>
    let auditor: Auditor
    let settings: NewKeySettings
    let clock: any WallClock
    let random: any RandomSource

    /// Prepares a rotation; nothing happens yet.
    ///
    /// - Parameters:
    ///   - folder: The folder of the ring.
    ///   - publisher: Where keys are published.
    ///   - auditor: Writes down what is done.
    ///   - settings: How the new key is made.
    ///   - clock: The clock.
    ///   - random: What serial numbers are made of.
    public init(
        _ folder: KeyRingFolder, publisher: Publisher, auditor: Auditor, settings: NewKeySettings,
        clock: any WallClock, random: any RandomSource
    ) {
        self.folder = folder
        self.publisher = AuditedKeyPublisher(publisher, folder, auditor)
        self.auditor = auditor
        self.settings = settings
        self.clock = clock
        self.random = random
    }

    /// Takes the next step; the first one begins the rotation.
    ///
    /// - Returns: What became of it.
    /// - Throws: `KeyRingError`, or what the publisher throws; the step is then still to be taken.
    public func step() async throws -> Outcome {
        let now = try clock.now()
        let ring = try folder.load()
        guard let progress = ring.ring.rotation else {
            try folder.beginRotation(at: now, auditor: auditor)
            return try await step()
        }
        // An earlier release left such a rotation in the state file.
        guard !ring.ring.isRotationTakenBack else {
            try folder.endTakenBackRotation(at: now, auditor: auditor)
            return .takenBack
        }
        guard let step = progress.next else {
            try folder.endRotation(at: now, auditor: auditor)
            return .finished
        }
        switch step {
        case .generate: try generate(ring, progress, now)
        case .certificate: try newKey(ring, progress).checkCertificate(at: now)
        case .upload: try await upload(newKey(ring, progress), now)
        case .publication:
            let key = try newKey(ring, progress)
            let publicKey = key.account.privateKey.publicKey
            guard try await publisher.isPublished(key.id, publicKey, account: key.account.email) else {
                // A key that is disabled is never published. One that was just uploaded may not be known everywhere.
                if (try? await publisher.isDisabled(key.id, account: key.account.email)) == true {
                    throw Self.disabled(key.id)
                }
                return .waiting(.publication, until: nil)
            }
        case .probe: _ = try ProbedSigningKey(probing: newKey(ring, progress).account.privateKey)
        case .activate:
            let key = try newKey(ring, progress)
            if key.state == .next { try await checkEnabled(key.id, key.account.email) }
            try folder.activate(key.id, at: now, auditor: auditor)
        case .retire:
            if let until = try retire(ring, progress, now) { return .waiting(.retire, until: until) }
        case .disable:
            if let (id, account) = try old(ring, progress) { try await publisher.disable(id, account: account) }
        case .delete:
            if let (id, account) = try old(ring, progress) { try await publisher.delete(id, account: account) }
        }
        if step != .generate { try folder.note(step, at: now, auditor: auditor) }
        return .took(step)
    }

    private func newKey(_ ring: LoadedKeyRing, _ progress: RotationProgress) throws(KeyRingError) -> RingKey {
        let id = progress.newKeyID ?? "of the rotation"
        guard let key = ring[id] else {
            throw KeyRingError(
                .rotationStep,
                "the file of the new key \(id) is missing or damaged: the rotation goes on when it is imported again from a"
                    + " copy, and token-bridge keys remove \(id) ends it")
        }
        switch key.state {
        case .next: return key
        case .active where progress.isReadyToActivate: return key
        case .active:
            // An earlier release let it be activated by hand.
            let back = progress.oldKeyID.map { "activate \($0)" } ?? "revoke \(id)"
            throw KeyRingError(
                .rotationStep,
                "the new key \(id) signs already, and Google may not know it: token-bridge keys \(back) ends the rotation"
            )
        case .retiring, .retired, .revoked:
            let end = key.state == .retiring ? "revoke" : "remove"
            throw KeyRingError(
                .rotationStep,
                "the new key \(id) is \(key.state.rawValue): the rotation cannot go on, and token-bridge keys \(end) \(id)"
                    + " ends it")
        }
    }

    private func generate(_ ring: LoadedKeyRing, _ progress: RotationProgress, _ now: NumericDate) throws {
        // One that was made before the rotation was broken off: nobody has written down yet that it is there.
        let orphan = ring.keys.first { key in
            key.state == .next && key.entry.createdAt == nil
                && key.certificate.map { $0.validity.lowerBound >= progress.startedAt } ?? false
        }
        if let orphan {
            try folder.noteNewKey(orphan.id, at: now, auditor: auditor)
            return
        }
        // Also where the files of all keys are lost: the ring remembers whose they were.
        guard let account = ring.ring.account else {
            throw KeyRingError(.rotationStep, "the ring has no key that tells the account")
        }
        var description = NewKey.Description()
        description.account = account
        description.projectID = ring.keys.first?.account.signingProjectID
        let key = try NewKey.generated(
            bits: settings.bits, validity: now...(now + settings.validitySeconds), description, random: random)
        try folder.addRotated(key, at: now, auditor: auditor)
    }

    private func upload(_ key: RingKey, _ now: NumericDate) async throws {
        guard let certificate = key.certificate else {
            throw KeyRingError(.rotationStep, "the new key \(key.id) has no certificate")
        }
        let account = key.account.email
        let known = try await publisher.identifier(of: certificate, account: account)
        let id: String
        if let known {
            try await checkEnabled(known, account)
            id = known
        } else {
            id = try await publisher.upload(certificate, account: account)
        }
        try folder.renameRotated(key.id, to: id, at: now, auditor: auditor)
    }

    /// No key signs, or is on the way to that, whose tokens nobody accepts.
    private func checkEnabled(_ id: String, _ account: String) async throws {
        guard try await !publisher.isDisabled(id, account: account) else { throw Self.disabled(id) }
    }

    private static func disabled(_ id: String) -> KeyRingError {
        KeyRingError(
            .rotationStep,
            "the new key \(id) is disabled at Google, and nobody would accept its tokens: the rotation goes on after"
                + " token-bridge keys enable \(id)")
    }

    /// Retires the key before; returns when that can be done where it is too early.
    private func retire(
        _ ring: LoadedKeyRing, _ progress: RotationProgress, _ now: NumericDate
    ) throws(KeyRingError) -> NumericDate? {
        guard let id = progress.oldKeyID, let entry = ring.ring[id] else { return nil }
        switch entry.state {
        case .retired, .revoked: return nil
        case .next, .active: throw Self.stillTrusted(entry)
        case .retiring: break
        }
        if let end = KeyRing.retirement(of: entry), end > now { return end }
        try folder.retire(id, at: now, auditor: auditor)
        return nil
    }

    /// The key before, as something that may be disabled and deleted: no key leaves the states in which it is then.
    private func old(
        _ ring: LoadedKeyRing, _ progress: RotationProgress
    ) throws(KeyRingError) -> (id: String, account: String)? {
        guard let id = progress.oldKeyID, let account = ring.ring.account else { return nil }
        switch ring.ring[id]?.state {
        case .next, .active, .retiring: throw Self.stillTrusted(ring.ring[id])
        case nil, .retired, .revoked: return (id, account)
        }
    }

    private static func stillTrusted(_ entry: KeyRing.Entry?) -> KeyRingError {
        KeyRingError(
            .rotationStep,
            "the key before, \(entry?.id ?? "none"), is \(entry?.state.rawValue ?? "gone"): it is neither retired nor"
                + " deleted; where it is to go on signing, token-bridge keys revoke or remove of the new key ends the"
                + " rotation")
    }
}
