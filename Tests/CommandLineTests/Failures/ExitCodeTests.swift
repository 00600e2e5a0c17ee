import Testing

@testable import Bridge
@testable import Configuration
@testable import CredentialProofs
@testable import Cryptography
@testable import CustomTokenBridge
@testable import CustomTokens
@testable import Failures
@testable import FirebaseSessions
@testable import GoogleCloud
@testable import HTTPServer
@testable import JOSE
@testable import KeyRings
@testable import Logins
@testable import OAuthClient
@testable import Operations
@testable import Providers
@testable import StrictJSON

@Suite("How a command ends, for every error of every module")
struct ExitCodeTests {
    /// Which codes of a module end a command in which way.
    typealias Table<Code> = KeyValuePairs<ExitCode, [Code]>

    private static let credential: Table<CredentialError.Code> = [
        .refused: [
            .credentialTypeNotAccepted, .credentialInvalid, .credentialExpired, .audienceMismatch, .audienceUnprovable,
            .nonceMismatch, .nonceRequired, .subjectMismatch,
        ],
        .configuration: [.providerUnknown, .providerMisconfigured], .provider: [.providerAnswerInvalid],
        .temporary: [.providerUnavailable], .denied: [.accessDenied],
        .failure: [.refreshTokenNotKept, .cancelled, .cryptographyFailed],
    ]

    private static let firebase: Table<FirebaseSessionError.Code> = [
        .configuration: [
            .apiKeyInvalid, .projectInvalid, .endpointNotAllowed, .emulatorMismatch, .projectMisconfigured,
        ],
        .refused: [
            .customTokenInvalid, .projectMismatch, .tenantMismatch, .userRefused, .refusedByFirebase, .sessionEnded,
            .idTokenInvalid, .idTokenOfAnother, .sessionUnknown,
        ],
        .provider: [.firebaseAnswerInvalid],
        .temporary: [
            .firebaseUnavailable, .clockNotSet, .sessionBusy, .idTokenExpired, .idTokenNotYetValid,
        ],
        .usage: [.accountNameInvalid, .sessionAmbiguous],
        .failure: [.sessionDamaged, .sessionFolderUnusable, .sessionNotKept, .cancelled],
    ]

    private static let server: Table<HTTPServerError.Code> = [
        .configuration: [.networkInvalid, .certificateUnusable],
        .failure: [.libraryUnavailable, .listenFailed, .startFailed],
    ]

    private static let operations: Table<OperationsError.Code> = [
        .configuration: [.logUnwritable], .failure: [.auditBroken, .systemFailed],
    ]

    private static let bridge: Table<BridgeError.Code> = [
        .configuration: [.claimTemplateInvalid], .usage: [.requestInvalid],
        .refused: [
            .userIDInvalid, .claimsTooLarge, .clientInvalid, .clientNotAllowed, .providerNotAllowed, .grantInvalid,
            .grantNotSupported, .userCodeInvalid, .redirectURIInvalid, .stateInvalid, .targetInvalid,
            .credentialReplayed, .userIDNotAllowed, .claimNotAllowed, .tenantNotAllowed, .lifetimeInvalid,
        ],
        .denied: [.accessDenied, .deviceCodeExpired],
        .temporary: [.authorizationPending, .slowDown, .rateLimited, .storeUnavailable, .clientKeysUnavailable],
        .failure: [.storedRecordInvalid, .cryptographyFailed],
    ]

    private static let provider: Table<ProviderError.Code> = [
        .configuration: [
            .providerUnknown, .providerNotSupported, .placeholderMissing, .placeholderUnknown, .placeholderInvalid,
            .audienceMissing, .endpointMissing, .endpointInvalid, .clientAuthenticationMissing,
            .audienceCheckUnavailable, .optionNotApplicable, .memberPathInvalid, .prefixInvalid,
            .scopeNotPreconfigured, .reservedParameter, .parameterInvalid, .parameterMissing, .deviceFlowUnavailable,
        ],
        .refused: [.subjectMissing, .subjectInvalid, .uidInvalid, .credentialTypeNotAccepted],
        .failure: [.cryptographyFailed],
    ]

    private static let client: Table<OAuthClientError.Code> = [
        .temporary: [.providerUnavailable], .provider: [.answerMalformed, .answerTooLarge, .issuerMismatch],
        .refused: [.refusedByProvider, .stateMismatch, .tokenInactive, .audienceMismatch, .audienceUnprovable],
        .configuration: [
            .addressNotAllowed, .requestNotAllowed, .transportNotUsable, .keySetUnusable, .parameterInvalid,
            .reservedParameter, .scopeNotPreconfigured, .clientMisconfigured,
        ],
        .failure: [.cancelled, .cryptographyFailed],
    ]

