public import Transport

/// How providers are reached.
public struct TransportSettings: Sendable {
    /// Through which proxy.
    public let proxy: ProxyPolicy
    /// A PEM file of authorities that are trusted beside the system's.
    public let authoritiesFile: String?
    /// Whether they are the settings of before.
    public let fingerprint: ConfigurationFingerprint

    /// The configuration of a transport.
    ///
    /// - Parameters:
    ///   - version: Our own version.
    ///   - authoritiesFile: Another file of authorities, as a provider may have one; nil for that of these settings.
    /// - Returns: The configuration.
    public func transport(version: String, authoritiesFile: String? = nil) -> TransportConfiguration {
        TransportConfiguration(
            version: version, proxy: proxy, extraAuthoritiesFile: authoritiesFile ?? self.authoritiesFile)
    }
}
