public import OAuthClient

/// What our client has to prove who it is at a provider.
public enum ClientCredential: Sendable {
    /// Nothing: a public client, or one that only takes ID tokens in.
    case none
    /// A secret.
    case secret(ClientSecret)
    /// A secret, for a server that does not decode identifier and secret of HTTP Basic.
    case secretForBasicWithoutEncoding(ClientSecret)
    /// A key that signs assertions (RFC 7523).
    case assertionSigner(ClientAssertionSigner)
    /// A key that signs what stands in the place of a secret, as Apple has it.
    case signedSecret(SignedClientSecret)

    /// The secret; nil where there is none or a key in its place.
    package var secret: ClientSecret? {
        switch self {
        case .secret(let secret), .secretForBasicWithoutEncoding(let secret): secret
        case .none, .assertionSigner, .signedSecret: nil
        }
    }

    /// How a client with this authenticates by a method; nil where it cannot.
    func authentication(by method: ClientAuthenticationMethod) -> ClientAuthentication? {
        switch (method, self) {
        case (.none, _): ClientAuthentication.none
        case (.basicWithEmptySecret, _): .identifierByBasic
        case (.basic, .secret(let secret)): .clientSecretBasic(secret)
        case (.basic, .secretForBasicWithoutEncoding(let secret)): .clientSecretBasicWithoutEncoding(secret)
        case (.post, .secret(let secret)), (.post, .secretForBasicWithoutEncoding(let secret)):
            .clientSecretPost(secret)
        case (.query, .secret(let secret)), (.query, .secretForBasicWithoutEncoding(let secret)):
            .clientSecretQuery(secret)
        case (.privateKeyJWT, .assertionSigner(let signer)): .privateKeyJWT(signer)
        case (.signedSecret, .signedSecret(let secret)): .signedSecret(secret)
        case (.basic, _), (.post, _), (.privateKeyJWT, _), (.signedSecret, _), (.query, _): nil
        }
    }
}
