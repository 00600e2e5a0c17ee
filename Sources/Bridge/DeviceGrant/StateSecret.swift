import Cryptography

/// A secret that all replicas share, and their store does not know.
///
/// The hash of a user code is no secret: 20^8 codes are tried in a minute. With this key, what is in the store leads to
/// no code, and what is on a page is only good in the browser that it was made for.
public struct StateSecret: Sendable {
    /// The shortest secret, in bytes.
    public static let minimumBytes = 32

    private let bytes: [UInt8]

    /// Takes a secret.
    ///
    /// - Parameter bytes: At least 32 bytes, the same for all replicas and after a restart; with others, codes that
    ///   live are not known any more.
    /// - Throws: `BridgeError` with code `cryptographyFailed` for a secret that is too short.
    public init(bytes: [UInt8]) throws(BridgeError) {
        guard bytes.count >= Self.minimumBytes else {
            throw BridgeError(
                .cryptographyFailed, "the secret has \(bytes.count) bytes; at least \(Self.minimumBytes) are needed")
        }
        self.bytes = bytes
    }

    /// Derives a secret from secrets that all replicas have for another purpose, such as a private key.
    ///
    /// - Parameter secrets: The other secrets, one of them at least 32 bytes; nothing of them can be found out from what
    ///   is derived.
    /// - Throws: `BridgeError` with code `cryptographyFailed` where all of them are too short.
    public init(derivedFrom secrets: [[UInt8]]) throws(BridgeError) {
        guard secrets.contains(where: { $0.count >= Self.minimumBytes }) else {
            throw BridgeError(.cryptographyFailed, "no secret has \(Self.minimumBytes) bytes to derive another from")
        }
        let label = Array("token-bridge state secret".utf8)
        do {
            bytes = try HMACSHA256(of: label, secret: Self.framed(secrets)).bytes
        } catch {
            throw BridgeError(.cryptographyFailed, error.reason)
        }
    }

    /// Texts with their lengths, so that no two lists of them are the same bytes.
    private static func framed(_ texts: [[UInt8]]) -> [UInt8] {
        texts.flatMap { Array("\($0.count):".utf8) + $0 }
    }

    /// The keyed hash of some texts for one purpose.
    ///
    /// - Parameters:
    ///   - purpose: What it is for: the same texts have another hash for another purpose.
    ///   - texts: The texts.
    /// - Returns: The 32 bytes of the hash.
    /// - Throws: `BridgeError` with code `cryptographyFailed`.
    func code(_ purpose: Purpose, over texts: [String]) throws(BridgeError) -> [UInt8] {
        let message = Self.framed(([purpose.rawValue] + texts).map { Array($0.utf8) })
        do {
            return try HMACSHA256(of: message, secret: bytes).bytes
        } catch {
            throw BridgeError(.cryptographyFailed, error.reason)
        }
    }

    /// What keyed hashes are for.
    enum Purpose: String, Sendable {
        /// The key of a user code's record.
        case userCode = "user-code"
        /// The proof that a page was shown to the browser that answers it.
        case confirmation = "confirmation"
        /// The proof that a record was written by a holder of the secret.
        case record = "record"
    }
}

extension StateSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of secret, nothing of it.
    public var description: String { "StateSecret (redacted)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