    private static let token: Table<CustomTokenError.Code> = [
        .usage: [
            .uidInvalid, .claimsInvalid, .claimReserved, .claimOverwritten, .claimsTooLarge, .lifetimeInvalid,
            .issuedAtInvalid, .tenantInvalid,
        ],
        .configuration: [
            .fileUnreadable, .environmentUnusable, .serviceAccountMalformed, .serviceAccountWrongKind,
            .serviceAccountIncomplete, .emailInvalid, .keyUnavailable, .keyFolderAmbiguous, .emulatorHostInvalid,
            .signerRefused,
        ],
        .temporary: [.clockNotSet, .signerUnavailable], .failure: [.signingFailed, .fileUnwritable],
    ]

    private static let cryptography: Table<CryptographyError.Code> = [
        .configuration: [
            .keyEmpty, .keyNotText, .keyMarkersMissing, .keyTruncated, .keyDamaged, .keyAmbiguous, .keyEncrypted,
            .keyIsPublic, .keyIsCertificate, .keyIsPrivate, .keyKindNotSupported, .keyWeak, .keyProbeFailed,
            .certificateMalformed, .secretTooShort, .passphraseWrong, .encryptionNotSupported,
        ],
        .failure: [.libraryFailed],
    ]

    private static let ring: Table<KeyRingError.Code> = [
        .usage: [.keyUnknown, .accountUnknown], .temporary: [.tooEarly, .ringLocked, .clockContradicts],
        .configuration: [
            .noActiveKey, .accountForeign, .projectForeign, .certificateUnusable, .keyUnusable, .ringDamaged,
            .folderUnusable, .ringReadOnly, .secretUnusable,
        ],
        .failure: [
            .keyExists, .stateForbids, .fileInTheWay, .fileUnwritable, .fileUndeletable, .auditFailed, .rotationStep,
        ],
    ]

    private static let jose: Table<JOSEError.Code> = [
        .refused: [
            .base64URLMalformed, .notCompactJWS, .tokenEmpty, .tokenTooLarge, .tokenEncrypted, .jsonSerialization,
            .signatureMissing, .headerInvalid, .criticalHeaderNotUnderstood, .algorithmNone, .algorithmNotAllowed,
            .typeMismatch, .keyNotFound, .keyAmbiguous, .signatureInvalid, .claimsMalformed, .claimMissing,
            .claimInvalid, .issuerMismatch, .audienceMismatch, .tokenExpired, .tokenNotYetValid,
        ],
        .configuration: [.keyUnusable, .keySetInvalid, .leewayInvalid], .temporary: [.clockUnavailable],
    ]

    /// Holds every code of a module to its table, with all that leaves the product.
    private func check<Code: CaseIterable & Hashable & RawRepresentable<String>>(
        _ table: Table<Code>, _ error: (Code) -> any Error, message: String = "reason"
    ) {
        let listed = table.flatMap(\.value)
        #expect(Set(listed) == Set(Code.allCases) && listed.count == Code.allCases.count)
        for (exitCode, codes) in table {
            for code in codes {
                let failure = Failure(error(code))
                #expect(failure.exitCode == exitCode, "\(code)")
                #expect(failure.code == code.rawValue)
                #expect(failure.message == message)
                checkHint(failure)
            }
        }
    }

    /// A hint that is there helps: it is one line of some words, and does not say the message again.
    private func checkHint(_ failure: Failure) {
        guard let hint = failure.hint else { return }
        #expect(hint.split(separator: " ").count > 2, "\(failure.code): \(hint)")
        #expect(!hint.contains("\n") && hint.last != "." && hint.first?.isUppercase != true || hint.hasPrefix("ID "))
        #expect(hint != failure.message)
    }

    @Test("errors of credentials")
    func credentials() {
        check(Self.credential) { CredentialError($0, "reason") }
        check(Self.bridge) { BridgeError($0, "reason") }
        check(Self.jose) { JOSEError($0, "reason") }
    }

    @Test("errors of Firebase sessions, with their cures as hints")
    func firebaseSessions() {
        check(Self.firebase) { FirebaseSessionError($0, "reason", cure: "sign in again") }
        #expect(Failure(FirebaseSessionError(.sessionEnded, "reason", cure: "sign in again")).hint == "sign in again")
    }

