public import Cryptography

/// The raw `nonce` that binds an ID token to a request (OpenID Connect Core, section 3.1.2.1).
public struct Nonce: SecretText {
    /// The nonce itself.
    public let secretText: String

    /// Makes a new nonce of 256 bits.
    ///
    /// - Parameter random: Where its bytes come from.
    /// - Throws: `OAuthClientError` with code `cryptographyFailed`.
    public init(random: some RandomSource) throws(OAuthClientError) {
        secretText = try UnguessableText.make(random)
    }

    /// Takes a nonce that was kept.
    ///
    /// - Parameter text: Its text.
    /// - Throws: `OAuthClientError` with code `parameterInvalid` unless it has room for 128 bits in unreserved characters.
    public init(restoring text: String) throws(OAuthClientError) {
        secretText = try UnguessableText.checked(text, "nonce")
    }

    /// The nonce as the provider sees it: in the request, and in the ID token.
    ///
    /// - Parameter transform: How it is changed for the provider.
    /// - Returns: The text.
    /// - Throws: `OAuthClientError` with code `cryptographyFailed`.
    public func text(_ transform: NonceTransform) throws(OAuthClientError) -> String {
        switch transform {
        case .raw: return secretText
        case .sha256Hexadecimal:
            do throws(CryptographyError) {
                return try SHA256Digest(of: [UInt8](secretText.utf8)).hexadecimal
            } catch {
                throw OAuthClientError(.cryptographyFailed, error.reason)
            }
        }
    }
}

/// How a nonce is changed before the provider sees it.
public enum NonceTransform: Sendable {
    /// Not at all.
    case raw
    /// To the lower-case hexadecimal form of its SHA-256 hash, as Facebook and Apple have it for apps.
    case sha256Hexadecimal
}

/// Whether an authorization request has a nonce.
public enum NonceUse: Sendable {
    /// It has this one.
    case sent(Nonce, NonceTransform)
    /// It has none, for the provider does not put it into an ID token.
    case none
}
