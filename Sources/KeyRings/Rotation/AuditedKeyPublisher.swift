public import Cryptography
import CustomTokens

/// A publisher whose changes are written down before and after they are asked for.
///
/// What cannot be written down is not asked for. An answer that is lost leaves a line that says `failed`: what became of
/// it is found out by whoever goes on.
public struct AuditedKeyPublisher<Publisher: KeyPublisher, Auditor: KeyRingAuditor>: KeyPublisher {
    private let publisher: Publisher
    private let folder: KeyRingFolder
    private let auditor: Auditor

    /// Watches a publisher.
    ///
    /// - Parameters:
    ///   - publisher: The publisher.
    ///   - folder: The folder of the ring, which knows the keys.
    ///   - auditor: Writes down what is asked for.
    public init(_ publisher: Publisher, _ folder: KeyRingFolder, _ auditor: Auditor) {
        self.publisher = publisher
        self.folder = folder
        self.auditor = auditor
    }

    /// Asks; nothing is changed, so nothing is written down.
    public func identifier(of certificate: Certificate, account: String) async throws -> String? {
        try await publisher.identifier(of: certificate, account: account)
    }

    /// Uploads; the lines name the key as the ring does before it has its new identifier.
    public func upload(_ certificate: Certificate, account: String) async throws -> String {
        let key = try folder.load().keys.first {
            $0.account.privateKey.publicKey.material == certificate.publicKey.material
        }
        return try await noted(.upload, key?.id ?? "unknown", account) {
            try await publisher.upload(certificate, account: account)
        }
    }

    /// Asks; nothing is changed, so nothing is written down.
    public func isPublished(_ keyID: String, _ publicKey: PublicKey, account: String) async throws -> Bool {
        try await publisher.isPublished(keyID, publicKey, account: account)
    }

    /// Asks; nothing is changed, so nothing is written down.
    public func isDisabled(_ keyID: String, account: String) async throws -> Bool {
        try await publisher.isDisabled(keyID, account: account)
    }

    /// Disables a key.
    public func disable(_ keyID: String, account: String) async throws {
        try await noted(.disable, keyID, account) { try await publisher.disable(keyID, account: account) }
    }

    /// Deletes a key.
    public func delete(_ keyID: String, account: String) async throws {
        try await noted(.delete, keyID, account) { try await publisher.delete(keyID, account: account) }
    }

    /// Does something at the publisher with a key, and writes it down.
    ///
    /// - Parameters:
    ///   - operation: What is done.
    ///   - keyID: The key.
    ///   - account: The account.
    ///   - body: Does it.
    /// - Returns: What that returns.
    /// - Throws: What that throws, or `KeyRingError` with code `auditFailed`.
    public func noted<Value: Sendable>(
        _ operation: KeyRingChange.Operation, _ keyID: String, _ account: String, _ body: () async throws -> Value
    ) async throws -> Value {
        let ring = try folder.load().ring
        let change = KeyRingChange(
            operation: operation, keyID: keyID, from: ring[keyID]?.state, to: ring[keyID]?.state, replacedKeyID: nil,
            account: account, step: ring.rotation?.step(of: operation, keyID))
        try auditor.record(change, .intended)
        let value: Value
        do {
            value = try await body()
        } catch {
            // The reason of the failure is told, whatever becomes of the line about it.
            try? auditor.record(change, .failed)
            throw error
        }
        try auditor.record(change, .done)
        return value
    }
}

extension RotationProgress {
    /// The step that something done at the publisher belongs to; nil where it is not of this rotation.
    fileprivate func step(of operation: KeyRingChange.Operation, _ keyID: String) -> Step? {
        guard let next, let step = Step(operation), step == next else { return nil }
        return keyID == (step == .upload ? newKeyID : oldKeyID) ? step : nil
    }
}

extension RotationProgress.Step {
    fileprivate init?(_ operation: KeyRingChange.Operation) {
        switch operation {
        case .upload: self = .upload
        case .disable: self = .disable
        case .delete: self = .delete
        case .importKey, .generate, .activate, .retire, .revoke, .remove, .rename, .export, .rotate, .enable: return nil
        }
    }
}
