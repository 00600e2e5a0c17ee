/// The single values of a configuration that the environment may override.
struct OverridableValues: Sendable {
    /// One of them.
    struct Value: Sendable {
        /// The way to it.
        let path: ConfigurationPath
        /// What it is.
        let kind: SchemaKind
        /// Whether it names the source of a secret, which has one source only.
        var isSecretSource = false
    }

    /// What the names of all variables begin with.
    static let prefix = "TOKEN_BRIDGE_"
    /// The variable that names the configuration file.
    static let fileVariable = "TOKEN_BRIDGE_CONFIG"
    /// The variables that are no values of a configuration: the one above, and the web API key of `login`.
    static let otherVariables = [fileVariable, "TOKEN_BRIDGE_API_KEY"]

    /// The values by the names of their variables; where several have one name, it is ambiguous.
    private(set) var values: [String: [Value]] = [:]

    /// Finds the values: those of the table, and in maps those of entries that are there.
    init(_ keys: [SchemaKey], in node: ConfigurationNode) {
        addKeys(keys, .root, node)
    }

    private mutating func addKeys(_ keys: [SchemaKey], _ path: ConfigurationPath, _ node: ConfigurationNode?) {
        for key in keys where !key.name.hasPrefix("$") {
            add(key.kind, path.member(key.name), node?[key.name])
        }
    }

    private mutating func add(_ kind: SchemaKind, _ path: ConfigurationPath, _ node: ConfigurationNode?) {
        switch kind {
        case .text, .textOrNull, .integer, .truth, .choice, .json:
            values[Self.name(of: path), default: []].append(Value(path: path, kind: kind))
        case .secret:
            values[Self.name(of: path), default: []].append(Value(path: path, kind: .text))
            for key in SchemaKind.secretKeys {
                let source = Value(path: path.member(key.name), kind: .text, isSecretSource: true)
                values[Self.name(of: source.path), default: []].append(source)
            }
        case .list(.text), .list(.choice):
            values[Self.name(of: path), default: []].append(Value(path: path, kind: kind))
        case .list: break
        case .object(let keys): addKeys(keys, path, node)
        case .map(_, let kind):
            for member in node?.members ?? [] { add(kind, path.member(member.name), member.value) }
        case .either(.text, .integer): add(.text, path, node)
        case .either(let first, let second):
            add(first, path, node)
            add(second, path, node)
        }
    }

    /// The name of the variable of a value.
    static func name(of path: ConfigurationPath) -> String {
        prefix + path.names.map(variablePart).joined(separator: "_")
    }

    private static func variablePart(_ name: String) -> String {
        let bytes = name.utf8.map { byte -> UInt8 in
            switch byte {
            case 0x30...0x39, 0x41...0x5A: byte
            case 0x61...0x7A: byte - 32
            default: UInt8(ascii: "_")
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
