public import CredentialProofs

/// The error codes of authorization responses (RFC 6749, section 4.1.2.1).
public enum AuthorizationErrorCode: String, Sendable, CaseIterable {
    /// The request lacks something, or has it twice or malformed.
    case invalidRequest = "invalid_request"
    /// The app is not registered for this.
    case unauthorizedClient = "unauthorized_client"
    /// The person or we said no.
    case accessDenied = "access_denied"
    /// There are codes here, nothing else.
    case unsupportedResponseType = "unsupported_response_type"
    /// Something failed that should not.
    case serverError = "server_error"
    /// Something is out of order for now.
    case temporarilyUnavailable = "temporarily_unavailable"

    /// What an error of ours is to an app.
    ///
    /// - Parameter code: The error's code.
    public init(_ code: BridgeError.Code) {
        self =
            switch code {
            case .requestInvalid, .targetInvalid, .clientInvalid, .redirectURIInvalid, .stateInvalid, .userCodeInvalid,
                .grantInvalid, .deviceCodeExpired:
                .invalidRequest
            case .clientNotAllowed, .providerNotAllowed: .unauthorizedClient
            case .grantNotSupported: .unsupportedResponseType
            case .accessDenied, .userIDInvalid, .claimsTooLarge, .credentialReplayed, .userIDNotAllowed,
                .claimNotAllowed, .tenantNotAllowed, .lifetimeInvalid:
                .accessDenied
            case .authorizationPending, .slowDown, .rateLimited, .storeUnavailable, .clientKeysUnavailable:
                .temporarilyUnavailable
            case .claimTemplateInvalid, .storedRecordInvalid, .cryptographyFailed: .serverError
            }
    }

    /// What a sign-in that proved nothing is to an app.
    ///
    /// - Parameter code: Why it proved nothing.
    public init(_ code: CredentialError.Code) {
        self =
            switch code {
            case .accessDenied, .credentialTypeNotAccepted, .credentialInvalid, .credentialExpired, .audienceMismatch,
                .audienceUnprovable, .nonceMismatch, .nonceRequired, .subjectMismatch:
                .accessDenied
            case .providerUnavailable, .cancelled: .temporarilyUnavailable
            case .providerUnknown, .providerAnswerInvalid, .providerMisconfigured, .refreshTokenNotKept,
                .cryptographyFailed:
                .serverError
            }
    }

    /// What an app is told of a failure at a provider, whose own words stay here.
    var sentence: String {
        switch self {
        case .invalidRequest: "the request is not one that can be answered"
        case .unauthorizedClient: "the client may not do this"
        case .accessDenied: "the sign-in at the provider was denied, or proved nothing"
        case .unsupportedResponseType: "only codes are issued"
        case .serverError: "the sign-in at the provider failed"
        case .temporarilyUnavailable: "the provider is out of order for now"
        }
    }
}
