import Bridge
import JOSE
import OAuthClient
public import Configuration
import Failures
import Glibc
import HTTPServer
import Operations

/// Runs a service from its start to its end: sockets, signals, systemd, and what must be done from time to time.
public struct ServiceHost: Sendable {
    /// Reads the configuration and the keys again.
    public typealias Reload = @Sendable () async throws -> (BridgeConfiguration, ServiceKeys)

    /// Reads the keys of a configuration again.
    public typealias KeyReload = @Sendable (BridgeConfiguration) async throws -> ServiceKeys

    /// How long requests may take that have begun when the service is to end.
    private static let drainTime = Duration.seconds(20)
    private static let sweepInterval = Duration.seconds(30)

    private let service: BridgeService
    private let configuration: BridgeConfiguration
    private let environment: [String: String]
    private let reload: Reload
    private let keyReload: KeyReload

    /// Makes a host.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - configuration: Its configuration.
    ///   - environment: The environment, for the sockets and messages of systemd.
    ///   - keyReload: Reads the keys of a configuration again, when their folder has changed.
    ///   - reload: Reads the configuration and the keys again.
    public init(
        _ service: BridgeService, configuration: BridgeConfiguration, environment: [String: String],
        keyReload: @escaping KeyReload, reload: @escaping Reload
    ) {
        self.service = service
        self.configuration = configuration
        self.environment = environment
        self.keyReload = keyReload
        self.reload = reload
    }

    private var log: Log { service.resources.log }
    private var readiness: Readiness { service.readiness }

    /// Serves until a signal ends it.
    ///
    /// - Throws: `HTTPServerError` or `OperationsError` where the service cannot start.
    public func run() async throws {
        // Signals first: one that comes while the sockets are opened must not end the process untidily.
        let signals = try SignalStream()
        let listeners = try Listeners(configuration, environment: environment)
        let server = HTTPServer(Self.limits(configuration), handler: service)
        try start(server, on: listeners.service)
        let telemetry = try startTelemetry(listeners.telemetry)
        let manager = ServiceManager(environment: environment)
        log.info(
            "the service takes requests",
            [
                "listen": .text(configuration.listen.description), "port": .number(Int64(server.boundPort ?? 0)),
                "telemetry_port": .number(Int64(telemetry?.boundPort ?? 0)),
                "issuer": .identifier(configuration.issuer.text),
            ])
        tellSigner()
        tell(manager) { (manager) throws(OperationsError) in try manager.notify(.ready, .status("serving")) }
        let chores = Task { await runChores(manager) }
        await obey(signals, server, manager)
        chores.cancel()
        await telemetry?.drain(within: .zero)
        await service.resources.store.close()
        await service.resources.audit?.close()
        signals.stop()
        log.info("the service has ended")
        await log.flush()
    }

    private func start(_ server: HTTPServer, on sockets: [ListeningSocket]) throws {
        guard let files = configuration.tls else { return try server.start(on: sockets) }
        let certificate = try ServerCertificate(files)
        try files.named { () throws(HTTPServerError) in try server.start(on: sockets, certificate: certificate) }
    }

    private func startTelemetry(_ sockets: [ListeningSocket]) throws -> HTTPServer? {
        guard !sockets.isEmpty else { return nil }
        let server = HTTPServer(handler: TelemetryService(service))
        try server.start(on: sockets)
        return server
    }

    /// Does what signals ask for until the service has ended.
    ///
    /// A reload may wait for Google or a token, and an end waits for no reload. Those that are asked for meanwhile are one.
    private func obey(_ signals: SignalStream, _ server: HTTPServer, _ manager: ServiceManager?) async {
        let (wishes, wish) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let reloads = Task {
            for await _ in wishes where !Task.isCancelled { await reloadAll(server, manager) }
        }
        defer { reloads.cancel() }
        for await signal in signals.signals {
            switch signal {
            case .reload: wish.yield()
            case .stop:
                reloads.cancel()
                log.info("the service ends after the requests that have begun")
                readiness.beginDraining()
                tell(manager) { (manager) throws(OperationsError) in try manager.notify(.stopping) }
                let impatience = Task {
                    for await signal in signals.signals where signal == .stopNow { await server.drain(within: .zero) }
                }
                let cutOff = await server.drain(within: Self.drainTime)
                impatience.cancel()
                if cutOff > 0 { log.warning("requests were cut off", ["count": .number(Int64(cutOff))]) }
                return
            case .stopNow:
                reloads.cancel()
                await server.drain(within: .zero)
                return
            }
        }
    }

