public import StrictJSON

/// How a provider says that something is verified.
///
/// What is not one of the values of its rule means "not verified", whatever it is.
public enum VerificationFlag: String, Sendable, CaseIterable {
    /// The truth value `true`.
    case literalTrue
    /// The truth value `true` or the string `true`, in this spelling.
    case trueOrText
    /// `true` or 1, as themselves or as strings.
    case trueOrOne
    /// The integer 1.
    case one

    /// What a flag says.
    public enum Reading: Sendable, Equatable {
        /// It is there and says that it is so.
        case verified
        /// It is there and says something else.
        case notVerified
        /// It is not there, or is null.
        case missing
    }

    /// Reads a flag.
    ///
    /// - Parameter json: The flag; nil where there is none.
    /// - Returns: What it says.
    public func read(_ json: JSONValue?) -> Reading {
        switch json {
        case nil, .null?: .missing
        case let json?: values.contains(json) ? .verified : .notVerified
        }
    }

    private var values: [JSONValue] {
        switch self {
        case .literalTrue: [true]
        case .trueOrText: [true, "true"]
        case .trueOrOne: [true, 1, "1", "true"]
        case .one: [1]
        }
    }
}
