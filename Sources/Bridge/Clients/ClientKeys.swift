public import OAuthClient

/// Where the public keys of a client come from.
public enum ClientKeys: Sendable {
    /// A file holds them: no network is needed.
    case file(FixedKeySet)
    /// The client publishes them as a JWK set at this address, and may change them at any time.
    case published(EndpointURL)
}
