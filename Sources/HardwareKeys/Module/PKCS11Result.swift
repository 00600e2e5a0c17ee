import CPKCS11

/// What a function of PKCS#11 answered (`CKR_...`).
struct PKCS11Result: Sendable, Equatable {
    let code: UInt

    init(_ code: UInt) {
        self.code = code
    }

    var isSuccess: Bool { code == CKR_OK }

    /// The name of the standard, for those who look it up.
    var name: String {
        Self.known.first { $0.code == code }?.name ?? "CKR_ 0x\(String(code, radix: 16))"
    }

    /// What it means, in words.
    var words: String {
        let words = Self.known.first { $0.code == code }?.words ?? "the module answers with a code of its own"
        return "\(words) (\(name))"
    }

    /// Whether the session, or the token, has gone or may have, so that a new session may do what this one could not.
    ///
    /// Modules say of a token that was taken away what they like, also in codes of their own. To sign again harms nothing.
    var isLossOfSession: Bool {
        code >= Self.firstVendorCode
            || [
                CKR_GENERAL_ERROR, CKR_FUNCTION_FAILED, CKR_DEVICE_MEMORY, CKR_BUFFER_TOO_SMALL,
                CKR_SESSION_HANDLE_INVALID, CKR_SESSION_CLOSED, CKR_DEVICE_REMOVED, CKR_DEVICE_ERROR,
                CKR_TOKEN_NOT_PRESENT, CKR_TOKEN_NOT_RECOGNIZED, CKR_USER_NOT_LOGGED_IN, CKR_KEY_HANDLE_INVALID,
                CKR_OBJECT_HANDLE_INVALID, CKR_CRYPTOKI_NOT_INITIALIZED, CKR_OPERATION_ACTIVE,
                CKR_OPERATION_NOT_INITIALIZED, CKR_SLOT_ID_INVALID,
            ].contains(code)
    }

    /// Where the codes begin that are a module's own (CKR_VENDOR_DEFINED).
    private static let firstVendorCode: UInt = 0x8000_0000

    /// Whether the token refused the PIN: to try it again may lock the token.
    var isRefusedPIN: Bool {
        [
            CKR_PIN_INCORRECT, CKR_PIN_INVALID, CKR_PIN_LEN_RANGE, CKR_PIN_EXPIRED, CKR_PIN_LOCKED,
            CKR_USER_PIN_NOT_INITIALIZED,
        ].contains(code)
    }

