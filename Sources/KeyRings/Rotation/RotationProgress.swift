public import JOSE
import StrictJSON

/// How far a rotation has come: it is kept in the state file, so that it can be broken off anywhere and taken up again.
///
/// ```
///   generate -> certificate -> upload -> publication -> probe -> activate -> retire -> disable -> delete
///   (our key)   (self-signed)  (Google    (Google        (sign,    (the new     (the old one,  (Google, where the
///                               names it)  publishes it)  verify)   key signs)   when its       old key is its own)
///                                                                                tokens are over)
/// ```
public struct RotationProgress: Sendable, Equatable {
    /// The steps, in their order.
    public enum Step: String, Sendable, CaseIterable {
        /// A key is made.
        case generate = "generate"
        /// Its certificate is there and good.
        case certificate = "certificate"
        /// The certificate is uploaded, and the key has the identifier that it got there.
        case upload = "upload"
        /// The key is among those that Google publishes.
        case publication = "publication"
        /// Both implementations agree about the key.
        case probe = "probe"
        /// The key signs.
        case activate = "activate"
        /// The key before is retired: its tokens have expired.
        case retire = "retire"
        /// The key before is disabled at Google.
        case disable = "disable"
        /// The key before is deleted at Google.
        case delete = "delete"
    }

    /// A step that was taken.
    public struct Taken: Sendable, Equatable {
        /// The step.
        public let step: Step
        /// When it was taken.
        public let at: NumericDate
    }

    /// When the rotation began.
    public let startedAt: NumericDate
    /// The key that signed when it began; nil where none did.
    public let oldKeyID: String?
    /// The key that is to sign; nil until it is made.
    public internal(set) var newKeyID: String?
    /// The steps that were taken, in their order.
    public internal(set) var taken: [Taken] = []

    /// Begins a rotation.
    init(startedAt: NumericDate, oldKeyID: String?) {
        self.startedAt = startedAt
        self.oldKeyID = oldKeyID
    }

    /// Whether the new key is uploaded, published and probed: then it may sign.
    var isReadyToActivate: Bool { taken.contains { $0.step == .probe } }

    /// The step that comes next; nil where all are taken.
    public var next: Step? {
        Step.allCases.first { step in !taken.contains { $0.step == step } && (oldKeyID != nil || !step.isAboutOldKey) }
    }
}

extension RotationProgress.Step {
    /// Whether there is nothing to do where no key signed before.
    var isAboutOldKey: Bool {
        switch self {
        case .retire, .disable, .delete: true
        case .generate, .certificate, .upload, .publication, .probe, .activate: false
        }
    }
}

extension RotationProgress {
    var json: JSONObject {
        var object = JSONObject()
        object["started_at"] = .integer(startedAt.secondsSinceEpoch)
        object["old_kid"] = oldKeyID.map { .string($0) }
        object["new_kid"] = newKeyID.map { .string($0) }
        object["taken"] = .array(
            taken.map { taken in
                var member = JSONObject()
                member["step"] = .string(taken.step.rawValue)
                member["at"] = .integer(taken.at.secondsSinceEpoch)
                return .object(member)
            })
        return object
    }

    init(_ object: JSONObject) throws(KeyRingError) {
        let reader = StateReader(object, "the rotation")
        try reader.allow(["started_at", "old_kid", "new_kid", "taken"])
        startedAt = try reader.date("started_at")
        oldKeyID = object["old_kid"] == nil ? nil : try reader.keyID("old_kid")
        newKeyID = object["new_kid"] == nil ? nil : try reader.keyID("new_kid")
        for member in try reader.objects("taken") {
            let reader = StateReader(member, "a step of the rotation")
            try reader.allow(["step", "at"])
            let name = try reader.string("step")
            guard let step = Step.allCases.first(where: { $0.rawValue.hasSameBytes(as: name) }) else {
                throw KeyRingError(.ringDamaged, "the rotation has an unknown step \(name.quotedExcerpt)")
            }
            taken.append(Taken(step: step, at: try reader.date("at")))
        }
        guard taken.map(\.step) == Array(Step.allCases.prefix(taken.count)) else {
            throw KeyRingError(.ringDamaged, "the steps of the rotation are out of their order")
        }
        guard newKeyID != nil || taken.isEmpty else {
            throw KeyRingError(.ringDamaged, "the rotation has taken steps without a key")
        }
    }
}
