/// Why the bridge does not do what it is asked for.
///
/// Two errors are equal when their codes are. The reason names public values, never a credential.
public struct BridgeError: Error, Sendable {
    /// The stable name of a refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// A template of developer claims cannot be used.
        case claimTemplateInvalid = "CLAIM_TEMPLATE_INVALID"
        /// An identity cannot have a uid.
        case userIDInvalid = "UID_INVALID"
        /// The claims of an identity are too large.
        case claimsTooLarge = "CLAIMS_TOO_LARGE"
    }

    /// The stable name of the refusal.
    public let code: Code
    /// What exactly is wrong, for a person.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension BridgeError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (left: BridgeError, right: BridgeError) -> Bool {
        left.code == right.code
    }
}

extension BridgeError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}
