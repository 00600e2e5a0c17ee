import StrictJSON

/// Finds the secrets that a configuration names.
///
/// No message has anything of a secret.
struct SecretReader {
    /// Where a secret may stand.
    enum PlainText {
        /// Not in the configuration file, or with a warning.
        case discouraged
        /// Anywhere.
        case allowed
    }

    let findings: Findings
    let environment: [String: String]
    let files: ConfigurationFiles

    /// The secret of a key; nil where there is none, or with a fault.
    func secret(_ node: ConfigurationNode?, plain: PlainText = .discouraged) -> String? {
        guard let node, let secret = found(node, plain) else { return nil }
        findings.noteInput(secret.utf8)
        return secret
    }

    private func found(_ node: ConfigurationNode, _ plain: PlainText) -> String? {
        switch (node.string, node["env"], node["file"]) {
        case (let text?, _, _): return plainText(text, node, plain)
        case (nil, let variable?, nil): return environmentSecret(variable)
        case (nil, nil, let file?): return fileSecret(file)
        // What is malformed has been reported.
        case (nil, _, _): return nil
        }
    }

    private func plainText(_ text: String, _ node: ConfigurationNode, _ plain: PlainText) -> String? {
        guard !text.isEmpty else {
            findings.fault(node, "the secret is empty")
            return nil
        }
        if !node.isFromEnvironment, case .discouraged = plain { findings.plainSecret(node) }
        return text
    }

    private func environmentSecret(_ node: ConfigurationNode) -> String? {
        guard let name = node.string else { return nil }
        guard let value = environment[name] else {
            // Whoever mistakes a secret for a name must not find it in a log.
            if Self.isVariableName(name), !name.looksLikeSecret {
                findings.fault(node, "the environment variable \(name) is not set")
            } else {
                findings.fault(
                    node, "this is not the name of an environment variable that is set",
                    hint: "the variable holds the secret; its name is A-Z, 0-9 and _")
            }
            return nil
        }
        guard !value.isEmpty else {
            findings.fault(node, "the environment variable \(name.argumentExcerpt) is empty")
            return nil
        }
        return value
    }

    private static func isVariableName(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(0x30...0x39 ~= first) else { return false }
        return name.utf8.allSatisfy {
            0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || $0 == UInt8(ascii: "_")
        }
    }

    /// The contents of a file; whoever mistakes a secret for a path must not find it in a log.
    private func contents(of node: ConfigurationNode) -> [UInt8]? {
        let name = node.string ?? ""
        if !name.contains("/"), !name.contains("."), !name.isEmpty, !files.isThere(name) {
            findings.fault(
                node, "this is not the path of a file that is there", hint: "the file holds the secret, not this value")
            return nil
        }
        return files.secretBytes(node, findings)
    }

    private func fileSecret(_ node: ConfigurationNode) -> String? {
        guard let bytes = contents(of: node) else { return nil }
        var text = bytes[...]
        if text.last == 0x0A {
            text = text.dropLast()
            if text.last == 0x0D { text = text.dropLast() }
        }
        let path = node.string?.argumentExcerpt ?? ""
        guard !text.isEmpty else {
            findings.fault(node, "the file \(path) is empty")
            return nil
        }
        guard let secret = String(validating: text, as: UTF8.self) else {
            findings.fault(node, "the file \(path) is not text in UTF-8")
            return nil
        }
        return secret
    }
}
