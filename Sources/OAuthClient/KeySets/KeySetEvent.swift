/// What becomes of the keys that an issuer publishes, for metrics and logs.
public enum KeySetEvent: Sendable {
    /// The issuer has published keys that were read, or has confirmed those that are there.
    case fetched
    /// A fetch failed, or brought what is no key set; and how it stands now.
    case failed(KeySetHealth)
    /// Keys were used that are fresh no longer, for newer ones could not be had.
    case staleKeysUsed
}
