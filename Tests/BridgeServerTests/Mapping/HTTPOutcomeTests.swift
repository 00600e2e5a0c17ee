import Testing

@testable import Bridge
@testable import BridgeServer
@testable import Configuration
@testable import CredentialProofs
@testable import Cryptography
@testable import CustomTokens
@testable import Failures
@testable import HTTPServer
@testable import JOSE
@testable import OAuthClient
@testable import Operations
@testable import Providers
@testable import StrictJSON

@Suite("How the service answers, for every error of every module")
struct HTTPOutcomeTests {
    /// Which codes of a module are answered with which status and `error`.
    typealias Table<Code> = [(status: Int, error: String, codes: [Code])]

    private static let bridge: Table<BridgeError.Code> = [
        (401, "invalid_client", [.clientInvalid]),
        (400, "unauthorized_client", [.clientNotAllowed, .providerNotAllowed]),
        (400, "invalid_grant", [.grantInvalid]), (400, "unsupported_grant_type", [.grantNotSupported]),
        (400, "authorization_pending", [.authorizationPending]), (400, "slow_down", [.slowDown]),
        (400, "access_denied", [.accessDenied]), (400, "expired_token", [.deviceCodeExpired]),
        (400, "invalid_target", [.targetInvalid]),
        (
            400, "invalid_request",
            [
                .requestInvalid, .userCodeInvalid, .redirectURIInvalid, .stateInvalid, .credentialReplayed,
                .userIDInvalid, .claimsTooLarge, .userIDNotAllowed, .claimNotAllowed, .tenantNotAllowed,
                .lifetimeInvalid,
            ]
        ),
        (429, "temporarily_unavailable", [.rateLimited]),
        (503, "temporarily_unavailable", [.storeUnavailable, .clientKeysUnavailable]),
        (500, "server_error", [.claimTemplateInvalid, .storedRecordInvalid, .cryptographyFailed]),
    ]

    private static let credential: Table<CredentialError.Code> = [
        (
            400, "invalid_request",
            [
                .credentialTypeNotAccepted, .credentialInvalid, .credentialExpired, .audienceMismatch,
                .audienceUnprovable, .nonceMismatch, .nonceRequired, .subjectMismatch, .providerUnknown, .accessDenied,
            ]
        ),
        (503, "temporarily_unavailable", [.providerUnavailable, .cancelled]),
        (502, "server_error", [.providerAnswerInvalid]),
        (500, "server_error", [.providerMisconfigured, .refreshTokenNotKept, .cryptographyFailed]),
    ]

    private static let token: Table<CustomTokenError.Code> = [
        (
            400, "invalid_request",
            [
                .uidInvalid, .claimsInvalid, .claimReserved, .claimOverwritten, .claimsTooLarge, .lifetimeInvalid,
                .issuedAtInvalid, .tenantInvalid,
            ]
        ),
        (503, "temporarily_unavailable", [.keyUnavailable, .clockNotSet, .signerUnavailable]),
        (
            500, "server_error",
            [
                .fileUnreadable, .fileUnwritable, .environmentUnusable, .serviceAccountMalformed,
                .serviceAccountWrongKind, .serviceAccountIncomplete, .emailInvalid, .keyFolderAmbiguous,
                .emulatorHostInvalid, .signingFailed, .signerRefused,
            ]
        ),
    ]

    private static let client: Table<OAuthClientError.Code> = [
        (503, "temporarily_unavailable", [.providerUnavailable, .cancelled]),
        (
            502, "server_error",
            [
                .answerMalformed, .answerTooLarge, .issuerMismatch, .refusedByProvider, .stateMismatch, .tokenInactive,
                .audienceMismatch, .audienceUnprovable, .addressNotAllowed, .requestNotAllowed, .transportNotUsable,
                .keySetUnusable, .parameterInvalid, .reservedParameter, .scopeNotPreconfigured, .clientMisconfigured,
                .cryptographyFailed,
            ]
        ),
    ]

    /// Holds every code of a module to its table, and to what each answer must have whatever it says.
    private func check<Code: CaseIterable & Hashable & RawRepresentable<String>>(
        _ table: Table<Code>, _ error: (Code) -> any Error
    ) throws {
        let listed = table.flatMap(\.codes)
        #expect(Set(listed) == Set(Code.allCases) && listed.count == Code.allCases.count)
        let id = try RequestID(random: SecureRandom())
        for row in table {
            for code in row.codes {
                let failure = Failure(error(code))
                #expect(failure.httpOutcome.status == row.status && failure.httpOutcome.error == row.error, "\(code)")
                let answer = ErrorAnswer(failure: failure, requestID: id)
                checkOAuth(Answer(response: answer.oauth), row.status, row.error, code.rawValue)
                checkProblem(Answer(response: answer.problem), row.status, row.error, code.rawValue)
            }
        }
    }

