/// Why a configuration cannot be used: everything that is wrong with it at once.
///
/// Two errors are equal when their codes are.
public struct ConfigurationError: Error, Sendable {
    /// The stable name of a refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// The file is not there or cannot be read.
        case unreadable = "CONFIGURATION_UNREADABLE"
        /// The text is no JSON, comments and trailing commas aside.
        case malformed = "CONFIGURATION_MALFORMED"
        /// What the file and the environment say cannot be used.
        case invalid = "CONFIGURATION_INVALID"
    }

    /// The stable name of the refusal.
    public let code: Code
    /// What is wrong, in the order of the file; never empty.
    public let faults: [ConfigurationFault]

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The stable name of the refusal.
    ///   - faults: What is wrong, in the order of the file; never empty.
    public init(code: Code, faults: [ConfigurationFault]) {
        self.code = code
        self.faults = faults
    }

    /// All faults, one a line.
    public var reason: String { faults.map(\.description).joined(separator: "\n") }
}

extension ConfigurationError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (left: ConfigurationError, right: ConfigurationError) -> Bool {
        left.code == right.code
    }
}

extension ConfigurationError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}
