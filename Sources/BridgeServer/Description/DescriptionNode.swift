import StrictJSON

/// A part of the description, written down as a literal that looks like its JSON.
struct DescriptionNode: Sendable {
    /// The part as JSON.
    let value: JSONValue

    /// Makes a part of a value.
    init(_ value: JSONValue) {
        self.value = value
    }

    /// The object with the members of another one added, or put in the place of those of the same names.
    func adding(_ other: DescriptionNode) -> DescriptionNode {
        guard case .object(var object) = value, case .object(let more) = other.value else { return self }
        for member in more.members { object[member.name] = member.value }
        return DescriptionNode(.object(object))
    }

    /// The object without a member.
    func removing(_ name: String) -> DescriptionNode {
        guard case .object(var object) = value else { return self }
        object[name] = nil
        return DescriptionNode(.object(object))
    }

    /// An object of members, in their order; of two members with one name the later is taken.
    static func members(_ members: [(String, DescriptionNode)]) -> DescriptionNode {
        var object = JSONObject()
        for (name, node) in members { object[name] = node.value }
        return DescriptionNode(.object(object))
    }

    /// An array of strings.
    static func strings(_ strings: some Sequence<String>) -> DescriptionNode { list(strings.map { .text($0) }) }

    /// A string.
    static func text(_ string: String) -> DescriptionNode { DescriptionNode(.string(string)) }

    /// An array.
    static func list(_ nodes: [DescriptionNode]) -> DescriptionNode { DescriptionNode(.array(nodes.map(\.value))) }

    /// The array with the elements of another one behind its own.
    func appending(_ other: DescriptionNode) -> DescriptionNode {
        guard case .array(let elements) = value, case .array(let more) = other.value else { return self }
        return DescriptionNode(.array(elements + more))
    }

    /// A reference to a component of the description.
    static func reference(_ kind: String, _ name: String) -> DescriptionNode {
        ["$ref": .text("#/components/\(kind)/\(name)")]
    }
}

extension DescriptionNode: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// Makes an object.
    init(dictionaryLiteral elements: (String, DescriptionNode)...) {
        self = .members(elements)
    }

    /// Makes an array.
    init(arrayLiteral elements: DescriptionNode...) {
        value = .array(elements.map(\.value))
    }
}

extension DescriptionNode: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    /// Makes a string.
    init(stringLiteral string: String) {
        value = .string(string)
    }

    /// Makes a whole number.
    init(integerLiteral integer: Int64) {
        value = .integer(integer)
    }

    /// Makes a truth value.
    init(booleanLiteral isTrue: Bool) {
        value = .bool(isTrue)
    }
}
