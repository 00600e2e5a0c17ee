import CustomTokenBridge
import CustomTokens
import Glibc
import StrictJSON

/// Reads what a command is given by file or standard input (`-`).
struct Input: Sendable {
    /// The largest text that is no key, in bytes.
    private static let maximumBytes = 1 << 20

    private let console: Console

    init(_ console: Console) {
        self.console = console
    }

    /// A secret from a file or standard input.
    ///
    /// Who else can read the file is told.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - subject: What is read, for the terminal.
    /// - Returns: The contents.
    /// - Throws: `CustomTokenError` with code `fileUnreadable`.
    func secret(_ path: String, _ subject: String) throws -> [UInt8] {
        let file = try file(path, subject, maximumBytes: SecretFile.maximumBytes)
        file.warnings.forEach(console.warn)
        return file.bytes
    }

    /// Text that is no secret, from a file or standard input.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - subject: What is read, for the terminal.
    /// - Returns: The contents.
    /// - Throws: `CustomTokenError` with code `fileUnreadable`.
    func text(_ path: String, _ subject: String) throws -> [UInt8] {
        try file(path, subject, maximumBytes: Self.maximumBytes).bytes
    }

    /// A token from a file or standard input, without the blanks, byte order mark and quotes around it.
    func token(_ path: String) throws -> [UInt8] {
        OuterBlanks.trimmed(try text(path, "a token"))
    }

    private func file(_ path: String, _ subject: String, maximumBytes: Int) throws -> SecretFile {
        guard path == "-" else { return try SecretFile(path: path, maximumBytes: maximumBytes) }
        if isatty(STDIN_FILENO) == 1 { console.note("reading \(subject) from the terminal; end with Ctrl-D") }
        return try SecretFile.standardInput(maximumBytes: maximumBytes)
    }
}
