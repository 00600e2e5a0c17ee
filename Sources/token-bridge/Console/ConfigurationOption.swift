import Configuration
import CustomTokenBridge

extension OptionSpecification {
    /// The option that names the configuration, for the commands that need one.
    static let configuration = OptionSpecification(
        name: "config", value: .file("FILE"),
        help: "the configuration (default ./bridge.json, then /etc/token-bridge/bridge.json)")
}

extension Arguments {
    /// The configuration, whose warnings are told.
    ///
    /// - Throws: `ConfigurationError`.
    func configuration(_ console: Console) throws -> BridgeConfiguration {
        let path = try ConfigurationFile.path(explicit: self["config"], environment: console.environment)
        let configuration = try BridgeConfiguration.load(path: path, environment: console.environment)
        configuration.warnings.map(\.description).forEach(console.warn)
        return configuration
    }
}

extension BridgeConfiguration {
    /// The provider of a name.
    ///
    /// - Throws: `Failure` with code `PROVIDER_UNKNOWN`, which names the nearest.
    func requiredProvider(_ id: String) throws -> ProviderEntry {
        if let entry = provider(id) { return entry }
        let names = providers.map(\.provider.id)
        let nearest = Spelling.nearest(to: id, among: names).map { "did you mean \($0)?" }
        let known = names.isEmpty ? "it has no providers" : "it has \(names.joined(separator: ", "))"
        throw Failure(
            code: "PROVIDER_UNKNOWN", message: "the configuration \(file) has no provider \(id.argumentExcerpt)",
            hint: nearest ?? known, exitCode: .configuration)
    }

    /// The way to a provider.
    ///
    /// - Throws: `OAuthClientError` or `CredentialError`.
    func connection(to entry: ProviderEntry) throws -> ProviderConnection {
        let transport = try CurlTransport(
            transport.transport(version: CustomTokenBridge.version, authoritiesFile: entry.authoritiesFile))
        return try ProviderConnection(entry.provider, transport: transport)
    }
}
