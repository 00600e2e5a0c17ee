import Configuration
import CredentialProofs
import CustomTokenBridge
import OAuthClient
import Transport

/// Asks Google and the providers, all at once.
struct OutsideCheckup: Sendable {
    private let dates = DatedTransport.Dates()
    private let published: PublishedKeysCheckup?
    private let providers: [ProviderCheckup]

    /// Makes the ways there; nothing is sent.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - chosen: What signs; nil where Google knows nothing of it.
    ///   - arguments: The option `google`.
    ///   - console: The environment.
    /// - Throws: `GoogleCloudError`, `OAuthClientError` or `CredentialError`.
    init(
        _ configuration: BridgeConfiguration, _ chosen: ChosenSigner?, _ arguments: Arguments, _ console: Console
    ) throws {
        let (dates, settings) = (dates, configuration.transport)
        let shared = DatedTransport(
            try CurlTransport(settings.transport(version: CustomTokenBridge.version)), dates)
        let access = try GoogleAccess(arguments, console, through: shared)
        published = chosen.flatMap { PublishedKeysCheckup($0, access.connection) }
        providers = try configuration.providers.map { entry in
            let transport =
                if let file = entry.authoritiesFile {
                    DatedTransport(
                        try CurlTransport(
                            settings.transport(version: CustomTokenBridge.version, authoritiesFile: file)), dates)
                } else {
                    shared
                }
            return try ProviderCheckup(entry.provider, transport, issuer: configuration.issuer)
        }
    }

    /// What was found, in the order of the configuration, and by how many seconds our clock is ahead of others.
    func findings() async -> ([CheckupFinding], [Int64]) {
        let parts = await withTaskGroup { group in
            group.addTask { (0, await published?.findings() ?? []) }
            for (index, provider) in providers.enumerated() {
                group.addTask { (index + 1, await provider.findings()) }
            }
            return await group.reduce(into: [Int: [CheckupFinding]]()) { $0[$1.0] = $1.1 }
        }
        return (parts.sorted { $0.key < $1.key }.flatMap(\.value), dates.deviations)
    }
}
