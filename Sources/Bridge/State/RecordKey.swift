public import Cryptography

/// The key of a record: its kind, and the hash of what whoever wants it must show.
///
/// A store never holds a code, state or token: who reads it, can use nothing of it.
public struct RecordKey: Sendable, Hashable {
    /// What a record is about.
    ///
    /// The raw values are on disk: they never change.
    public enum Kind: Int, Sendable, CaseIterable {
        /// A sign-in at a provider that a browser has begun, by its state.
        case signIn = 1
        /// A device session, by its device code.
        case deviceSession = 2
        /// Which device session a user code belongs to.
        case userCode = 3
        /// An authorization code of ours.
        case authorizationCode = 4
        /// The mark of an ID token or assertion that was used (PRV-12).
        case replayMark = 5
        /// A count of failures.
        case failureCount = 6
        /// A browser's session on the verification pages, by its cookie.
        case browserSession = 7
    }

    /// What the record is about.
    public let kind: Kind
    /// The hash.
    public let digest: SHA256Digest

    /// Makes a key.
    ///
    /// - Parameters:
    ///   - kind: What the record is about.
    ///   - digest: The hash of what whoever wants it must show.
    public init(_ kind: Kind, digest: SHA256Digest) {
        self.kind = kind
        self.digest = digest
    }

    /// Makes a key of a text.
    ///
    /// - Parameters:
    ///   - kind: What the record is about.
    ///   - text: What whoever wants it must show.
    /// - Throws: `BridgeError` with code `cryptographyFailed`.
    public init(_ kind: Kind, hashing text: String) throws(BridgeError) {
        do {
            self.init(kind, digest: try SHA256Digest(of: [UInt8](text.utf8)))
        } catch {
            throw BridgeError(.cryptographyFailed, error.reason)
        }
    }
}
