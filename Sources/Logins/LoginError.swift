public import OAuthClient

/// Why a login brought no token.
///
/// Two errors are equal when their codes are. The reason names addresses and public values, never a code or a token.
public struct LoginError: Error, Sendable {
    /// The stable name of a failure.
    public enum Code: String, Sendable, CaseIterable {
        /// The person said no.
        case accessDenied = "ACCESS_DENIED"
        /// The person did not decide in time.
        case codeExpired = "CODE_EXPIRED"
        /// The login was given up by its caller.
        case cancelled = "LOGIN_CANCELLED"
        /// The bridge does not know the client, or the client may not do this.
        case clientNotAllowed = "CLIENT_NOT_ALLOWED"
        /// The bridge refuses for another reason.
        case refusedByBridge = "REFUSED_BY_BRIDGE"
        /// The bridge offers no login of this kind.
        case loginNotOffered = "LOGIN_NOT_OFFERED"
        /// The bridge cannot be reached, or says that it is out of order.
        case bridgeUnavailable = "BRIDGE_UNAVAILABLE"
        /// The bridge answered something that is none of a token bridge.
        case bridgeAnswerInvalid = "BRIDGE_ANSWER_INVALID"
        /// The address of the bridge is not one that may be called, or not its own.
        case bridgeAddressInvalid = "BRIDGE_ADDRESS_INVALID"
        /// What came back from the browser does not belong to this login.
        case responseInvalid = "RESPONSE_INVALID"
        /// The client's identifier, its secret or another value cannot be sent.
        case requestInvalid = "REQUEST_INVALID"
        /// A port, the network library, randomness or a hash could not be had.
        case systemFailed = "LOGIN_SYSTEM_FAILED"
    }

    /// The stable name of the failure.
    public let code: Code
    /// What exactly is wrong, for a person.
    public let reason: String
    /// The seconds to wait before another attempt, where the bridge asked for some.
    public let retryAfterSeconds: Int?
    /// What to do about it; nil where that follows from the code.
    public let cure: String?
    /// What must be changed before the bridge can be reached; nil where it may be by itself.
    public let connectionFault: ConnectionFault?

    init(
        _ code: Code, _ reason: String, cure: String? = nil, retryAfterSeconds: Int? = nil,
        connectionFault: ConnectionFault? = nil
    ) {
        self.code = code
        self.reason = reason
        self.cure = cure
        self.retryAfterSeconds = retryAfterSeconds
        self.connectionFault = connectionFault
    }
}

extension LoginError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (left: LoginError, right: LoginError) -> Bool { left.code == right.code }
}

extension LoginError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}
