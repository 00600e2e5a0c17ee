import Cryptography
import JOSE
import StrictJSON

/// Makes the uid of Firebase out of the subjects of one provider: `prefix:subject`, or `prefix:` and a hash.
///
/// Two subjects never have one uid, and one subject always has the same. So that this holds, a subject that could be
/// taken for the hash of another one is hashed too. E-mail addresses have no part in it.
public struct UserIDMapping: Sendable {
    /// How uids look.
    public enum Style: String, Sendable, CaseIterable {
        /// The subject where its characters are safe, its hash otherwise.
        case readable
        /// The subject, also where it looks like a hash; a subject whose characters are not safe is refused.
        ///
        /// For providers that make up the subjects themselves, of safe characters.
        case readableOnly = "readable-only"
        /// The hash, for databases whose keys may not hold the characters of a subject.
        case hashed
    }

    /// The longest uid of Firebase, in bytes.
    static let maximumBytes = 128
    /// The longest prefix, which leaves room for a hash.
    public static let maximumPrefixBytes = 64

    /// What the uids of this provider begin with.
    public let prefix: String
    /// The issuer that goes into the hash.
    public let issuer: String
    /// How uids look.
    public let style: Style

    /// Makes a mapping.
    ///
    /// - Parameters:
    ///   - prefix: What the uids begin with, 1 to 64 characters of `A-Za-z0-9._-`; no other provider's.
    ///   - issuer: The issuer as configured, which is the same for every account of the provider.
    ///   - style: How uids look. Another style later gives every user another uid.
    /// - Throws: `ProviderError` with code `prefixInvalid`.
    public init(prefix: String, issuer: String, style: Style) throws(ProviderError) {
        guard 1...Self.maximumPrefixBytes ~= prefix.utf8.count,
            prefix.utf8.allSatisfy({ Self.isAlphanumeric($0) || "._-".utf8.contains($0) })
        else {
            throw ProviderError(
                .prefixInvalid,
                "the uid prefix \(prefix.quotedExcerpt) is not 1 to \(Self.maximumPrefixBytes) characters of A-Za-z0-9._-"
            )
        }
        // The null character ends the issuer in the hash.
        guard !issuer.utf8.contains(0) else {
            throw ProviderError(.prefixInvalid, "the issuer \(issuer.quotedExcerpt) has a null character")
        }
        self.prefix = prefix
        self.issuer = issuer
        self.style = style
    }

    /// The uid of an account.
    ///
    /// - Parameter subject: The account's subject.
    /// - Returns: The uid, at most 128 bytes of ASCII.
    /// - Throws: `ProviderError` with code `uidInvalid` where the style allows no uid for this subject.
    public func userID(for subject: SubjectID) throws(ProviderError) -> String {
        let plain = "\(prefix):\(subject.value)"
        let fits = plain.utf8.count <= Self.maximumBytes
        switch style {
        case .readable where fits && Self.isSafe(subject.value) && !Self.looksLikeHash(subject.value): return plain
        case .readable, .hashed: return "\(prefix):\(try hash(of: subject))"
        case .readableOnly:
            guard fits, subject.value.utf8.allSatisfy({ Self.isSafe($0) || $0 == UInt8(ascii: ":") }) else {
                throw ProviderError(
                    .uidInvalid, "the subject \(subject) has characters that this provider's subjects do not have")
            }
            return plain
        }
    }

    private func hash(of subject: SubjectID) throws(ProviderError) -> String {
        do {
            return Base64URL.encode(try SHA256Digest(of: Array(issuer.utf8) + [0] + Array(subject.value.utf8)).bytes)
        } catch {
            throw ProviderError(.uidInvalid, error.reason)
        }
    }

    /// Returns if no uid of one mapping can be a uid of another.
    ///
    /// Mappings of the same issuer may share a prefix: their accounts are the same.
    ///
    /// - Parameter mappings: The mappings of all configured providers.
    /// - Throws: `ProviderError` with code `prefixInvalid`.
    public static func requireDistinct(_ mappings: [UserIDMapping]) throws(ProviderError) {
        for (index, mapping) in mappings.enumerated() {
            let other = mappings[..<index].first { $0.prefix.hasSameBytes(as: mapping.prefix) }
            guard let other else { continue }
            guard other.issuer.hasSameBytes(as: mapping.issuer), other.style == mapping.style else {
                throw ProviderError(
                    .prefixInvalid, "two providers have the uid prefix \(mapping.prefix.quotedExcerpt)")
            }
        }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
    }

    private static func isSafe(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "._~|@{}-".utf8.contains(byte)
    }

    private static func isSafe(_ subject: String) -> Bool {
        subject.utf8.allSatisfy { isSafe($0) }
    }

    /// Whether a subject is 43 characters of base64url, as 32 bytes are.
    private static func looksLikeHash(_ subject: String) -> Bool {
        subject.utf8.count == 43 && subject.utf8.allSatisfy { isAlphanumeric($0) || "-_".utf8.contains($0) }
    }
}
