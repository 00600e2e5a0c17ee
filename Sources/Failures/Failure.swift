import Bridge
import Configuration
import CredentialProofs
import Cryptography
import CustomTokens
import FirebaseSessions
import GoogleCloud
import HTTPServer
import HardwareKeys
import JOSE
import KeyRings
import Logins
import OAuthClient
import Operations
import Providers
import QRCodes
import StrictJSON

/// An error as it leaves the product: a stable code, a sentence, the cure, and how a command ends.
///
/// The one place where errors of the modules become outcomes. It is total over their codes: a new code does not compile
/// without an outcome.
public struct Failure: Error, Sendable {
    /// The stable name.
    public let code: String
    /// What is wrong, in a sentence.
    public let message: String
    /// What to do about it.
    public let hint: String?
    /// How a command ends.
    public let exitCode: ExitCode
    /// How it leaves the service over HTTP.
    public private(set) var httpOutcome = HTTPOutcome.serverError
    /// What strangers are told: the message, without what a provider said in its own words.
    public private(set) var publicMessage: String
    /// After how many seconds it makes sense to try again; nil where that is not known or never.
    public private(set) var retryAfter: Int64?

    /// Whether the message quotes identifiers of keys and paths, and nothing from outside: a log takes no credential out
    /// of it, for an identifier looks like one.
    public private(set) var namesKeys = false

    /// Makes a failure of the command line's own.
    package init(code: String, message: String, hint: String?, exitCode: ExitCode) {
        self.code = code
        self.message = message
        self.hint = hint
        self.exitCode = exitCode
        publicMessage = message
    }

    /// The same, for a request whose authorization code the provider may have redeemed before it failed.
    public var withSpentCode: Failure {
        let more = "; the provider may have used the authorization code up: if it is refused next time, sign in again"
        var failure = Failure(code: code, message: message + more, hint: hint, exitCode: exitCode)
        failure.httpOutcome = httpOutcome
        failure.publicMessage = publicMessage + more
        failure.retryAfter = retryAfter
        return failure
    }

    /// Makes a failure whose cure, and with it the exit code, is another where a connection could not come about.
    private init(
        code: String, message: String, hint: String?, exitCode: ExitCode, _ connectionFault: ConnectionFault?
    ) {
        self.init(
            code: code, message: message, hint: connectionFault?.hint ?? hint,
            exitCode: connectionFault?.exitCode ?? exitCode)
    }

    /// Maps an error of any module.
    ///
    /// - Parameter error: The error.
    public init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as CustomTokenError:
            self.init(
                code: error.code.rawValue, message: error.reason,
                hint: error.keyCode.map(\.hint) ?? error.code.hint, exitCode: error.code.exitCode)
        case let error as CryptographyError:
            self.init(
                code: error.code.rawValue, message: error.reason, hint: error.code.hint, exitCode: error.code.exitCode)
        case let error as JOSEError:
            self.init(code: error.code.rawValue, message: error.reason, hint: nil, exitCode: error.code.exitCode)
        case let error as KeyRingError:
            self.init(
                code: error.code.rawValue, message: error.reason, hint: error.code.hint, exitCode: error.code.exitCode)
        case let error as CredentialError:
            self.init(
                code: error.code.rawValue, message: error.reason, hint: error.code.hint, exitCode: error.code.exitCode,
                error.connectionFault)
        case let error as BridgeError:
            self.init(
                code: error.code.rawValue, message: error.reason, hint: error.code.hint, exitCode: error.code.exitCode)
        case let error as ProviderError:
            self.init(
                code: error.code.rawValue, message: error.reason, hint: nil, exitCode: error.code.exitCode)
        case let error as OAuthClientError:
            self.init(
                code: error.code.rawValue, message: error.reason, hint: error.code.hint, exitCode: error.exitCode,
                error.connectionFault)
        case let error as GoogleCloudError:
            self.init(
                code: error.code.rawValue, message: error.reason, hint: error.hint, exitCode: error.code.exitCode,
                error.connectionFault)
        case let error as HardwareKeyError:
            self.init(
                code: error.code.rawValue, message: error.reason, hint: error.hint, exitCode: error.code.exitCode)
        case let error as LoginError:
            self.init(
                code: error.code.rawValue, message: error.reason, hint: error.cure ?? error.code.hint,
                exitCode: error.code.exitCode, error.connectionFault)
        case let error as QRCodeError:
            self.init(code: error.code.rawValue, message: error.reason, hint: nil, exitCode: .failure)
        case let error as HTTPServerError:
            self.init(code: error.code.rawValue, message: error.reason, hint: nil, exitCode: error.code.exitCode)
        case let error as OperationsError:
            self.init(code: error.code.rawValue, message: error.reason, hint: nil, exitCode: error.code.exitCode)
        case let error as FirebaseSessionError:
            self.init(
                code: error.code.rawValue, message: error.reason, hint: error.cure, exitCode: error.code.exitCode,
                error.connectionFault)
        case let error as ConfigurationError:
            self.init(
                code: error.code.rawValue, message: error.reason, hint: nil, exitCode: .configuration)
        case let error as JSONError:
            self.init(code: error.code.rawValue, message: error.description, hint: nil, exitCode: .configuration)
        default:
            self.init(
                code: "INTERNAL", message: "something failed that was not foreseen", hint: nil, exitCode: .failure)
        }
        guard !(error is Failure) else { return }
        namesKeys = error is KeyRingError
        httpOutcome = HTTPOutcome(error)
        publicMessage = Self.publicMessage(of: error) ?? message
        retryAfter =
            switch error {
            case let error as BridgeError: error.retryAfter
            case let error as CredentialError: error.retryAfterSeconds.map { Int64($0) }
            default: nil
            }
    }
}

