/// Text that must not be shown.
///
/// Types of it print redacted; the text is had only by its own name.
public protocol SecretText: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The secret itself.
    var secretText: String { get }
}

extension SecretText {
    /// The kind of secret, nothing of it.
    public var description: String { "\(Self.self) (redacted)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The secret of an OAuth client (RFC 6749, section 2.3.1).
public struct ClientSecret: SecretText {
    /// The secret itself.
    public let secretText: String

    /// Takes a secret.
    public init(_ secretText: String) {
        self.secretText = secretText
    }
}

/// An access token (RFC 6749, section 1.4).
///
/// By itself it proves nothing about who it was issued to.
public struct AccessToken: SecretText {
    /// The token itself.
    public let secretText: String

    /// Takes a token.
    public init(_ secretText: String) {
        self.secretText = secretText
    }
}

/// A refresh token (RFC 6749, section 1.5).
public struct RefreshToken: SecretText {
    /// The token itself.
    public let secretText: String

    /// Takes a token.
    public init(_ secretText: String) {
        self.secretText = secretText
    }
}

/// An ID token as text, not verified (OpenID Connect Core, section 2).
public struct UnverifiedIDToken: SecretText {
    /// The token itself.
    public let secretText: String

    /// Takes a token.
    public init(_ secretText: String) {
        self.secretText = secretText
    }
}

/// An authorization code (RFC 6749, section 1.3.1).
public struct AuthorizationCode: SecretText {
    /// The code itself.
    public let secretText: String

    /// Takes a code.
    public init(_ secretText: String) {
        self.secretText = secretText
    }
}

/// A device code (RFC 8628, section 3.2).
public struct DeviceCode: SecretText {
    /// The code itself.
    public let secretText: String

    /// Takes a code.
    public init(_ secretText: String) {
        self.secretText = secretText
    }
}

/// A client assertion (RFC 7521, section 4.2).
public struct ClientAssertion: SecretText {
    /// The assertion itself.
    public let secretText: String

    /// Takes an assertion.
    public init(_ secretText: String) {
        self.secretText = secretText
    }
}
