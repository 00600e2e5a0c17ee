public import OAuthClient

/// Why something asked of Google Cloud was not had.
///
/// Two errors are equal when their codes are. The reason and the hint never hold a credential.
public struct GoogleCloudError: Error, Sendable {
    /// The stable name of a refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// An address is not Google's, nor one of this machine.
        case addressNotAllowed = "GOOGLE_ADDRESS_NOT_ALLOWED"
        /// There is no credential in any of the usual places.
        case credentialsNotFound = "GOOGLE_CREDENTIALS_NOT_FOUND"
        /// The file of a credential cannot be read, or is not what it should be.
        case credentialFileUnusable = "GOOGLE_CREDENTIAL_FILE_UNUSABLE"
        /// A credential is of a kind that is not used here.
        case credentialKindNotSupported = "GOOGLE_CREDENTIAL_KIND_NOT_SUPPORTED"
        /// Google does not take a credential.
        case credentialRefused = "GOOGLE_CREDENTIAL_REFUSED"
        /// What answers as the metadata server is none.
        case metadataServerNotTrusted = "METADATA_SERVER_NOT_TRUSTED"
        /// The caller may not do this.
        case permissionDenied = "GOOGLE_PERMISSION_DENIED"
        /// An API is not switched on in the project.
        case apiDisabled = "GOOGLE_API_DISABLED"
        /// There is no such service account.
        case accountNotFound = "SERVICE_ACCOUNT_NOT_FOUND"
        /// The account has no such key.
        case keyNotFound = "IAM_KEY_NOT_FOUND"
        /// The account has as many keys as it may have.
        case keyLimitReached = "IAM_KEY_LIMIT_REACHED"
        /// A policy of the organization forbids it.
        case policyForbids = "ORGANIZATION_POLICY_FORBIDS"
        /// A key is not published in time, or another is under its identifier.
        case keyNotPublished = "IAM_KEY_NOT_PUBLISHED"
        /// A value for a request is malformed.
        case parameterInvalid = "GOOGLE_PARAMETER_INVALID"
        /// Google refused the request for another reason.
        case requestRefused = "GOOGLE_REQUEST_REFUSED"
        /// Google asks for fewer requests.
        case quotaExhausted = "GOOGLE_QUOTA_EXHAUSTED"
        /// Google cannot be reached or is out of order.
        case unavailable = "GOOGLE_UNAVAILABLE"
        /// Google answered what its documents do not allow.
        case answerMalformed = "GOOGLE_ANSWER_MALFORMED"
        /// A signature made far away is not right.
        case signatureWrong = "REMOTE_SIGNATURE_WRONG"
        /// The wait was given up by its caller.
        case cancelled = "GOOGLE_REQUEST_CANCELLED"
        /// Randomness, the time, a hash or a signature could not be had.
        case cryptographyFailed = "GOOGLE_CRYPTOGRAPHY_FAILED"
    }

    /// The stable name of the refusal.
    public let code: Code
    /// What exactly is wrong, for a person.
    public let reason: String
    /// What to do about it; nil where the reason says it all.
    public let hint: String?
    /// The seconds to wait before another attempt, where Google asked for some.
    public let retryAfterSeconds: Int?
    /// What must be changed before Google can be reached; nil where it may be by itself.
    public let connectionFault: ConnectionFault?

    init(
        _ code: Code, _ reason: String, hint: String? = nil, retryAfterSeconds: Int? = nil,
        connectionFault: ConnectionFault? = nil
    ) {
        self.code = code
        self.reason = reason
        self.hint = hint
        self.retryAfterSeconds = retryAfterSeconds
        self.connectionFault = connectionFault
    }
}

extension GoogleCloudError {
    /// The same error with another hint, of whoever knows better what can be done here.
    ///
    /// - Parameter hint: What to do.
    /// - Returns: The error.
    public func hinting(_ hint: String) -> GoogleCloudError {
        GoogleCloudError(
            code, reason, hint: hint, retryAfterSeconds: retryAfterSeconds, connectionFault: connectionFault)
    }
}

extension GoogleCloudError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (left: GoogleCloudError, right: GoogleCloudError) -> Bool {
        left.code == right.code
    }
}

extension GoogleCloudError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}

extension GoogleCloudError.Code {
    /// Whether the same request may succeed later, as it is.
    public var isTemporary: Bool {
        switch self {
        case .quotaExhausted, .unavailable, .cancelled: true
        case .addressNotAllowed, .credentialsNotFound, .credentialFileUnusable, .credentialKindNotSupported,
            .credentialRefused, .metadataServerNotTrusted, .permissionDenied, .apiDisabled, .accountNotFound,
            .keyNotFound, .keyLimitReached, .policyForbids, .keyNotPublished, .parameterInvalid, .requestRefused,
            .answerMalformed, .signatureWrong, .cryptographyFailed:
            false
        }
    }
}
