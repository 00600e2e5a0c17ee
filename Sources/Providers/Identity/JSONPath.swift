public import StrictJSON

/// The way to a member of a JSON text: names, positions, and the first entry of an array with all of some flags.
///
/// Written with dots, `values[is_primary&&is_confirmed].email`. Member names that need a dot cannot be written.
public struct JSONPath: Sendable, Equatable {
    /// One step.
    public enum Step: Sendable, Equatable {
        /// A member of an object.
        case member(String)
        /// An element of an array.
        case element(Int)
        /// The first object of an array in which each of these members is `true`.
        case entry(flags: [String])
    }

    /// The steps.
    public let steps: [Step]

    /// Goes along some steps.
    package init(_ steps: Step...) {
        self.steps = steps
    }

    /// Reads a path.
    ///
    /// - Parameter text: The path, such as `data[0].id` or `[primary&&verified].email`.
    /// - Throws: `ProviderError` with code `memberPathInvalid`.
    public init(parsing text: String) throws(ProviderError) {
        var steps: [Step] = []
        for (index, part) in text.split(separator: ".", omittingEmptySubsequences: false).enumerated() {
            let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
            if !pieces[0].isEmpty || pieces.count == 1 || index > 0 {
                steps.append(.member(try Self.name(pieces[0], in: text)))
            }
            for piece in pieces.dropFirst() { steps.append(try Self.selection(piece, in: text)) }
        }
        self.steps = steps
    }

    private static func selection(_ piece: Substring, in text: String) throws(ProviderError) -> Step {
        guard piece.hasSuffix("]") else { throw refusal(text) }
        let content = piece.dropLast()
        if let index = Int(content), index >= 0, content.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
            return .element(index)
        }
        var flags: [String] = []
        for flag in content.split(separator: "&&", omittingEmptySubsequences: false) {
            flags.append(try name(flag, in: text))
        }
        return .entry(flags: flags)
    }

    private static func name(_ name: Substring, in text: String) throws(ProviderError) -> String {
        guard !name.isEmpty, name.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !"[]&.".utf8.contains($0) }) else {
            throw refusal(text)
        }
        return String(name)
    }

    private static func refusal(_ text: String) -> ProviderError {
        ProviderError(.memberPathInvalid, "\(text.quotedExcerpt) is not a path to a member, such as data.id")
    }

    /// The value at the end of the path; nil where the path leads nowhere.
    ///
    /// - Parameter root: Where the path begins.
    /// - Returns: The value, which may be null.
    public func value(in root: JSONValue) -> JSONValue? {
        var value = root
        for step in steps {
            guard let next = Self.follow(step, from: value) else { return nil }
            value = next
        }
        return value
    }

    private static func follow(_ step: Step, from value: JSONValue) -> JSONValue? {
        switch step {
        case .member(let name): return value.object?[name]
        case .element(let index):
            guard let elements = value.array, elements.indices.contains(index) else { return nil }
            return elements[index]
        case .entry(let flags):
            return value.array?.first { entry in
                flags.allSatisfy { entry.object?[$0] == .bool(true) }
            }
        }
    }

    /// Two paths are equal when their steps are the same bytes.
    public static func == (left: JSONPath, right: JSONPath) -> Bool {
        left.description.hasSameBytes(as: right.description)
    }
}

extension JSONPath: CustomStringConvertible {
    /// The path in dot form.
    public var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .member(let name): text += text.isEmpty ? name : ".\(name)"
            case .element(let index): text += "[\(index)]"
            case .entry(let flags): text += "[\(flags.joined(separator: "&&"))]"
            }
        }
        return text
    }
}

extension JSONPath.Step: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// A member of an object.
    public init(stringLiteral name: String) {
        self = .member(name)
    }

    /// An element of an array.
    public init(integerLiteral index: Int) {
        self = .element(index)
    }
}
