import Bridge
import CredentialProofs
import GoogleCloud
import HTTPServer
import HardwareKeys
import OAuthClient
import Operations
import Providers

extension CredentialError.Code {
    /// How a command ends.
    var exitCode: ExitCode {
        switch self {
        case .credentialTypeNotAccepted, .credentialInvalid, .credentialExpired, .audienceMismatch,
            .audienceUnprovable, .nonceMismatch, .nonceRequired, .subjectMismatch:
            .refused
        case .providerUnknown, .providerMisconfigured: .configuration
        case .providerUnavailable: .temporary
        case .providerAnswerInvalid: .provider
        case .accessDenied: .denied
        case .refreshTokenNotKept, .cancelled, .cryptographyFailed: .failure
        }
    }
}

extension BridgeError.Code {
    /// How a command ends.
    var exitCode: ExitCode {
        switch self {
        case .claimTemplateInvalid: .configuration
        case .userIDInvalid, .claimsTooLarge, .clientInvalid, .clientNotAllowed, .providerNotAllowed, .grantInvalid,
            .grantNotSupported, .userCodeInvalid, .redirectURIInvalid, .stateInvalid, .targetInvalid,
            .credentialReplayed, .userIDNotAllowed, .claimNotAllowed, .tenantNotAllowed, .lifetimeInvalid:
            .refused
        case .requestInvalid: .usage
        case .accessDenied, .deviceCodeExpired: .denied
        case .authorizationPending, .slowDown, .rateLimited, .storeUnavailable, .clientKeysUnavailable: .temporary
        case .storedRecordInvalid, .cryptographyFailed: .failure
        }
    }
}

extension ProviderError.Code {
    /// How a command ends.
    var exitCode: ExitCode {
        switch self {
        case .providerUnknown, .providerNotSupported, .placeholderMissing, .placeholderUnknown, .placeholderInvalid,
            .audienceMissing, .endpointMissing, .endpointInvalid, .clientAuthenticationMissing,
            .audienceCheckUnavailable, .optionNotApplicable, .memberPathInvalid, .prefixInvalid,
            .scopeNotPreconfigured, .reservedParameter, .parameterInvalid, .parameterMissing, .deviceFlowUnavailable:
            .configuration
        case .subjectMissing, .subjectInvalid, .uidInvalid, .credentialTypeNotAccepted: .refused
        case .cryptographyFailed: .failure
        }
    }
}

extension OAuthClientError.Code {
    /// How a command ends.
    var exitCode: ExitCode {
        switch self {
        case .providerUnavailable: .temporary
        case .answerMalformed, .answerTooLarge, .issuerMismatch: .provider
        case .refusedByProvider, .stateMismatch, .tokenInactive, .audienceMismatch, .audienceUnprovable: .refused
        case .addressNotAllowed, .requestNotAllowed, .transportNotUsable, .keySetUnusable, .parameterInvalid,
            .reservedParameter, .scopeNotPreconfigured, .clientMisconfigured:
            .configuration
        case .cancelled, .cryptographyFailed: .failure
        }
    }
}

extension OAuthClientError {
    /// How a command ends: what a provider's refusal means counts, where there is one.
    var exitCode: ExitCode {
        switch refusal {
        case .denied?: .denied
        case .clientRejected?: .configuration
        case .grantInvalid?, .temporary?, .other?, nil: code.exitCode
        }
    }
}

extension HTTPServerError.Code {
    /// How a command ends.
    var exitCode: ExitCode {
        switch self {
        case .networkInvalid, .certificateUnusable: .configuration
        case .libraryUnavailable, .listenFailed, .startFailed: .failure
        }
    }
}

extension OperationsError.Code {
    /// How a command ends.
    var exitCode: ExitCode {
        switch self {
        case .logUnwritable: .configuration
        case .auditBroken, .systemFailed: .failure
        }
    }
}

extension GoogleCloudError.Code {
    /// How a command ends.
    var exitCode: ExitCode {
        switch self {
        case .quotaExhausted, .unavailable: .temporary
        case .credentialRefused: .refused
        case .answerMalformed, .metadataServerNotTrusted, .requestRefused, .keyNotPublished, .signatureWrong: .provider
        case .addressNotAllowed, .credentialsNotFound, .credentialFileUnusable, .credentialKindNotSupported,
            .permissionDenied, .apiDisabled, .accountNotFound, .keyNotFound, .keyLimitReached, .policyForbids,
            .parameterInvalid:
            .configuration
        case .cancelled, .cryptographyFailed: .failure
        }
    }
}

extension HardwareKeyError.Code {
    /// How a command ends.
    var exitCode: ExitCode {
        switch self {
        case .uriInvalid, .pinUnavailable, .moduleUnusable, .tokenNotFound, .pinRefused, .keyNotFound, .keyUnsuitable,
            .keyProbeFailed:
            .configuration
        case .tokenFailed: .failure
        case .busy: .temporary
        }
    }
}