    @Test("errors of the server")
    func servers() {
        check(Self.server) { HTTPServerError($0, "reason") }
        check(Self.operations) { OperationsError($0, "reason") }
    }

    @Test("errors of providers")
    func providers() {
        check(Self.provider) { ProviderError($0, "reason") }
        check(Self.client) { OAuthClientError($0, "reason") }
    }

    @Test("errors of keys and custom tokens")
    func keys() {
        check(Self.ring) { KeyRingError($0, "reason") }
        check(Self.token) { CustomTokenError($0, "reason") }
        check(Self.cryptography) { CryptographyError($0, "reason") }
        for code in CryptographyError.Code.allCases {
            let failure = Failure(CustomTokenError("the key", unusable: CryptographyError(code, "reason")))
            #expect(failure.code == "KEY_UNAVAILABLE" && failure.exitCode == .configuration)
            #expect(failure.message == "the key cannot be used: reason")
            #expect(failure.hint == code.hint)
        }
    }

    @Test("errors of configurations and of JSON are the configuration's")
    func configuration() {
        let fault = ConfigurationFault(place: .wholeFile("bridge.json"), path: "", message: "reason", hint: "a cure")
        check(
            [.configuration: ConfigurationError.Code.allCases], { ConfigurationError(code: $0, faults: [fault]) },
            message: "bridge.json: reason (a cure)")
        for code in JSONError.Code.allCases {
            let failure = Failure(JSONError(code, line: 3, column: 4))
            #expect(failure.exitCode == .configuration && failure.code == code.rawValue)
            #expect(failure.message == "\(code.sentence) at line 3, column 4")
        }
    }

    @Test(
        "what a provider's refusal means decides, where there is one",
        arguments: [
            ("access_denied", .denied), ("authorization_declined", .denied), ("invalid_client", .configuration),
            ("redirect_uri_mismatch", .configuration), ("invalid_grant", .refused), ("teapot", .refused),
        ] as [(String, ExitCode)])
    func refusal(code: String, exitCode: ExitCode) {
        let error = OAuthClientError(.refusedByProvider, "reason", providerCode: code)
        #expect(Failure(error).exitCode == exitCode)
    }

    private static let faults: Table<ConnectionFault> = [
        .provider: [
            .certificateUntrusted, .certificateOfAnotherHost, .certificateOutOfTime, .certificateUnacceptable, .notTLS,
            .notHTTP,
        ],
        .configuration: [.authoritiesUnreadable, .plainHTTPElsewhere],
    ]

    @Test("a connection that somebody must put right first is not temporary, whoever asked for it, and has its cure")
    func connectionFaults() {
        let listed = Self.faults.flatMap(\.value)
        #expect(Set(listed) == Set(ConnectionFault.allCases) && listed.count == ConnectionFault.allCases.count)
        #expect(Set(listed.map(\.hint)).count == listed.count)
        for (exitCode, faults) in Self.faults {
            for fault in faults {
                let client = OAuthClientError(.providerUnavailable, "reason", connectionFault: fault)
                let errors: [any Error] = [
                    client, CredentialError(client, "p"), CredentialError(document: client, "p"), LoginError(client),
                    FirebaseSessionError(client),
                    GoogleCloudError(.unavailable, "reason", connectionFault: fault),
                ]
                for error in errors {
                    let failure = Failure(error)
                    #expect(failure.exitCode == exitCode && failure.hint == fault.hint, "\(error)")
                    checkHint(failure)
                }
                // Callers of the service are told no more than before.
                let told = Failure(CredentialError(client, "p"))
                #expect(told.code == "PROVIDER_UNAVAILABLE" && told.httpOutcome.status == 503)
                #expect(told.publicMessage == "the provider cannot be reached or is out of order for now")
            }
        }
    }

    @Test("an error that nobody foresaw is a failure, and says nothing of itself")
    func unforeseen() {
        struct Odd: Error {}
        let failure = Failure(Odd())
        #expect(failure.code == "INTERNAL" && failure.exitCode == .failure && failure.hint == nil)
        #expect(!failure.message.contains("Odd"))
    }

    @Test("the numbers are those of the documentation")
    func numbers() {
        #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 75])
    }

    @Test("a failure goes through unchanged")
    func unchanged() {
        let failure = Failure(Failure(code: "A", message: "b", hint: "c", exitCode: .denied))
        #expect(failure.code == "A" && failure.message == "b" && failure.hint == "c" && failure.exitCode == .denied)
    }
}
