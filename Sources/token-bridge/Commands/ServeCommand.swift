import BridgeServer
import Configuration
import Cryptography
import CustomTokenBridge
import CustomTokens
import OAuthClient
import Operations
import StrictJSON

/// `token-bridge serve`: the microservice.
enum ServeCommand: Sendable {
    static let specification = CommandSpecification(
        name: "serve", summary: "Run the microservice.",
        synopsis: "[--config FILE] [--allow-core-dumps]",
        details: """
            The service listens where the configuration says, and logs to standard error. SIGHUP reads the configuration,
            the keys and the certificate again; a configuration with a fault is not taken. A key ring is followed without a
            signal. SIGTERM ends the service after the requests that have begun, in at most 20 s; a second one ends it
            at once.

            Examples:
              token-bridge serve
              token-bridge serve --config /etc/token-bridge/bridge.json
            """,
        operands: ([], 0),
        options: [
            .configuration,
            .init(
                name: "allow-core-dumps", value: .none,
                help: "let a crash leave an image of the memory, keys and credentials and all"),
        ],
        run: run)

    private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
        // First of all: nothing secret has been read yet.
        if !arguments.has("allow-core-dumps") { console.forbidCoreFiles() }
        FasterSignatures.startAgainIfWorthwhile(environment: console.environment)
        ProcessorShare.letSigningFinish()
        let clock = SystemWallClock()
        _ = try IssueTime.setTime(of: clock)
        let configuration = try arguments.configuration(console)
        let keys = try Waiting.result { try await configuration.serviceKeys(console) }
        let resources = try resources(of: configuration, clock, console)
        let service = try BridgeService(
            configuration, keys: keys, resources: resources, version: CustomTokenBridge.version,
            transports: transports)
        let host = ServiceHost(
            service, configuration: configuration, environment: console.environment,
            keyReload: { configuration in try await configuration.serviceKeys(console) }
        ) {
            let configuration = try arguments.configuration(console)
            return (configuration, try await configuration.serviceKeys(console))
        }
        try Waiting.result { try await host.run() }
        return .success
    }

    private static func resources(
        of configuration: BridgeConfiguration, _ clock: SystemWallClock, _ console: Console
    ) throws -> ServiceResources {
        let settings = configuration.log
        let personalData: PersonalData =
            switch settings.personalData {
            case .shown: .shown
            case .hidden: .hidden(try PersonalDataKey(random: SecureRandom()))
            }
        let log = Log(
            level: settings.level, format: settings.format,
            prefix: JournalStream.prefix(variable: console.environment["JOURNAL_STREAM"]), personalData: personalData,
            sink: try DescriptorSink(), clock: clock)
        let audit = try configuration.audit.map { settings in
            try AuditLog(path: settings.file, durability: settings.durability, clock: clock)
        }
        return ServiceResources(store: try configuration.store.open(), log: log, audit: audit, clock: clock)
    }

    /// One way to all providers, and one of its own to each that has authorities of its own.
    @Sendable
    private static func transports(_ configuration: BridgeConfiguration) throws -> BridgeService.TransportFactory {
        let settings = configuration.transport
        let shared = TracingTransport(try CurlTransport(settings.transport(version: CustomTokenBridge.version)))
        return { entry in
            guard let file = entry?.authoritiesFile else { return shared }
            return TracingTransport(
                try CurlTransport(settings.transport(version: CustomTokenBridge.version, authoritiesFile: file)))
        }
    }
}
