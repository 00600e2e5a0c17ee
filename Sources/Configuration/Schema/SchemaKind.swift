import StrictJSON

/// What the value of a key is.
indirect enum SchemaKind: Sendable {
    /// A string.
    case text
    /// A string or null, which is the same as no key.
    case textOrNull
    /// An integer.
    case integer(ClosedRange<Int64>)
    /// A truth value.
    case truth
    /// One of these strings.
    case choice([String])
    /// A secret: a string, or an object that names a variable or a file.
    case secret
    /// An array.
    case list(SchemaKind)
    /// An object with these keys.
    case object([SchemaKey])
    /// An object whose keys are names that the operator chooses.
    case map(SchemaNames, SchemaKind)
    /// Any JSON value.
    case json
    /// A value of the first kind, or of the second one.
    case either(SchemaKind, SchemaKind)

    /// The keys of an object that names a secret.
    static let secretKeys = [
        SchemaKey("env", .text, "The name of the environment variable that holds the secret."),
        SchemaKey(
            "file", .text,
            "The file that holds the secret, from the folder of the configuration; one line break at its end is dropped."
        ),
    ]
}

/// Which names an operator may choose.
enum SchemaNames: Sendable {
    /// Names of providers: part of uids and addresses.
    case providers
    /// Client identifiers.
    case clients
    /// Any names.
    case any

    /// The names as a regular expression of JSON Schema (ECMA-262).
    var pattern: String? {
        switch self {
        case .providers: "^[A-Za-z0-9._-]{1,64}$"
        case .clients: "^[A-Za-z0-9._~-]{1,128}$"
        case .any: nil
        }
    }

    /// Whether a name may be chosen.
    func allow(_ name: String) -> Bool {
        func has(_ others: String, atMost count: Int) -> Bool {
            1...count ~= name.utf8.count
                && name.utf8.allSatisfy {
                    0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || others.utf8.contains($0)
                }
                // Segments of addresses that mean "here" and "above".
                && ![".", ".."].contains(name)
        }
        return switch self {
        case .providers: has("._-", atMost: 64)
        case .clients: has("._~-", atMost: 128)
        case .any: true
        }
    }

    /// The names for people.
    var rule: String {
        switch self {
        case .providers: "the name of a provider is 1 to 64 characters of A-Z a-z 0-9 . _ -"
        case .clients: "a client identifier is 1 to 128 characters of A-Z a-z 0-9 . _ ~ -"
        case .any: "any name will do"
        }
    }
}

extension SchemaKind {
    /// The kind of JSON for people, with its article.
    var description: String {
        switch self {
        case .text, .choice: "a string"
        case .textOrNull: "a string or null"
        case .integer: "an integer"
        case .truth: "true or false"
        case .secret: "a secret: {\"env\": \"NAME\"}, {\"file\": \"path\"} or a string"
        case .list: "an array"
        case .object, .map: "an object"
        case .json: "any JSON value"
        case .either(let first, let second): "\(first.description) or \(second.description)"
        }
    }

    /// Whether a value is of this kind of JSON, whatever is in it.
    func admits(_ node: ConfigurationNode) -> Bool {
        switch (self, node.content) {
        case (.json, _), (.text, .scalar(.string)), (.choice, .scalar(.string)), (.textOrNull, .scalar(.string)),
            (.textOrNull, .scalar(.null)), (.integer, .scalar(.integer)), (.truth, .scalar(.bool)),
            (.secret, .scalar(.string)), (.secret, .object), (.list, .array), (.object, .object), (.map, .object):
            true
        case (.either(let first, let second), _): first.admits(node) || second.admits(node)
        default: false
        }
    }
}
