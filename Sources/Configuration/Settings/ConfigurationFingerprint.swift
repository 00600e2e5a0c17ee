import Cryptography

/// Tells whether a part of the configuration is the one of before: its text, and all secrets and files that it names.
///
/// A hash: it keeps nothing of a secret, and does not print itself.
public struct ConfigurationFingerprint: Sendable, Equatable {
    private let digest: SHA256Digest

    init(of parts: [[UInt8]]) throws(CryptographyError) {
        var bytes: [UInt8] = []
        for part in parts {
            // The length before each, so that no two lists of parts are the same bytes.
            bytes.append(contentsOf: "\(part.count):".utf8)
            bytes.append(contentsOf: part)
        }
        digest = try SHA256Digest(of: bytes)
    }
}

extension ConfigurationFingerprint: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Nothing of the hash: a short secret could be guessed by it.
    public var description: String { "ConfigurationFingerprint(redacted)" }
    /// Nothing of the hash.
    public var debugDescription: String { description }
    /// Nothing of the hash.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