    /// Takes the configuration, the keys and the certificate as they are now, and goes on in the audit file of now.
    private func reloadAll(_ server: HTTPServer, _ manager: ServiceManager?) async {
        tell(manager) { (manager) throws(OperationsError) in try manager.notify(.reloading) }
        do {
            let taken = try await takeConfiguration(server)
            readiness.note(fault: nil)
            // The keys were read with it; a ring that has changed since is looked at within the second.
            readiness.note(keyFault: nil)
            log.info("the configuration was read again")
            for key in taken.keysForRestart(since: configuration) {
                log.warning("a change takes effect when the service is started again", ["key": .text(key)])
            }
            tellSigner()
        } catch {
            // Given up, for the service ends: nothing is wrong with the configuration.
            guard !Task.isCancelled else { return }
            let failure = Failure(error)
            readiness.note(fault: failure.code)
            log.error(
                "the configuration was not taken: the service goes on with the one before",
                ["code": .identifier(failure.code), "reason": .reason(of: failure)])
        }
        guard !Task.isCancelled else { return }
        await reopenAudit()
        guard !Task.isCancelled else { return }
        tell(manager) { (manager) throws(OperationsError) in try manager.notify(.ready) }
    }

    /// Says what signs from now on, and why.
    private func tellSigner() {
        guard let summary = service.generation.keys.summary else { return }
        // Words of our own about public names: the name of a key looks like a credential.
        log.info("the signer was chosen", ["signer": .identifier(summary)])
    }

    /// Takes all or nothing.
    private func takeConfiguration(_ server: HTTPServer) async throws -> BridgeConfiguration {
        let (configuration, keys) = try await reload()
        try Task.checkCancellation()
        let certificate = try configuration.tls.map { files in (files, try ServerCertificate(files)) }
        let generation = try service.generation(for: configuration, keys: keys)
        // The last that can fail, and before anything else is taken.
        if let (files, certificate) = certificate {
            try files.named { () throws(HTTPServerError) in try server.replaceCertificate(certificate) }
        }
        service.take(generation)
        return configuration
    }

    /// Also with a configuration that was not taken: whoever has moved the file away counts on it.
    private func reopenAudit() async {
        do {
            try await service.resources.audit?.reopen()
            readiness.note(auditFault: nil)
        } catch {
            let failure = Failure(error)
            readiness.note(auditFault: failure.code)
            log.error(
                "the audit file cannot be opened again: nothing is minted before it can",
                ["code": .identifier(failure.code), "reason": .reason(of: failure)])
        }
    }

    /// Behind a proxy all connections are the proxy's, and on this machine alone they are the operator's.
    private static func limits(_ configuration: BridgeConfiguration) -> HTTPServerConfiguration {
        var limits = HTTPServerConfiguration()
        if configuration.trustedProxies.isEmpty, !configuration.listen.isLocal { limits.connectionsPerAddress = 64 }
        return limits
    }

    /// Removes what has expired, follows the key ring, and tells systemd that the service is alive.
    private func runChores(_ manager: ServiceManager?) async {
        await withTaskGroup { group in
            group.addTask {
                await checkStore()
                ProgramPages.releaseStartUpCode()
                // Cancelled means that the service ends: its store is closed then, and systemd knows already.
                while (try? await Task.sleep(for: Self.sweepInterval)) != nil { await sweep() }
            }
            group.addTask {
                var watch = KeyWatch(service, readiness: readiness, reload: keyReload)
                await watch.run()
            }
            guard let manager, let watchdog = Watchdog(environment: environment, processID: getpid()) else { return }
            group.addTask {
                while (try? await Task.sleep(for: watchdog.interval)) != nil {
                    tell(manager) { (manager) throws(OperationsError) in try manager.notify(.watchdog) }
                }
            }
        }
    }

    /// Says at once what would be seen at the first request only: a store may come later than its service.
    private func checkStore() async {
        do {
            try await service.resources.store.check()
        } catch {
            guard !Task.isCancelled else { return }
            service.metrics.storeFailed()
            log.error(
                "the store cannot be used: the service is not ready before it can",
                ["reason": .text(Failure(error).message)])
        }
    }

    private func sweep() async {
        do {
            let removed = try await service.resources.store.sweep(now: service.resources.clock.now())
            if removed > 0 { log.debug("expired records were removed", ["count": .number(Int64(removed))]) }
        } catch {
            service.metrics.storeFailed()
            log.warning("expired records could not be removed", ["reason": .text(Failure(error).message)])
        }
    }

    private func tell(
        _ manager: ServiceManager?, _ message: (ServiceManager) throws(OperationsError) -> Void
    ) {
        guard let manager else { return }
        do throws(OperationsError) {
            try message(manager)
        } catch {
            log.warning("systemd could not be told", ["reason": .text(error.reason)])
        }
    }
}
