import StrictJSON

/// A value of the configuration with its place and path.
struct ConfigurationNode: Sendable {
    /// A member of an object.
    struct Member: Sendable {
        /// Its name.
        let name: String
        /// Where its name stands.
        let namePlace: ConfigurationPlace
        /// Its value.
        var value: ConfigurationNode
    }

    /// What it is.
    enum Content: Sendable {
        case scalar(JSONValue)
        case array([ConfigurationNode])
        case object([Member])
    }

    let place: ConfigurationPlace
    let path: ConfigurationPath
    var content: Content

    /// The value without its places.
    var json: JSONValue {
        switch content {
        case .scalar(let value): return value
        case .array(let elements): return .array(elements.map(\.json))
        case .object(let members):
            var object = JSONObject()
            for member in members { object[member.name] = member.value.json }
            return .object(object)
        }
    }

    /// The value of a member.
    subscript(name: String) -> ConfigurationNode? {
        members.first { $0.name.hasSameBytes(as: name) }?.value
    }

    /// The members; none where it is no object.
    var members: [Member] {
        if case .object(let members) = content { members } else { [] }
    }

    /// The elements; none where it is no array.
    var elements: [ConfigurationNode] {
        if case .array(let elements) = content { elements } else { [] }
    }

    /// The text of a string.
    var string: String? { scalar?.string }
    /// The value of an integer.
    var integer: Int64? { scalar?.integer }
    /// The value of a truth value.
    var truth: Bool? { scalar?.bool }
    /// The texts of an array of strings; what is none is left out.
    var strings: [String] { elements.compactMap(\.string) }

    private var scalar: JSONValue? {
        if case .scalar(let value) = content { value } else { nil }
    }

    /// Whether it was written in the environment.
    var isFromEnvironment: Bool {
        if case .environment = place { true } else { false }
    }

    /// The kind of the value in the words of RFC 8259, with its article.
    var kind: String {
        switch content {
        case .scalar(let value): value.kind
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension ConfigurationNode {
    /// Puts a value to its places; nil where they are not those of the value.
    init?(
        _ value: JSONValue, at positions: PositionTree, _ lines: LineIndex, path: ConfigurationPath = .root
    ) {
        place = lines.place(of: positions.offset)
        self.path = path
        switch (value, positions.content) {
        case (.array(let values), .array(let places)):
            guard values.count == places.count else { return nil }
            var elements: [ConfigurationNode] = []
            for (index, (value, place)) in zip(values, places).enumerated() {
                guard let element = ConfigurationNode(value, at: place, lines, path: path.element(index)) else {
                    return nil
                }
                elements.append(element)
            }
            content = .array(elements)
        case (.object(let object), .object(let places)):
            guard object.members.count == places.count else { return nil }
            var members: [Member] = []
            for (member, place) in zip(object.members, places) {
                let path = path.member(member.name)
                guard let node = ConfigurationNode(member.value, at: place.value, lines, path: path) else { return nil }
                members.append(Member(name: member.name, namePlace: lines.place(of: place.nameOffset), value: node))
            }
            content = .object(members)
        case (.array, _), (.object, _), (_, .array), (_, .object): return nil
        default: content = .scalar(value)
        }
    }
}
