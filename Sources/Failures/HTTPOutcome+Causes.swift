import Bridge
import CredentialProofs
import Cryptography
import CustomTokens
import JOSE
import OAuthClient
import Operations
import Providers

extension HTTPOutcome {
    /// The outcome of an error of any module.
    init(_ error: any Error) {
        switch error {
        case let error as BridgeError: self = error.code.httpOutcome
        case let error as CredentialError: self = error.code.httpOutcome
        case let error as CustomTokenError: self = error.code.httpOutcome
        case let error as OAuthClientError: self = error.isTemporary ? .unavailable : .badGateway
        case is OperationsError: self = .unavailable
        // Keys, tokens and presets are read at the start; what goes wrong with them later is ours.
        default: self = .serverError
        }
    }
}

extension OAuthClientError {
    fileprivate var isTemporary: Bool { code == .providerUnavailable || code == .cancelled }
}

extension BridgeError.Code {
    /// How it leaves the service over HTTP.
    var httpOutcome: HTTPOutcome {
        switch self {
        case .clientInvalid: HTTPOutcome(401, "invalid_client")
        case .clientNotAllowed, .providerNotAllowed: .unauthorizedClient
        case .grantInvalid: .invalidGrant
        case .grantNotSupported: HTTPOutcome(400, "unsupported_grant_type")
        case .authorizationPending: HTTPOutcome(400, "authorization_pending")
        case .slowDown: HTTPOutcome(400, "slow_down")
        case .accessDenied: HTTPOutcome(400, "access_denied")
        case .deviceCodeExpired: HTTPOutcome(400, "expired_token")
        case .targetInvalid: HTTPOutcome(400, "invalid_target")
        case .requestInvalid, .userCodeInvalid, .redirectURIInvalid, .stateInvalid, .credentialReplayed,
            .userIDInvalid, .claimsTooLarge, .userIDNotAllowed, .claimNotAllowed, .tenantNotAllowed, .lifetimeInvalid:
            .invalidRequest
        case .rateLimited: HTTPOutcome(429, "temporarily_unavailable")
        case .storeUnavailable, .clientKeysUnavailable: .unavailable
        case .claimTemplateInvalid, .storedRecordInvalid, .cryptographyFailed: .serverError
        }
    }
}

extension CredentialError.Code {
    /// How it leaves the service over HTTP: an unacceptable subject token is `invalid_request` (RFC 8693, section
    /// 2.2.2).
    var httpOutcome: HTTPOutcome {
        switch self {
        case .credentialTypeNotAccepted, .credentialInvalid, .credentialExpired, .audienceMismatch,
            .audienceUnprovable, .nonceMismatch, .nonceRequired, .subjectMismatch, .providerUnknown, .accessDenied:
            .invalidRequest
        case .providerUnavailable, .cancelled: .unavailable
        case .providerAnswerInvalid: .badGateway
        case .providerMisconfigured, .refreshTokenNotKept, .cryptographyFailed: .serverError
        }
    }
}

extension CustomTokenError.Code {
    /// How it leaves the service over HTTP.
    var httpOutcome: HTTPOutcome {
        switch self {
        case .uidInvalid, .claimsInvalid, .claimReserved, .claimOverwritten, .claimsTooLarge, .lifetimeInvalid,
            .issuedAtInvalid, .tenantInvalid:
            .invalidRequest
        case .keyUnavailable, .clockNotSet, .signerUnavailable: .unavailable
        case .fileUnreadable, .fileUnwritable, .environmentUnusable, .serviceAccountMalformed,
            .serviceAccountWrongKind, .serviceAccountIncomplete, .emailInvalid, .keyFolderAmbiguous, .signerRefused,
            .emulatorHostInvalid, .signingFailed:
            .serverError
        }
    }
}
