public import OAuthClient

extension ProviderConnection {
    /// Why what the provider publishes, its keys or the metadata that says where they are, could not be fetched the last
    /// time; nil where it could, or was not needed yet.
    ///
    /// What was fetched before may still be in use.
    public var publicationFailure: OAuthClientError? { keys.lastFailure ?? metadataCache?.lastFailure }

    /// Whether so many wait for the provider that another one is likely to be refused.
    public var isCrowded: Bool { waitLimit.isFull }

    /// Begins to fetch again what could not be fetched, unless that was a moment ago.
    ///
    /// So `publicationFailure` tells of now, even where nobody signs in by the provider any more.
    public func retryAfterFailure() {
        keys.retryAfterFailure()
        metadataCache?.retryAfterFailure()
    }
}
