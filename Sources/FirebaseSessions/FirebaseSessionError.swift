import JOSE
public import OAuthClient

/// Why a Firebase session could not be begun, continued or kept.
///
/// Two errors are equal when their codes and Google's codes are. The reason quotes public values, never a token.
public struct FirebaseSessionError: Error, Sendable {
    /// The stable name of a refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// The web API key is malformed, unknown to Google or restricted.
        case apiKeyInvalid = "API_KEY_INVALID"
        /// The project's identifier is malformed.
        case projectInvalid = "PROJECT_INVALID"
        /// The address is none of Google's, and not on this machine.
        case endpointNotAllowed = "ENDPOINT_NOT_ALLOWED"
        /// The session and the environment do not agree whether the emulator is in use.
        case emulatorMismatch = "EMULATOR_MISMATCH"
        /// The text is no custom token, or Google refuses it as one.
        case customTokenInvalid = "CUSTOM_TOKEN_INVALID"
        /// A token is of another project, or its key is.
        case projectMismatch = "PROJECT_MISMATCH"
        /// A token is of another tenant, or the tenant cannot be used.
        case tenantMismatch = "TENANT_MISMATCH"
        /// The account cannot sign in.
        case userRefused = "USER_REFUSED"
        /// Firebase Authentication of the project is not set up for it.
        case projectMisconfigured = "PROJECT_MISCONFIGURED"
        /// Google refuses the request in words that are not known here.
        case refusedByFirebase = "REFUSED_BY_FIREBASE"
        /// The session is over: its refresh token is not accepted any more.
        case sessionEnded = "SESSION_ENDED"
        /// Firebase cannot be reached, or is out of order or overrun for now.
        case firebaseUnavailable = "FIREBASE_UNAVAILABLE"
        /// Firebase answered something that its interface does not allow.
        case firebaseAnswerInvalid = "FIREBASE_ANSWER_INVALID"
        /// The text is no Firebase ID token, or breaks one of its rules.
        case idTokenInvalid = "ID_TOKEN_INVALID"
        /// The ID token has expired.
        case idTokenExpired = "ID_TOKEN_EXPIRED"
        /// The ID token was issued later than now, by the clock here.
        case idTokenNotYetValid = "ID_TOKEN_NOT_YET_VALID"
        /// The ID token is of another user, or was not had by a custom token.
        case idTokenOfAnother = "ID_TOKEN_OF_ANOTHER"
        /// The clock shows a time before this software was made.
        case clockNotSet = "CLOCK_NOT_SET"
        /// The name of an account cannot be the name of a file.
        case accountNameInvalid = "ACCOUNT_NAME_INVALID"
        /// There is no session of this name.
        case sessionUnknown = "SESSION_UNKNOWN"
        /// There are several sessions, and none of them is named.
        case sessionAmbiguous = "SESSION_AMBIGUOUS"
        /// A session's file cannot be understood.
        case sessionDamaged = "SESSION_DAMAGED"
        /// The folder of sessions cannot be found, made or used.
        case sessionFolderUnusable = "SESSION_FOLDER_UNUSABLE"
        /// A session could not be written.
        case sessionNotKept = "SESSION_NOT_KEPT"
        /// Another process uses the session and does not finish.
        case sessionBusy = "SESSION_BUSY"
        /// The work was given up by its caller.
        case cancelled = "CANCELLED"
    }

    /// The stable name of the refusal.
    public let code: Code
    /// What exactly is wrong, for a person.
    public let reason: String
    /// What to do about it; nil where the reason says it all.
    public let cure: String?
    /// The error code of Google's, where it gave one.
    public let firebaseCode: String?
    /// The seconds to wait before another attempt, where Google asked for some.
    public let retryAfterSeconds: Int?
    /// What must be changed before Firebase can be reached; nil where it may be by itself.
    public let connectionFault: ConnectionFault?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The stable name.
    ///   - reason: What exactly is wrong; the caller must keep tokens out of it.
    ///   - cure: What to do about it.
    ///   - firebaseCode: The error code of Google's.
    ///   - retryAfterSeconds: The seconds to wait before another attempt.
    ///   - connectionFault: What must be changed before Firebase can be reached.
    public init(
        _ code: Code, _ reason: String, cure: String? = nil, firebaseCode: String? = nil, retryAfterSeconds: Int? = nil,
        connectionFault: ConnectionFault? = nil
    ) {
        self.code = code
        self.reason = reason
        self.cure = cure
        self.firebaseCode = firebaseCode
        self.retryAfterSeconds = retryAfterSeconds
        self.connectionFault = connectionFault
    }
}

extension FirebaseSessionError: Equatable {
    /// Two errors are equal when their codes and Google's codes are.
    public static func == (left: FirebaseSessionError, right: FirebaseSessionError) -> Bool {
        left.code == right.code && left.firebaseCode == right.firebaseCode
    }
}

extension FirebaseSessionError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}

extension FirebaseSessionError {
    /// An error of what carries requests.
    init(_ error: OAuthClientError) {
        switch error.code {
        case .providerUnavailable:
            self.init(
                .firebaseUnavailable, error.reason, cure: "try again later; the session stays as it is",
                retryAfterSeconds: error.retryAfterSeconds, connectionFault: error.connectionFault)
        case .cancelled: self.init(.cancelled, error.reason)
        default: self.init(.firebaseAnswerInvalid, error.reason)
        }
    }

    /// An error of a token's form or rules.
    init(idToken error: JOSEError) {
        switch error.code {
        case .tokenExpired: self.init(.idTokenExpired, error.reason, cure: Self.clockCure)
        case .tokenNotYetValid: self.init(.idTokenNotYetValid, error.reason, cure: Self.clockCure)
        case .clockUnavailable: self.init(.clockNotSet, error.reason, cure: Self.setClock)
        default: self.init(.idTokenInvalid, error.reason)
        }
    }

    static let otherUserCure =
        "sign in again; if it happens again, what answers is not Firebase, or another session's token was kept"
    static let clockCure = "check the clock of this machine, by NTP for example"
    static let setClock = "set the clock, by NTP for example, and try again"
}