    private static let known: [(code: UInt, name: String, words: String)] = [
        (CKR_HOST_MEMORY, "CKR_HOST_MEMORY", "the module has no memory left"),
        (CKR_SLOT_ID_INVALID, "CKR_SLOT_ID_INVALID", "there is no such slot any more"),
        (CKR_GENERAL_ERROR, "CKR_GENERAL_ERROR", "the module gives no reason"),
        (CKR_FUNCTION_FAILED, "CKR_FUNCTION_FAILED", "the token could not do it"),
        (CKR_ARGUMENTS_BAD, "CKR_ARGUMENTS_BAD", "the module does not take the arguments"),
        (CKR_CANT_LOCK, "CKR_CANT_LOCK", "the module cannot be used by several threads"),
        (CKR_ATTRIBUTE_SENSITIVE, "CKR_ATTRIBUTE_SENSITIVE", "the token keeps that to itself"),
        (CKR_ATTRIBUTE_TYPE_INVALID, "CKR_ATTRIBUTE_TYPE_INVALID", "the object has no such attribute"),
        (CKR_DATA_LEN_RANGE, "CKR_DATA_LEN_RANGE", "the token does not sign data of that length"),
        (CKR_DEVICE_ERROR, "CKR_DEVICE_ERROR", "the token has a fault"),
        (CKR_DEVICE_MEMORY, "CKR_DEVICE_MEMORY", "the token has no memory left"),
        (CKR_DEVICE_REMOVED, "CKR_DEVICE_REMOVED", "the token was taken out"),
        (CKR_FUNCTION_CANCELED, "CKR_FUNCTION_CANCELED", "it was called off at the token"),
        (CKR_FUNCTION_NOT_SUPPORTED, "CKR_FUNCTION_NOT_SUPPORTED", "the module has no such function"),
        (CKR_KEY_HANDLE_INVALID, "CKR_KEY_HANDLE_INVALID", "the key is not there any more"),
        (CKR_KEY_SIZE_RANGE, "CKR_KEY_SIZE_RANGE", "the token does not sign with keys of that length"),
        (CKR_KEY_TYPE_INCONSISTENT, "CKR_KEY_TYPE_INCONSISTENT", "the key is of another kind"),
        (CKR_KEY_FUNCTION_NOT_PERMITTED, "CKR_KEY_FUNCTION_NOT_PERMITTED", "the key may not sign"),
        (CKR_MECHANISM_INVALID, "CKR_MECHANISM_INVALID", "the token does not sign with RSASSA-PKCS1-v1_5"),
        (CKR_OBJECT_HANDLE_INVALID, "CKR_OBJECT_HANDLE_INVALID", "the object is not there any more"),
        (CKR_OPERATION_ACTIVE, "CKR_OPERATION_ACTIVE", "the session is busy"),
        (CKR_OPERATION_NOT_INITIALIZED, "CKR_OPERATION_NOT_INITIALIZED", "the session has forgotten what it began"),
        (CKR_PIN_INCORRECT, "CKR_PIN_INCORRECT", "the PIN is wrong"),
        (CKR_PIN_INVALID, "CKR_PIN_INVALID", "the PIN has characters that the token does not take"),
        (CKR_PIN_LEN_RANGE, "CKR_PIN_LEN_RANGE", "the PIN is too short or too long"),
        (CKR_PIN_EXPIRED, "CKR_PIN_EXPIRED", "the PIN has expired"),
        (CKR_PIN_LOCKED, "CKR_PIN_LOCKED", "the PIN is locked"),
        (CKR_SESSION_CLOSED, "CKR_SESSION_CLOSED", "the session was closed"),
        (CKR_SESSION_COUNT, "CKR_SESSION_COUNT", "the token has no session left"),
        (CKR_SESSION_HANDLE_INVALID, "CKR_SESSION_HANDLE_INVALID", "the session is gone"),
        (CKR_TOKEN_NOT_PRESENT, "CKR_TOKEN_NOT_PRESENT", "the token is not there"),
        (CKR_TOKEN_NOT_RECOGNIZED, "CKR_TOKEN_NOT_RECOGNIZED", "the module does not know the token"),
        (CKR_USER_NOT_LOGGED_IN, "CKR_USER_NOT_LOGGED_IN", "nobody is logged in to the token"),
        (
            CKR_USER_PIN_NOT_INITIALIZED, "CKR_USER_PIN_NOT_INITIALIZED", "the token has no PIN of its user yet"
        ),
        (CKR_USER_TOO_MANY_TYPES, "CKR_USER_TOO_MANY_TYPES", "somebody else is logged in to the token"),
        (CKR_BUFFER_TOO_SMALL, "CKR_BUFFER_TOO_SMALL", "the signature is longer than the key"),
        (CKR_CRYPTOKI_NOT_INITIALIZED, "CKR_CRYPTOKI_NOT_INITIALIZED", "the module was stopped"),
    ]
}

/// A call of PKCS#11 that did not do what it was asked.
struct PKCS11Fault: Error {
    let result: PKCS11Result
    /// What was tried, after "to".
    let action: String

    init(_ result: PKCS11Result, _ action: String) {
        self.result = result
        self.action = action
    }

    /// The error for whoever asked.
    var error: HardwareKeyError {
        if result.isRefusedPIN {
            return HardwareKeyError(
                .pinRefused, "the token does not take the PIN: \(result.words)",
                hint: "it is not tried again, so as not to lock the token: correct the PIN, then start anew")
        }
        return HardwareKeyError(.tokenFailed, "the token failed to \(action): \(result.words)")
    }
}
