import Cryptography
import JOSE
import StrictJSON

/// The forms in which public keys are published.
public enum KeySetFormat: Sendable {
    /// A JSON Web Key Set (RFC 7517, section 5).
    case jwks
    /// An object that names PEM certificates by their key identifiers, as Google publishes them.
    case x509Map
}

/// A key set as it was published, ready for use.
struct PublishedKeySet: Sendable {
    /// The usable keys.
    let keys: VerificationKeySet
    /// The entries that were left out, each with its reason.
    let skipped: [String]
    /// All key identifiers, those of unusable keys too.
    private let keyIDs: [String]

    /// Reads a key set, entry by entry: an unusable one is left out and spoils nothing.
    ///
    /// - Throws: `OAuthClientError` with code `answerMalformed` where the text is no key set, or one without entries.
    init(parsing bytes: [UInt8], format: KeySetFormat) throws(OAuthClientError) {
        switch format {
        case .jwks: try self.init(keySet: Self.keySet(bytes))
        case .x509Map: try self.init(certificates: Self.object(bytes))
        }
        guard !keys.entries.isEmpty || !skipped.isEmpty else {
            throw OAuthClientError(.answerMalformed, "the key set is empty")
        }
    }

    private init(keySet: JSONWebKeySet) {
        keys = VerificationKeySet(keySet)
        keyIDs = keys.entries.compactMap(\.keyID) + keys.skippedKeys.compactMap(\.keyID)
        skipped = keys.skippedKeys.map { "\($0.keyID?.quotedExcerpt ?? "entry \($0.index)"): \($0.reason)" }
    }

    private init(certificates: JSONObject) throws(OAuthClientError) {
        guard certificates.members.count <= JSONWebKeySet.maximumKeys else {
            throw OAuthClientError(.answerMalformed, "the key set has more than \(JSONWebKeySet.maximumKeys) keys")
        }
        var entries: [VerificationKeySet.Entry] = []
        var skipped: [String] = []
        for member in certificates.members {
            guard case .string(let text) = member.value else {
                skipped.append("\(member.name.quotedExcerpt): it is \(member.value.kind), not a certificate")
                continue
            }
            do throws(CryptographyError) {
                let key = try PublicKey(parsing: [UInt8](text.utf8))
                entries.append(VerificationKeySet.Entry(keyID: member.name, algorithm: nil, key: key))
            } catch {
                skipped.append("\(member.name.quotedExcerpt): \(error.reason)")
            }
        }
        keys = VerificationKeySet(entries: entries)
        keyIDs = certificates.names
        self.skipped = skipped
    }

    /// Whether looking for newer keys would be idle: the key identifier is known, be its key usable or not; or there is
    /// none, and some key fits the algorithm.
    func covers(_ header: JOSEHeader) -> Bool {
        guard let keyID = header.keyID else {
            return keys.entries.contains { $0.algorithms.contains(header.algorithm) }
        }
        return keyIDs.contains { $0.hasSameBytes(as: keyID) }
    }

    private static func keySet(_ bytes: [UInt8]) throws(OAuthClientError) -> JSONWebKeySet {
        do {
            return try JSONWebKeySet(parsing: bytes, limits: .document)
        } catch {
            throw OAuthClientError(.answerMalformed, error.reason)
        }
    }

    private static func object(_ bytes: [UInt8]) throws(OAuthClientError) -> JSONObject {
        do {
            return try JSONObject(parsing: bytes, limits: .document)
        } catch {
            throw OAuthClientError(.answerMalformed, "the key set is unusable: \(error)")
        }
    }
}
