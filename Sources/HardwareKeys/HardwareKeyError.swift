/// Why a key in a token of PKCS#11 cannot sign.
///
/// Two errors are equal when their codes are. The reason never holds a PIN.
public struct HardwareKeyError: Error, Sendable {
    /// The stable name of a refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// The URI of the key is malformed, or names too little or what must not stand in it.
        case uriInvalid = "PKCS11_URI_INVALID"
        /// The PIN cannot be had from where it should be.
        case pinUnavailable = "PKCS11_PIN_UNAVAILABLE"
        /// The module cannot be loaded or does not start.
        case moduleUnusable = "PKCS11_MODULE_UNUSABLE"
        /// No token, or more than one, is as the URI says.
        case tokenNotFound = "PKCS11_TOKEN_NOT_FOUND"
        /// The token does not take the PIN.
        case pinRefused = "PKCS11_PIN_REFUSED"
        /// No key, or more than one, is as the URI says.
        case keyNotFound = "PKCS11_KEY_NOT_FOUND"
        /// The key is no RSA key for signatures, or too short.
        case keyUnsuitable = "PKCS11_KEY_UNSUITABLE"
        /// The key was probed, and what it makes is not right.
        case keyProbeFailed = "PKCS11_KEY_PROBE_FAILED"
        /// The token failed to do what was asked.
        case tokenFailed = "PKCS11_TOKEN_FAILED"
        /// Too many signatures wait for the token.
        case busy = "PKCS11_BUSY"
    }

    /// The stable name of the refusal.
    public let code: Code
    /// What exactly is wrong, for a person.
    public let reason: String
    /// What to do about it; nil where the reason says it all.
    public let hint: String?

    init(_ code: Code, _ reason: String, hint: String? = nil) {
        self.code = code
        self.reason = reason
        self.hint = hint
    }
}

extension HardwareKeyError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (left: HardwareKeyError, right: HardwareKeyError) -> Bool {
        left.code == right.code
    }
}

extension HardwareKeyError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}
