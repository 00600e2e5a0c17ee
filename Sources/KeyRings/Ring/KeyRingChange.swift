/// One change of a ring, for those who write down what was done.
public struct KeyRingChange: Sendable, Equatable {
    /// What is done.
    public enum Operation: String, Sendable, CaseIterable {
        /// A key comes into the ring.
        case importKey = "import"
        /// A key is made and comes into the ring.
        case generate = "generate"
        /// A key becomes the one that signs.
        case activate = "activate"
        /// A key is published no more.
        case retire = "retire"
        /// A key is trusted no more.
        case revoke = "revoke"
        /// A key goes.
        case remove = "remove"
        /// A key gets the identifier that its publisher gave it.
        case rename = "rename"
        /// A private key leaves the folder.
        case export = "export"
        /// A step of a rotation is taken.
        case rotate = "rotate"
        /// A certificate is handed in at the publisher.
        case upload = "upload"
        /// The publisher is asked to let a key verify nothing.
        case disable = "disable"
        /// The publisher is asked to let a disabled key verify again.
        case enable = "enable"
        /// The publisher is asked to delete a key for good.
        case delete = "delete"
    }

    /// How far it has come.
    public enum Phase: String, Sendable, CaseIterable {
        /// It is about to be made; nothing has happened yet.
        case intended = "intended"
        /// It is made.
        case done = "done"
        /// It could not be made, and the ring is as it was; whether the publisher did what it was asked is not known.
        case failed = "failed"
    }

    /// What is done.
    public let operation: Operation
    /// The key.
    public let keyID: String
    /// The state before; nil where the key was not in the ring.
    public let from: KeyState?
    /// The state after; nil where the key is gone.
    public let to: KeyState?
    /// The key that signed before and does no more; nil where there is none.
    public let replacedKeyID: String?
    /// The account of the ring.
    public let account: String?
    /// The step of the rotation; nil where it is none.
    public let step: RotationProgress.Step?

    /// Names a change.
    public init(
        operation: Operation, keyID: String, from: KeyState?, to: KeyState?, replacedKeyID: String?, account: String?,
        step: RotationProgress.Step? = nil
    ) {
        self.operation = operation
        self.keyID = keyID
        self.from = from
        self.to = to
        self.replacedKeyID = replacedKeyID
        self.account = account
        self.step = step
    }
}

/// Writes down what is done with the keys of a ring.
public protocol KeyRingAuditor: Sendable {
    /// Writes down a change.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - phase: How far it has come. Where an intended one cannot be written down it is not made.
    /// - Throws: `KeyRingError` with code `auditFailed`.
    func record(_ change: KeyRingChange, _ phase: KeyRingChange.Phase) throws(KeyRingError)
}
