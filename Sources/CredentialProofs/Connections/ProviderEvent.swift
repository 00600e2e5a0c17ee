public import OAuthClient

/// What happens between us and a provider, for metrics and logs.
public enum ProviderEvent: Sendable {
    /// Something became of its keys.
    case keySet(KeySetEvent)
    /// Its metadata could not be fetched; what is known of it stays in use for a while.
    case metadataFailed(OAuthClientError)
    /// Somebody was refused, because too many wait for it.
    case waitRefused
}