extension Failure {
    /// What strangers are told of an error whose reason may quote a provider, or tells of our own inside; nil for others.
    fileprivate static func publicMessage(of error: any Error) -> String? {
        switch error {
        case let error as CredentialError where error.code == .providerUnavailable:
            "the provider cannot be reached or is out of order for now"
        case let error as CredentialError where error.code == .providerAnswerInvalid:
            "the provider answered what cannot be used"
        case let error as CredentialError where error.providerCode != nil: "the provider refused the credential"
        case is OAuthClientError: "the provider could not be asked"
        // Its reason names files and addresses of ours.
        case let error as BridgeError where error.code == .storeUnavailable:
            "the service cannot use its store for now"
        // Nobody has proven to be the client, so that there is one stays here as well.
        case let error as BridgeError where error.code == .clientKeysUnavailable:
            "the keys that the assertion is to be verified with cannot be had now"
        case is BridgeError, is CredentialError:
            HTTPOutcome(error).status >= 500 && !(error is BridgeError && HTTPOutcome(error).status == 503)
                ? "something of the service does not work" : nil
        default: HTTPOutcome(error).status >= 500 ? "something of the service does not work" : nil
        }
    }
}

extension CustomTokenError.Code {
    /// How a command ends.
    var exitCode: ExitCode {
        switch self {
        case .uidInvalid, .claimsInvalid, .claimReserved, .claimOverwritten, .claimsTooLarge, .lifetimeInvalid,
            .issuedAtInvalid, .tenantInvalid:
            .usage
        case .fileUnreadable, .environmentUnusable, .serviceAccountMalformed, .serviceAccountWrongKind,
            .serviceAccountIncomplete, .emailInvalid, .keyUnavailable, .keyFolderAmbiguous, .emulatorHostInvalid:
            .configuration
        case .clockNotSet, .signerUnavailable: .temporary
        case .signerRefused: .configuration
        case .signingFailed, .fileUnwritable: .failure
        }
    }
}

extension CryptographyError.Code {
    /// How a command ends.
    var exitCode: ExitCode {
        switch self {
        case .keyEmpty, .keyNotText, .keyMarkersMissing, .keyTruncated, .keyDamaged, .keyAmbiguous, .keyEncrypted,
            .keyIsPublic, .keyIsCertificate, .keyIsPrivate, .keyKindNotSupported, .keyWeak, .keyProbeFailed,
            .certificateMalformed, .secretTooShort, .passphraseWrong, .encryptionNotSupported:
            .configuration
        case .libraryFailed: .failure
        }
    }
}

extension JOSEError.Code {
    /// How a command ends.
    var exitCode: ExitCode {
        switch self {
        case .base64URLMalformed, .notCompactJWS, .tokenEmpty, .tokenTooLarge, .tokenEncrypted, .jsonSerialization,
            .signatureMissing, .headerInvalid, .criticalHeaderNotUnderstood, .algorithmNone, .algorithmNotAllowed,
            .typeMismatch, .keyNotFound, .keyAmbiguous, .signatureInvalid, .claimsMalformed, .claimMissing,
            .claimInvalid, .issuerMismatch, .audienceMismatch, .tokenExpired, .tokenNotYetValid:
            .refused
        case .keyUnusable, .keySetInvalid, .leewayInvalid: .configuration
        case .clockUnavailable: .temporary
        }
    }
}
