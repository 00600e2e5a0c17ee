import CustomTokens
import Glibc

/// Reads the files that a configuration names.
struct ConfigurationFiles: Sendable {
    /// The largest of them.
    static let maximumBytes = 1 << 20

    /// The folder that relative paths begin in.
    let folder: String

    /// - Parameter path: The path of the configuration file.
    init(besideFile path: String) {
        guard let slash = path.lastIndex(of: "/") else {
            folder = "."
            return
        }
        folder = slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// A path of the configuration as the system takes it.
    func path(_ text: String) -> String {
        if text.hasPrefix("/") || folder == "." { return text }
        return folder == "/" ? "/\(text)" : "\(folder)/\(text)"
    }

    /// Whether there is something at a path.
    func isThere(_ text: String) -> Bool {
        unsafe access(path(text), F_OK) == 0
    }

    /// The path that a value names; nil with a fault where it is empty.
    func path(_ node: ConfigurationNode?, _ findings: Findings) -> String? {
        guard let node, let text = node.string else { return nil }
        guard !text.isEmpty else {
            findings.fault(node, "the path is empty")
            return nil
        }
        return path(text)
    }

    /// The contents of a file that others may read.
    func publicBytes(_ node: ConfigurationNode?, _ findings: Findings) -> [UInt8]? {
        guard let node, let path = path(node, findings) else { return nil }
        let file = findings.value(node) { try SecretFile(regularFile: path, maximumBytes: Self.maximumBytes) }
        guard let bytes = file?.bytes else { return nil }
        // The path too: what is read again later, such as authorities, is read there.
        findings.noteInput(path.utf8)
        findings.noteInput(bytes)
        return bytes
    }

    /// The contents of a file with a secret; a mode that lets others read it is a warning.
    func secretBytes(_ node: ConfigurationNode, _ findings: Findings) -> [UInt8]? {
        guard let path = path(node, findings) else { return nil }
        // Nothing that would have to be waited for, such as a pipe that nobody writes to.
        guard let file = findings.value(node, { try SecretFile(regularFile: path) }) else { return nil }
        for warning in file.warnings { findings.warning(node, warning) }
        return file.bytes
    }
}
