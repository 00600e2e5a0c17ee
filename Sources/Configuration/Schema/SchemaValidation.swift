import StrictJSON

/// Holds a configuration against the table of its keys.
struct SchemaValidation {
    let findings: Findings

    func check(_ node: ConfigurationNode, _ kind: SchemaKind) {
        guard kind.admits(node) else {
            findings.fault(node, "this is \(node.kind), where \(kind.description) is needed")
            return
        }
        switch kind {
        case .text, .textOrNull, .truth, .json: break
        case .integer(let range): checkInteger(node, range)
        case .choice(let choices): checkChoice(node, choices)
        case .secret: checkSecret(node)
        case .list(let kind): for element in node.elements { check(element, kind) }
        case .object(let keys): checkObject(node, keys)
        case .map(let names, let kind):
            for member in node.members {
                if !names.allow(member.name) {
                    findings.fault(
                        member.namePlace, member.value.path, "\(member.name.quotedExcerpt) cannot be used here",
                        hint: names.rule)
                }
                check(member.value, kind)
            }
        case .either(let first, let second): check(node, first.admits(node) ? first : second)
        }
    }

    private func checkInteger(_ node: ConfigurationNode, _ range: ClosedRange<Int64>) {
        guard let value = node.integer, !(range ~= value) else { return }
        findings.fault(node, "\(value) is not between \(range.lowerBound) and \(range.upperBound)")
    }

    private func checkChoice(_ node: ConfigurationNode, _ choices: [String]) {
        guard let value = node.string, !choices.contains(where: { $0.hasSameBytes(as: value) }) else { return }
        let nearest = Spelling.nearest(to: value, among: choices).map { "did you mean \($0)?" }
        findings.fault(
            node, "\(value.argumentExcerpt) is not one of \(choices.joined(separator: ", "))", hint: nearest)
    }

    private func checkSecret(_ node: ConfigurationNode) {
        guard case .object = node.content else { return }
        checkObject(node, SchemaKind.secretKeys)
        switch (node["env"], node["file"]) {
        case (nil, nil):
            findings.fault(node, "this names no secret", hint: #"give {"env": "NAME"} or {"file": "path"}"#)
        case (_?, _?): findings.fault(node, "both env and file are given", hint: "keep one of them")
        default: break
        }
    }

    private func checkObject(_ node: ConfigurationNode, _ keys: [SchemaKey]) {
        for member in node.members {
            if let key = keys.first(where: { $0.name.hasSameBytes(as: member.name) }) {
                check(member.value, key.kind)
            } else {
                reportUnknown(member, keys)
            }
        }
        for key in keys where key.requirement == .required && node[key.name] == nil {
            findings.fault(node.place, node.path.member(key.name), "this key is missing", hint: key.help)
        }
    }

    private func reportUnknown(_ member: ConfigurationNode.Member, _ keys: [SchemaKey]) {
        let names = keys.map(\.name)
        let nearest = Spelling.nearest(to: member.name, among: names).map { "did you mean \($0)?" }
        findings.fault(
            member.namePlace, member.name.looksLikeSecret ? .root : member.value.path,
            "the key \(member.name.argumentExcerpt) is not known",
            hint: nearest ?? "known here: \(names.joined(separator: ", "))")
    }
}
