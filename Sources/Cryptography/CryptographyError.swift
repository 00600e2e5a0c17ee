/// Why a key, a certificate or a signature could not be had.
///
/// Two errors are equal when their codes are. Neither code nor reason ever holds key text.
public struct CryptographyError: Error, Sendable {
    /// The stable name of a refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// The key text is empty.
        case keyEmpty = "KEY_EMPTY"
        /// The key text is not UTF-8, or larger than any key.
        case keyNotText = "KEY_NOT_TEXT"
        /// There are no BEGIN and END lines.
        case keyMarkersMissing = "KEY_MARKERS_MISSING"
        /// The key text ends too early.
        case keyTruncated = "KEY_TRUNCATED"
        /// The key text has a character or a structure that no key has.
        case keyDamaged = "KEY_DAMAGED"
        /// There are several private keys.
        case keyAmbiguous = "KEY_AMBIGUOUS"
        /// The private key is encrypted.
        case keyEncrypted = "KEY_ENCRYPTED"
        /// The passphrase does not open the private key.
        case passphraseWrong = "KEY_PASSPHRASE_WRONG"
        /// The private key is encrypted by a cipher that OpenSSL has given up.
        case encryptionNotSupported = "KEY_ENCRYPTION_NOT_SUPPORTED"
        /// There is a public key where a private one is needed.
        case keyIsPublic = "KEY_IS_PUBLIC"
        /// There is a certificate where a private key is needed.
        case keyIsCertificate = "KEY_IS_CERTIFICATE"
        /// There is a private key where a public one is needed.
        case keyIsPrivate = "KEY_IS_PRIVATE"
        /// The key is of a kind that cannot be used here.
        case keyKindNotSupported = "KEY_KIND_NOT_SUPPORTED"
        /// The key is too short, too long or otherwise weak.
        case keyWeak = "KEY_WEAK"
        /// The two implementations do not agree about the key.
        case keyProbeFailed = "KEY_PROBE_FAILED"
        /// The certificate cannot be read.
        case certificateMalformed = "CERTIFICATE_MALFORMED"
        /// The secret for HMAC is shorter than its hash.
        case secretTooShort = "SECRET_TOO_SHORT"
        /// The cryptographic library failed where it should not.
        case libraryFailed = "CRYPTOGRAPHIC_LIBRARY_FAILED"
    }

    /// The stable name of the refusal.
    public let code: Code
    /// What exactly is wrong, for a person.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension CryptographyError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (left: CryptographyError, right: CryptographyError) -> Bool {
        left.code == right.code
    }
}

extension CryptographyError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}
