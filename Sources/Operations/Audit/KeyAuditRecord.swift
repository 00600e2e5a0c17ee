public import JOSE

/// Something that is done with a signing key.
public struct KeyAuditRecord: Sendable, Equatable {
    /// When it is done.
    public let time: NumericDate
    /// What is done, such as `activate`.
    public let operation: String
    /// How far it has come: `intended`, `done` or `failed`.
    public let phase: String
    /// The key.
    public let keyID: String
    /// The state of the key before; nil where it was not there.
    public let from: String?
    /// The state of the key after; nil where it is gone.
    public let to: String?
    /// The key that signed before and does no more; nil where there is none.
    public let replacedKeyID: String?
    /// The account that the key belongs to.
    public let account: String?
    /// The step of a rotation, such as `upload`; nil where it is none.
    public let step: String?
    /// Who does it, such as `uid 1000`.
    public let actor: String

    /// Makes a record.
    public init(
        time: NumericDate, operation: String, phase: String, keyID: String, from: String?, to: String?,
        replacedKeyID: String?, account: String?, step: String? = nil, actor: String
    ) {
        self.time = time
        self.operation = operation
        self.phase = phase
        self.keyID = keyID
        self.from = from
        self.to = to
        self.replacedKeyID = replacedKeyID
        self.account = account
        self.step = step
        self.actor = actor
    }

    /// The members of its line after those of the chain, each with a comma before it.
    var members: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendAuditMember("kind", Self.kind)
        bytes.appendAuditMember("time", time.utc)
        bytes.appendAuditMember("operation", operation)
        if let step { bytes.appendAuditMember("step", step) }
        bytes.appendAuditMember("phase", phase)
        bytes.appendAuditMember("key_id", keyID)
        for (name, value) in [("from", from), ("to", to), ("replaced_key_id", replacedKeyID), ("account", account)] {
            if let value { bytes.appendAuditMember(name, value) }
        }
        bytes.appendAuditMember("actor", actor)
        return bytes
    }

    static let kind = "key"
}
