public import Cryptography

/// Why a custom token was not made.
///
/// Two errors are equal when their codes are. The reason never holds a key or a token.
public struct CustomTokenError: Error, Sendable {
    /// The stable name of a refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// The uid is empty, too long or has control characters.
        case uidInvalid = "UID_INVALID"
        /// The claims are no JSON object.
        case claimsInvalid = "CLAIMS_INVALID"
        /// A claim has a name that Google reserves.
        case claimReserved = "CLAIM_RESERVED"
        /// A claim has a name that Google overwrites in the ID token.
        case claimOverwritten = "CLAIM_OVERWRITTEN"
        /// The claims are too long.
        case claimsTooLarge = "CLAIMS_TOO_LARGE"
        /// The lifetime is not between one second and one hour.
        case lifetimeInvalid = "LIFETIME_INVALID"
        /// The time of issue is impossible.
        case issuedAtInvalid = "ISSUED_AT_INVALID"
        /// The tenant identifier is malformed.
        case tenantInvalid = "TENANT_INVALID"
        /// The clock shows a time before this software was made.
        case clockNotSet = "CLOCK_NOT_SET"
        /// The file cannot be read.
        case fileUnreadable = "FILE_UNREADABLE"
        /// A file cannot be written.
        case fileUnwritable = "FILE_UNWRITABLE"
        /// The environment variable that names the credentials is not set or not usable.
        case environmentUnusable = "ENVIRONMENT_UNUSABLE"
        /// The text is no JSON object.
        case serviceAccountMalformed = "SERVICE_ACCOUNT_MALFORMED"
        /// The JSON is of another kind than a service-account key.
        case serviceAccountWrongKind = "SERVICE_ACCOUNT_WRONG_KIND"
        /// A member of the service-account key is missing or of the wrong kind.
        case serviceAccountIncomplete = "SERVICE_ACCOUNT_INCOMPLETE"
        /// The account's e-mail address is malformed.
        case emailInvalid = "EMAIL_INVALID"
        /// The private key cannot be used; `keyCode` says why.
        case keyUnavailable = "KEY_UNAVAILABLE"
        /// The folder holds no key, or does not say which of several signs.
        case keyFolderAmbiguous = "KEY_FOLDER_AMBIGUOUS"
        /// Signing failed.
        case signingFailed = "SIGNING_FAILED"
        /// What signs, far away or in a token, cannot be reached for now.
        case signerUnavailable = "SIGNER_UNAVAILABLE"
        /// What signs, far away or in a token, refuses to.
        case signerRefused = "SIGNER_REFUSED"
        /// `FIREBASE_AUTH_EMULATOR_HOST` is malformed or names another machine.
        case emulatorHostInvalid = "EMULATOR_HOST_INVALID"
    }

    /// The stable name of the refusal.
    public let code: Code
    /// What exactly is wrong, for a person.
    public let reason: String
    /// Why the key cannot be used, where the code is `keyUnavailable`.
    public let keyCode: CryptographyError.Code?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The stable name.
    ///   - reason: What exactly is wrong; the caller must keep keys and tokens out of it.
    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
        keyCode = nil
    }

    private init(_ code: Code, _ reason: String, keyCode: CryptographyError.Code?) {
        self.code = code
        self.reason = reason
        self.keyCode = keyCode
    }

    /// The same error, with the place where it was met before its reason.
    func within(_ place: String) -> CustomTokenError {
        CustomTokenError(code, "\(place): \(reason)", keyCode: keyCode)
    }

    init(_ subject: String, unusable error: CryptographyError) {
        code = .keyUnavailable
        reason = "\(subject) cannot be used: \(error.reason)"
        keyCode = error.code
    }
}

extension CustomTokenError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (left: CustomTokenError, right: CustomTokenError) -> Bool {
        left.code == right.code && left.keyCode == right.keyCode
    }
}

extension CustomTokenError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}
