/// Why something that is needed to run the service does not work.
///
/// Two errors are equal when their codes are.
public struct OperationsError: Error, Sendable {
    /// The stable name of a refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// A log or audit file cannot be written.
        case logUnwritable = "LOG_UNWRITABLE"
        /// An audit file is not as it was written, or is none.
        case auditBroken = "AUDIT_BROKEN"
        /// A function of the system failed.
        case systemFailed = "SYSTEM_FAILED"
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

extension OperationsError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (left: OperationsError, right: OperationsError) -> Bool {
        left.code == right.code
    }
}

extension OperationsError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}

extension OperationsError {
    /// The error of what needs a thread that the system does not give.
    static let noThread = OperationsError(.systemFailed, "no thread can be started")
}
