/// Why a key ring cannot be used or changed.
///
/// Two errors are equal when their codes are. The reason never holds a key.
public struct KeyRingError: Error, Sendable {
    /// The stable name of a refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// The ring has no key of that identifier.
        case keyUnknown = "KEY_UNKNOWN"
        /// The ring has, or once had, another key of that identifier.
        case keyExists = "KEY_EXISTS"
        /// The state of the key does not let it be done.
        case stateForbids = "KEY_STATE_FORBIDS"
        /// Tokens that the key signed may still be under way.
        case tooEarly = "KEY_STILL_VERIFIES"
        /// No key of the ring signs.
        case noActiveKey = "NO_ACTIVE_KEY"
        /// The key is of another account than the ring.
        case accountForeign = "KEY_OF_ANOTHER_ACCOUNT"
        /// Nothing says of which account the key is.
        case accountUnknown = "KEY_WITHOUT_ACCOUNT"
        /// The key is of another project than the ring, or than the one that was asked for.
        case projectForeign = "KEY_OF_ANOTHER_PROJECT"
        /// The certificate of the key is expired, not valid yet, or about another key.
        case certificateUnusable = "KEY_CERTIFICATE_UNUSABLE"
        /// The key itself cannot be used.
        case keyUnusable = "KEY_UNUSABLE"
        /// A file is in the way of the one to be written.
        case fileInTheWay = "KEY_FILE_IN_THE_WAY"
        /// The state file is damaged.
        case ringDamaged = "KEY_RING_DAMAGED"
        /// The secret beside the keys cannot be used.
        case secretUnusable = "KEY_RING_SECRET_UNUSABLE"
        /// Another process changes the ring.
        case ringLocked = "KEY_RING_LOCKED"
        /// The folder cannot be written to.
        case ringReadOnly = "KEY_RING_READ_ONLY"
        /// The folder cannot be read, or is open to others.
        case folderUnusable = "KEY_FOLDER_UNUSABLE"
        /// A file of the ring cannot be written.
        case fileUnwritable = "KEY_FILE_UNWRITABLE"
        /// The file of a removed key cannot be deleted.
        case fileUndeletable = "KEY_FILE_UNDELETABLE"
        /// The clock contradicts what the ring remembers.
        case clockContradicts = "KEY_RING_CLOCK"
        /// The audit line of the change cannot be written.
        case auditFailed = "KEY_AUDIT_FAILED"
        /// The step of a rotation cannot be taken now.
        case rotationStep = "KEY_ROTATION_STEP"
    }

    /// The stable name of the refusal.
    public let code: Code
    /// What exactly is wrong, for a person.
    public let reason: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: Its stable name.
    ///   - reason: What exactly is wrong, for a person.
    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension KeyRingError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (left: KeyRingError, right: KeyRingError) -> Bool {
        left.code == right.code
    }
}

extension KeyRingError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}
