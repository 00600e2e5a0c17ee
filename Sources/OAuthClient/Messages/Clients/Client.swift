/// What a provider calls the client's identifier and secret in a body.
public struct ClientParameterNames: Sendable {
    /// The name of the identifier.
    public let identifier: String
    /// The name of the secret.
    public let secret: String

    /// The names of RFC 6749.
    public static let standard = ClientParameterNames(identifier: "client_id", secret: "client_secret")

    /// Takes names.
    ///
    /// - Parameters:
    ///   - identifier: The name of the identifier.
    ///   - secret: The name of the secret.
    public init(identifier: String, secret: String) {
        self.identifier = identifier
        self.secret = secret
    }
}

/// An OAuth client as one provider knows it.
public struct Client: Sendable {
    /// The identifier.
    public let identifier: ClientIdentifier
    /// The one way in which it proves who it is.
    public let authentication: ClientAuthentication
    /// What the provider calls identifier and secret.
    public let parameterNames: ClientParameterNames

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - identifier: The identifier.
    ///   - authentication: The one way in which it proves who it is.
    ///   - parameterNames: What the provider calls identifier and secret.
    /// - Throws: `OAuthClientError` with code `clientMisconfigured` for a secret that is empty or not printable ASCII,
    ///   and for an identifier with a colon where it stands unencoded before one.
    public init(
        _ identifier: ClientIdentifier, authentication: ClientAuthentication,
        parameterNames: ClientParameterNames = .standard
    ) throws(OAuthClientError) {
        if let secret = authentication.secret, !secret.secretText.isVisibleText {
            throw OAuthClientError(.clientMisconfigured, "the client's secret is empty or not ASCII")
        }
        if case .clientSecretBasicWithoutEncoding = authentication, identifier.text.utf8.contains(UInt8(ascii: ":")) {
            throw OAuthClientError(
                .clientMisconfigured, "the client identifier has a colon, which HTTP Basic needs for itself")
        }
        self.identifier = identifier
        self.authentication = authentication
        self.parameterNames = parameterNames
    }
}
