extension PageProblem {
    /// The codes of errors that may reach a person.
    static let byCode: [String: PageProblem] = [
        "ACCESS_DENIED": .denied, "CANCELLED": .denied,
        "STATE_INVALID": .signInLost,
        "USER_CODE_INVALID": .codeInvalid,
        "DEVICE_CODE_EXPIRED": .codeExpired,
        "RATE_LIMITED": .tooManyAttempts, "SLOW_DOWN": .tooManyAttempts,
        "PROVIDER_UNAVAILABLE": .providerUnavailable,
        "PROVIDER_ANSWER_INVALID": .providerFailed, "SUBJECT_MISMATCH": .providerFailed,
        "PROVIDER_MISCONFIGURED": .notSetUp, "PROVIDER_UNKNOWN": .notSetUp, "CLAIM_TEMPLATE_INVALID": .notSetUp,
        "KEY_UNAVAILABLE": .notSetUp,
        "AUDIENCE_MISMATCH": .notForThisService, "AUDIENCE_UNPROVABLE": .notForThisService,
        "CREDENTIAL_INVALID": .notConfirmed, "CREDENTIAL_TYPE_NOT_ACCEPTED": .notConfirmed,
        "NONCE_MISMATCH": .notConfirmed, "NONCE_REQUIRED": .notConfirmed,
        "CREDENTIAL_EXPIRED": .usedUp, "CREDENTIAL_REPLAYED": .usedUp, "GRANT_INVALID": .usedUp,
        "STORE_UNAVAILABLE": .serviceUnavailable, "REFRESH_TOKEN_NOT_KEPT": .serviceUnavailable,
        "REQUEST_INVALID": .requestWrong, "CLIENT_INVALID": .requestWrong, "REDIRECT_URI_INVALID": .requestWrong,
        "NOT_FOUND": .requestWrong, "METHOD_NOT_ALLOWED": .requestWrong, "REQUEST_MALFORMED": .requestWrong,
        "BODY_TOO_LONG": .requestWrong,
        "TARGET_TOO_LONG": .requestWrong, "FIELDS_TOO_LONG": .requestWrong, "SERVICE_OVERLOADED": .serviceUnavailable,
        "SERVICE_STOPPING": .serviceUnavailable, "TIME_EXCEEDED": .serviceUnavailable,
        "GRANT_NOT_SUPPORTED": .requestWrong, "TARGET_INVALID": .requestWrong, "LIFETIME_INVALID": .requestWrong,
        "CLIENT_NOT_ALLOWED": .notAllowed, "PROVIDER_NOT_ALLOWED": .notAllowed, "UID_NOT_ALLOWED": .notAllowed,
        "CLAIM_NOT_ALLOWED": .notAllowed, "TENANT_NOT_ALLOWED": .notAllowed,
        "UID_INVALID": .accountUnusable, "CLAIMS_TOO_LARGE": .accountUnusable,
        "STORED_RECORD_INVALID": .unexpected, "CRYPTOGRAPHY_FAILED": .unexpected,
    ]
}
