import Cryptography
import JOSE
package import OAuthClient
import Providers

extension CredentialError {
    /// What a refusal of a token means for its credential.
    init(_ error: JOSEError, _ subject: String) {
        self.init(Code(error.code), "\(subject): \(error.reason)")
    }

    /// What a failure at a provider means for a credential that was given to it.
    init(_ error: OAuthClientError, _ subject: String) {
        self.init(
            Code(error), "\(subject): \(error.reason)", providerCode: error.providerCode,
            retryAfterSeconds: error.retryAfterSeconds, connectionFault: error.connectionFault)
    }

    /// What is wrong with an authorization response that was held against its request.
    package init(ofResponse error: OAuthClientError, _ subject: String) {
        guard error.code == .issuerMismatch else {
            self.init(error, subject)
            return
        }
        // Another server than the asked one answered: the fault is the response's, not the configuration's.
        self.init(.credentialInvalid, "\(subject): \(error.reason)")
    }

    /// What an unusable configuration or answer means for a credential.
    init(_ error: ProviderError, _ subject: String) {
        self.init(Code(error.code), "\(subject): \(error.reason)")
    }

    /// What a failure of the library means for a credential.
    init(_ error: CryptographyError, _ subject: String) {
        self.init(.cryptographyFailed, "\(subject): \(error.reason)")
    }
}

extension ConfiguredProvider {
    /// Runs something that this provider's configuration or answers may make impossible.
    func attempt<Result>(
        _ subject: String = "the configuration", _ body: () throws(ProviderError) -> Result
    ) throws(CredentialError) -> Result {
        do throws(ProviderError) {
            return try body()
        } catch {
            throw CredentialError(error, "\(id): \(subject)")
        }
    }
}

extension CredentialError.Code {
    init(_ code: JOSEError.Code) {
        self =
            switch code {
            case .base64URLMalformed, .notCompactJWS, .tokenEmpty, .tokenTooLarge, .tokenEncrypted, .jsonSerialization,
                .signatureMissing, .headerInvalid, .criticalHeaderNotUnderstood, .algorithmNone, .algorithmNotAllowed,
                .typeMismatch, .keyNotFound, .keyAmbiguous, .keyUnusable, .keySetInvalid, .signatureInvalid,
                .claimsMalformed, .claimMissing, .claimInvalid, .issuerMismatch, .tokenNotYetValid, .leewayInvalid:
                .credentialInvalid
            case .audienceMismatch: .audienceMismatch
            case .tokenExpired: .credentialExpired
            case .clockUnavailable: .cryptographyFailed
            }
    }

    init(_ error: OAuthClientError) {
        self =
            switch error.code {
            case .providerUnavailable: .providerUnavailable
            case .refusedByProvider:
                switch error.refusal {
                case .clientRejected?: .providerMisconfigured
                case .denied?: .accessDenied
                case .temporary?: .providerUnavailable
                case .grantInvalid?, .other?, nil: .credentialInvalid
                }
            case .answerMalformed, .answerTooLarge: .providerAnswerInvalid
            case .tokenInactive, .stateMismatch: .credentialInvalid
            case .audienceMismatch: .audienceMismatch
            case .audienceUnprovable: .audienceUnprovable
            case .addressNotAllowed, .requestNotAllowed, .transportNotUsable, .keySetUnusable, .parameterInvalid,
                .reservedParameter, .scopeNotPreconfigured, .clientMisconfigured, .issuerMismatch:
                .providerMisconfigured
            case .cancelled: .cancelled
            case .cryptographyFailed: .cryptographyFailed
            }
    }

    init(_ code: ProviderError.Code) {
        self =
            switch code {
            case .subjectMissing, .subjectInvalid, .uidInvalid: .credentialInvalid
            case .credentialTypeNotAccepted: .credentialTypeNotAccepted
            case .cryptographyFailed: .cryptographyFailed
            case .parameterMissing, .parameterInvalid, .reservedParameter: .credentialInvalid
            case .providerUnknown: .providerUnknown
            case .audienceCheckUnavailable: .audienceUnprovable
            case .providerNotSupported, .placeholderMissing, .placeholderUnknown, .placeholderInvalid,
                .audienceMissing, .endpointMissing, .endpointInvalid, .clientAuthenticationMissing,
                .optionNotApplicable, .memberPathInvalid, .prefixInvalid, .scopeNotPreconfigured,
                .deviceFlowUnavailable:
                .providerMisconfigured
            }
    }
}

extension CredentialError {
    /// The error of a registry that does not have a provider.
    ///
    /// - Parameter reason: Which, and what is there instead.
    /// - Returns: The error.
    package static func providerUnknown(_ reason: String) -> CredentialError {
        CredentialError(.providerUnknown, reason)
    }
}
