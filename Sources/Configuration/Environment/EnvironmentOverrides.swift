import StrictJSON

/// Puts single values of the environment into a configuration.
struct EnvironmentOverrides {
    let findings: Findings
    let environment: [String: String]

    /// Overrides what the environment has values for.
    ///
    /// - Parameter root: The configuration as the file has it.
    /// - Returns: The configuration with the values of the environment.
    func applied(to root: ConfigurationNode) -> ConfigurationNode {
        let overridable = OverridableValues(ConfigurationSchema.root, in: root)
        let exempt = OverridableValues.otherVariables + secretVariables(in: root)
        var result = root
        var applied: [(name: String, path: ConfigurationPath)] = []
        for name in environment.keys.sorted() where name.hasPrefix(OverridableValues.prefix) {
            guard let text = environment[name], !exempt.contains(where: { $0.hasSameBytes(as: name) }) else { continue }
            guard let value = value(named: name, among: overridable) else { continue }
            guard let content = content(text, of: value, named: name) else { continue }
            if let other = applied.first(where: { Self.overlap($0.path, value.path) }) {
                report(
                    name, value.path, "it overrides a part of what \(other.name) overrides", hint: "unset one of them")
                continue
            }
            applied.append((name, value.path))
            if value.isSecretSource {
                result.set(.object([]), at: value.path.names.dropLast(), .environment(name))
            }
            result.set(content, at: value.path.names[...], .environment(name))
        }
        return result
    }

    private func value(named name: String, among overridable: OverridableValues) -> OverridableValues.Value? {
        let values = overridable.values[name] ?? []
        guard let first = values.first else {
            // What all names begin with makes none of them nearer.
            let prefix = OverridableValues.prefix
            let known = overridable.values.keys.sorted().map { String($0.dropFirst(prefix.count)) }
            let nearest = Spelling.nearest(to: name.dropFirst(prefix.count).uppercased(), among: known)
            report(
                name, .root, "no value of the configuration has this variable",
                hint: nearest.map { "did you mean \(prefix)\($0)?" }
                    ?? "providers and clients must be in the file to be overridden"
            )
            return nil
        }
        guard values.count == 1 else {
            let paths = values.map(\.path.description).joined(separator: " and ")
            report(
                name, .root, "the variable is ambiguous: it could mean \(paths)", hint: "write the value in the file")
            return nil
        }
        return first
    }

    private func content(
        _ text: String, of value: OverridableValues.Value, named name: String
    ) -> ConfigurationNode.Content? {
        guard !text.isEmpty else {
            report(name, value.path, "the variable is set and empty", hint: "unset it, or give it a value")
            return nil
        }
        switch value.kind {
        case .integer:
            guard let integer = Int64(text), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") })
            else { return refused(name, value, "an integer") }
            return .scalar(.integer(integer))
        case .truth:
            switch text {
            case _ where text.hasSameBytes(as: "true"): return .scalar(.bool(true))
            case _ where text.hasSameBytes(as: "false"): return .scalar(.bool(false))
            default: return refused(name, value, "true or false")
            }
        case .list: return .array(elements(text, at: value.path, .environment(name)))
        case .text, .textOrNull, .choice, .json, .secret, .object, .map, .either: return .scalar(.string(text))
        }
    }

    private func elements(
        _ text: String, at path: ConfigurationPath, _ place: ConfigurationPlace
    ) -> [ConfigurationNode] {
        text.split(separator: ",", omittingEmptySubsequences: false).enumerated().map { index, part in
            let trimmed = String(part.trimmingBlanks())
            return ConfigurationNode(place: place, path: path.element(index), content: .scalar(.string(trimmed)))
        }
    }

    private func refused(
        _ name: String, _ value: OverridableValues.Value, _ kind: String
    ) -> ConfigurationNode.Content? {
        report(name, value.path, "the variable is not \(kind)", hint: nil)
        return nil
    }

    private func report(_ name: String, _ path: ConfigurationPath, _ message: String, hint: String?) {
        findings.fault(.environment(name), path, message, hint: hint)
    }

    /// The variables that the file names for secrets: they may begin as ours do.
    private func secretVariables(in node: ConfigurationNode) -> [String] {
        if let name = node["env"]?.string { return [name] }
        return node.members.flatMap { secretVariables(in: $0.value) }
    }

    /// Whether one of two values is a part of the other.
    private static func overlap(_ left: ConfigurationPath, _ right: ConfigurationPath) -> Bool {
        zip(left.names, right.names).allSatisfy { $0.hasSameBytes(as: $1) }
    }
}

extension Substring {
    /// The text without blanks around it.
    fileprivate func trimmingBlanks() -> Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}

extension ConfigurationNode {
    /// Puts a value where a path leads, with the objects on the way; what was there goes.
    fileprivate mutating func set(_ value: Content, at names: ArraySlice<String>, _ place: ConfigurationPlace) {
        guard let name = names.first else {
            self = ConfigurationNode(place: place, path: path, content: value)
            return
        }
        let rest = names.dropFirst()
        var members = self.members
        let index = members.firstIndex { $0.name.hasSameBytes(as: name) }
        var node =
            index.map { members[$0].value }
            ?? ConfigurationNode(place: place, path: path.member(name), content: .object([]))
        node.set(value, at: rest, place)
        let member = Member(name: name, namePlace: place, value: node)
        if let index { members[index] = member } else { members.append(member) }
        self = ConfigurationNode(place: place, path: path, content: .object(members))
    }
}
