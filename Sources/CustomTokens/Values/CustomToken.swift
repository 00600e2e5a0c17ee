public import JOSE

/// A custom token.
///
/// Whoever holds it can sign in as its user until it expires, so it prints redacted.
public struct CustomToken: Sendable {
    /// The token itself, a secret: three parts with dots, to be handed to `signInWithCustomToken`.
    public let serialized: String
    /// Whose token it is.
    public let userID: UserID
    /// The key that signed it; nil where the key has no identifier or nothing signed.
    public let keyID: String?
    /// When it says that it was issued.
    public let issuedAt: NumericDate
    /// When it expires.
    public let expiration: NumericDate
}

extension CustomToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The token's times, nothing of its secret.
    public var description: String { "custom token that expires at \(expiration) (redacted)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
