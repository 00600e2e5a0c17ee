import StrictJSON

extension JSONValue {
    /// The value on many lines, so that a change of it is a change of few lines.
    func prettyText(indentation: String = "") -> String {
        let inner = indentation + "  "
        switch self {
        case .object(let object) where !object.isEmpty:
            let members = object.members.map { member in
                "\(inner)\(JSONValue.string(member.name).compactText): \(member.value.prettyText(indentation: inner))"
            }
            return "{\n\(members.joined(separator: ",\n"))\n\(indentation)}"
        case .array(let elements) where elements.contains { $0.array != nil || $0.object != nil }:
            let lines = elements.map { inner + $0.prettyText(indentation: inner) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(indentation)]"
        case .array(let elements): return "[\(elements.map(\.compactText).joined(separator: ", "))]"
        default: return compactText
        }
    }
}
