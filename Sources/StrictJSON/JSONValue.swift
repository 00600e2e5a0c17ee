/// A JSON value (RFC 8259) whose kinds never turn into each other: `true` is not 1, and 1 is not 1.0.
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction and exponent, exact.
    case integer(Int64)
    /// A number with a fraction or an exponent, as written; `-0` too.
    case decimal(JSONDecimal)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object(JSONObject)
}

extension JSONValue {
    /// The string, if the value is one.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The integer, if the value is one.
    public var integer: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The truth value, if the value is one.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements, if the value is an array.
    public var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The object, if the value is one.
    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The kind of the value in the words of RFC 8259, with its article.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a truth value"
        case .integer, .decimal: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: Equatable {
    /// Two values are equal when they are of one kind and strings and numbers are written alike, byte for byte.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.decimal(let left), .decimal(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        case (.null, _), (.bool, _), (.integer, _), (.decimal, _), (.string, _), (.array, _), (.object, _): false
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    /// Makes a string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// Makes an integer.
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    /// Makes a truth value.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }
}
