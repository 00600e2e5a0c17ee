public import Providers

/// A provider with what the configuration says beside what the library needs.
public struct ProviderEntry: Sendable {
    /// The provider.
    public let provider: ConfiguredProvider
    /// A PEM file of authorities that are trusted for it in the place of the general one.
    public let authoritiesFile: String?
    /// Whether it is the entry of before.
    public let fingerprint: ConfigurationFingerprint
}
