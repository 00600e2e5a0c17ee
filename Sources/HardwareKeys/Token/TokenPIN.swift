import CustomTokens
import StrictJSON

/// The PIN of a token; it prints redacted.
public struct TokenPIN: Sendable {
    private let secret: [UInt8]
    /// What is worth telling the operator, such as a mode that lets others read the file.
    public let warnings: [String]

    /// Reads a PIN from where a URI says it stands.
    ///
    /// One line break at the end is no part of it.
    ///
    /// - Parameters:
    ///   - source: Where it stands.
    ///   - environment: The environment.
    /// - Throws: `HardwareKeyError` with code `pinUnavailable`.
    public init(_ source: PKCS11URI.PINSource, environment: [String: String]) throws(HardwareKeyError) {
        switch source {
        case .file(let path):
            let file: SecretFile
            do throws(CustomTokenError) {
                file = try SecretFile(path: path, maximumBytes: Self.maximumBytes + 2)
            } catch {
                throw HardwareKeyError(.pinUnavailable, "the PIN cannot be read: \(error.reason)")
            }
            try self.init(file.bytes, from: "the file \(path.argumentExcerpt)", warnings: file.warnings)
        case .environment(let name):
            guard let value = environment[name] else {
                throw HardwareKeyError(
                    .pinUnavailable, "the variable \(name.argumentExcerpt), which should hold the PIN, is not set")
            }
            try self.init([UInt8](value.utf8), from: "the variable \(name.argumentExcerpt)", warnings: [])
        }
    }

    private init(_ bytes: [UInt8], from place: String, warnings: [String]) throws(HardwareKeyError) {
        var bytes = bytes
        if bytes.last == 0x0A { bytes.removeLast() }
        if bytes.last == 0x0D { bytes.removeLast() }
        guard 1...Self.maximumBytes ~= bytes.count, !bytes.contains(where: { $0 < 0x20 }) else {
            throw HardwareKeyError(.pinUnavailable, "\(place) holds no PIN: one line of 1 to 256 bytes is needed")
        }
        secret = bytes
        self.warnings = warnings
    }

    private static let maximumBytes = 256

    /// The PIN itself.
    var secretBytes: [UInt8] { secret }
}

extension TokenPIN: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What it is, nothing of the secret.
    public var description: String { "PIN (redacted)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
