import Cryptography
public import OAuthClient

/// The nonce that an ID token must be bound to, as its caller knows it.
public enum CallerNonce: Sendable {
    /// The caller sent none with its request, so the token must have none.
    case none
    /// The caller's own nonce; the provider saw it as the provider's rule has it.
    case raw(RawNonce)
    /// What the provider saw.
    case asSent(String)

    /// The nonce of an authorization request.
    ///
    /// - Parameter use: What the request said.
    /// - Throws: `OAuthClientError` with code `cryptographyFailed`.
    public init(_ use: NonceUse) throws(OAuthClientError) {
        switch use {
        case .none: self = .none
        case .sent(let nonce, let transform): self = .asSent(try nonce.text(transform))
        }
    }
}

/// A nonce that a caller made and hands in, before any hash.
public struct RawNonce: SecretText {
    /// The longest nonce, in bytes.
    public static let maximumBytes = 512

    /// The nonce itself.
    public let secretText: String

    /// Takes a nonce.
    ///
    /// - Parameter text: Its text.
    /// - Throws: `CredentialError` with code `nonceMismatch` for one that is empty, longer than 512 bytes or not
    ///   printable ASCII: no token can have it.
    public init(_ text: String) throws(CredentialError) {
        guard 1...Self.maximumBytes ~= text.utf8.count, text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
            throw CredentialError(
                .nonceMismatch, "the nonce is not 1 to \(Self.maximumBytes) characters of printable ASCII")
        }
        secretText = text
    }
}

extension CallerNonce: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Whether there is one, nothing of it.
    public var description: String {
        switch self {
        case .none: "no nonce"
        case .raw, .asSent: "nonce (redacted)"
        }
    }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