    private func checkOAuth(_ answer: Answer, _ status: Int, _ error: String, _ code: String) {
        #expect(answer.status == status && answer.error == error && answer.code == code)
        #expect(answer["Content-Type"] == "application/json" && answer["Cache-Control"] == "no-store")
        #expect(answer["Pragma"] == "no-cache")
        #expect((answer["WWW-Authenticate"] != nil) == (status == 401))
        #expect((answer["Retry-After"] != nil) == [429, 503].contains(status))
        #expect(answer.json.names == ["error", "error_description", "error_code"])
    }

    private func checkProblem(_ answer: Answer, _ status: Int, _ error: String, _ code: String) {
        #expect(answer.status == status && answer.code == code && answer.error == nil)
        #expect(answer["Content-Type"] == "application/problem+json")
        #expect(answer.json["status"]?.integer == Int64(status))
        #expect((answer["Retry-After"] != nil) == [429, 503].contains(status))
        #expect(answer.json.names == ["type", "title", "status", "detail", "instance", "error_code"])
        #expect(answer.member("title") != "Internal Server Error" || status == 500)
    }

    @Test("errors of the use cases and of credentials (ERR-01, ERR-02, 8693-05)")
    func credentials() throws {
        try check(Self.bridge) { BridgeError($0, "reason") }
        try check(Self.credential) { CredentialError($0, "reason") }
    }

    @Test("errors of custom tokens")
    func tokens() throws {
        try check(Self.token) { CustomTokenError($0, "reason") }
        for code in CryptographyError.Code.allCases {
            let failure = Failure(CustomTokenError("the key", unusable: CryptographyError(code, "reason")))
            #expect(failure.httpOutcome.status == 503 && failure.httpOutcome.error == "temporarily_unavailable")
        }
    }

    @Test("errors of the way to a provider")
    func clients() throws {
        try check(Self.client) { OAuthClientError($0, "reason") }
    }

    @Test("errors of operation may pass: nothing is minted that cannot be noted")
    func operations() throws {
        try check([(503, "temporarily_unavailable", OperationsError.Code.allCases)]) { OperationsError($0, "reason") }
    }

    @Test("errors that belong to the start of the service are its own faults")
    func own() throws {
        try check([(500, "server_error", JOSEError.Code.allCases)]) { JOSEError($0, "reason") }
        try check([(500, "server_error", CryptographyError.Code.allCases)]) { CryptographyError($0, "reason") }
        try check([(500, "server_error", ProviderError.Code.allCases)]) { ProviderError($0, "reason") }
        try check([(500, "server_error", HTTPServerError.Code.allCases)]) { HTTPServerError($0, "reason") }
        try check([(500, "server_error", ConfigurationError.Code.allCases)]) {
            ConfigurationError(code: $0, faults: [])
        }
        for code in JSONError.Code.allCases {
            #expect(Failure(JSONError(code, line: 1, column: 1)).httpOutcome.status == 500)
        }
        struct Odd: Error {}
        #expect(Failure(Odd()).httpOutcome.error == "server_error")
    }

    @Test("what is our own fault, or a provider's words, strangers are not told")
    func publicMessages() throws {
        let secret = "canary /etc/token-bridge"
        let id = try RequestID(random: SecureRandom())
        for error in [
            OperationsError(.logUnwritable, secret), CryptographyError(.libraryFailed, secret),
            BridgeError(.cryptographyFailed, secret), CustomTokenError(.signingFailed, secret),
            CredentialError(.providerUnavailable, secret), CredentialError(.providerAnswerInvalid, secret),
            OAuthClientError(.refusedByProvider, secret), ProviderError(.endpointMissing, secret),
            JOSEError(.keySetInvalid, secret), BridgeError(.storeUnavailable, secret),
            CredentialError(.credentialInvalid, secret, providerCode: "canary_code"),
        ] as [any Error] {
            let answer = ErrorAnswer(failure: Failure(error), requestID: id)
            #expect(answer.failure.message.contains("canary"))
            for text in [
                answer.failure.publicMessage, Answer(response: answer.oauth).text,
                Answer(response: answer.problem).text,
            ] {
                #expect(!text.contains("canary"), "\(error): \(text)")
            }
        }
    }

    @Test("only the errors that RFC 6749, RFC 8628 and RFC 8693 know leave the service (6749-08)")
    func knownErrors() {
        let known: Set = [
            "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type",
            "invalid_scope", "authorization_pending", "slow_down", "access_denied", "expired_token", "invalid_target",
            "server_error", "temporarily_unavailable",
        ]
        let found =
            BridgeError.Code.allCases.map(\.httpOutcome.error) + CredentialError.Code.allCases.map(\.httpOutcome.error)
            + CustomTokenError.Code.allCases.map(\.httpOutcome.error)
        #expect(Set(found).subtracting(known) == [])
    }
}
