import Cryptography
import JOSE
import StrictJSON

/// Why a sandbox does not start, or cannot do what it is asked for.
///
/// Two errors are equal when their codes are.
public struct SandboxError: Error, Sendable {
    /// The stable name of a refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// The address can be reached from other machines.
        case addressNotLoopback = "SANDBOX_ADDRESS_NOT_LOOPBACK"
        /// The address cannot be listened on, or the server does not start.
        case startFailed = "SANDBOX_START_FAILED"
        /// There is no such user, client, account, code or page that waits for an answer.
        case unknown = "SANDBOX_UNKNOWN"
        /// The provider answers the request of a client with an error.
        case refused = "SANDBOX_REFUSED"
        /// A certificate is none, or not one of an RSA key.
        case certificateInvalid = "SANDBOX_CERTIFICATE_INVALID"
        /// OpenSSL or the clock failed.
        case failed = "SANDBOX_FAILED"
    }

    /// The stable name of the refusal.
    public let code: Code
    /// What exactly is wrong, for a person.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    init(_ error: CryptographyError) {
        self.init(.failed, error.reason)
    }

    init(_ error: JOSEError) {
        self.init(.failed, error.reason)
    }
}

extension SandboxError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (left: SandboxError, right: SandboxError) -> Bool {
        left.code == right.code
    }
}

extension SandboxError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}
