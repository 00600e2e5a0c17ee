/// Why a token, a key or a key set is refused.
///
/// Two errors are equal when their codes are. The reason is for people; it may quote public values such as an issuer
/// and never holds a token or key material.
public struct JOSEError: Error, Sendable {
    /// The stable name of a refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// A part is not strict base64url.
        case base64URLMalformed = "BASE64URL_MALFORMED"
        /// The text is no compact JWS: not three parts.
        case notCompactJWS = "NOT_COMPACT_JWS"
        /// The text is empty.
        case tokenEmpty = "TOKEN_EMPTY"
        /// The token is longer than allowed.
        case tokenTooLarge = "TOKEN_TOO_LARGE"
        /// The token is a JWE, which is not supported.
        case tokenEncrypted = "TOKEN_ENCRYPTED"
        /// The token is in the JSON serialization, which is not supported.
        case jsonSerialization = "JSON_SERIALIZATION"
        /// The signature part is empty.
        case signatureMissing = "SIGNATURE_MISSING"
        /// The header breaks a rule of RFC 7515.
        case headerInvalid = "HEADER_INVALID"
        /// The header names an extension that must be understood and is not.
        case criticalHeaderNotUnderstood = "CRITICAL_HEADER_NOT_UNDERSTOOD"
        /// The header says that there is no signature.
        case algorithmNone = "ALGORITHM_NONE"
        /// The algorithm is unknown or not among those expected here.
        case algorithmNotAllowed = "ALGORITHM_NOT_ALLOWED"
        /// The `typ` is that of another kind of token.
        case typeMismatch = "TYPE_MISMATCH"
        /// No key of the set fits the token.
        case keyNotFound = "KEY_NOT_FOUND"
        /// More than one key of the set fits the token.
        case keyAmbiguous = "KEY_AMBIGUOUS"
        /// A key breaks a rule of RFC 7517 or 7518.
        case keyUnusable = "KEY_UNUSABLE"
        /// A key set is no key set.
        case keySetInvalid = "KEY_SET_INVALID"
        /// The signature is not right.
        case signatureInvalid = "SIGNATURE_INVALID"
        /// The payload is not a JSON object of claims.
        case claimsMalformed = "CLAIMS_MALFORMED"
        /// A claim that is needed is missing.
        case claimMissing = "CLAIM_MISSING"
        /// A claim has the wrong JSON kind or an impossible value.
        case claimInvalid = "CLAIM_INVALID"
        /// The issuer is another one.
        case issuerMismatch = "ISSUER_MISMATCH"
        /// The audience is another one, or not ours alone.
        case audienceMismatch = "AUDIENCE_MISMATCH"
        /// The token has expired.
        case tokenExpired = "TOKEN_EXPIRED"
        /// The token is from the future.
        case tokenNotYetValid = "TOKEN_NOT_YET_VALID"
        /// The clock cannot be read.
        case clockUnavailable = "CLOCK_UNAVAILABLE"
        /// A leeway for clocks is negative or beyond five minutes.
        case leewayInvalid = "LEEWAY_INVALID"
    }

    /// The stable name of the refusal.
    public let code: Code
    /// What exactly is wrong, for a person.
    public let reason: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The stable name.
    ///   - reason: What exactly is wrong; the caller must keep tokens and key material out of it.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension JOSEError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (left: JOSEError, right: JOSEError) -> Bool {
        left.code == right.code
    }
}

extension JOSEError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}
