import Bridge
import BridgeServer
import BridgeTesting
import Configuration
import CustomTokenBridge
import CustomTokens
import HTTPServer
import JOSE
import OAuthClient
import Operations
import StrictJSON

/// A bridge of the demo's own, on a free port of this machine, with a sandbox as its provider.
struct DemoBridge: Sendable {
    /// How long its devices wait between two polls, in seconds: nobody should watch a demo wait.
    private static let pollInterval: Int64 = 1

    /// Where it is.
    let issuer: String
    /// The service account that it signs for.
    let account: ServiceAccount
    private let server: HTTPServer
    private let front: DemoFront
    private let store: any Store

    /// Starts it, as `serve` does it: from a configuration and a key file, which are gone when this returns.
    ///
    /// - Parameters:
    ///   - sandbox: The provider.
    ///   - transport: The way to it.
    ///   - clock: The time.
    ///   - console: Where warnings go.
    /// - Throws: What is wrong with the configuration, the key, or the place for both; `HTTPServerError`.
    init(_ sandbox: RunningSandbox, over transport: any HTTPTransport, clock: DemoClock, _ console: Console)
        async throws
    {
        guard let address = NetworkAddress(LoopbackAddress.ipv4.host) else {
            throw DemoFailure.failure("this machine has no loopback address")
        }
        let socket = try ListeningSocket(address: address, port: 0)
        guard let port = socket.port else { throw DemoFailure.failure("the bridge has no port") }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let keyFile = "\(folder.path)/\(SandboxFiles.accountName)"
        try folder.write(try sandbox.services.makeKeyFile(), to: keyFile)
        let path = "\(folder.path)/bridge.json"
        let configured = SandboxConfiguration(sandbox, port: port, store: .memory)
        try folder.write([UInt8](configured.text.utf8), to: path)
        // Without the variables of the process: they are meant for another bridge.
        let configuration = try BridgeConfiguration.load(path: path, environment: [:])
        let signer = try await configuration.chosenSigner(console)
        guard let stateSecret = signer.stateSecret else { throw DemoFailure.failure("the key is not at hand") }
        account = try ServiceAccount(contentsOfFile: keyFile)
        let log = Log(level: .error, format: .text, personalData: .shown, sink: MemorySink(), clock: clock)
        store = try configuration.store.open()
        let service = try BridgeService(
            configuration,
            keys: ServiceKeys(signer: signer.signer, published: signer.published, stateSecret: stateSecret),
            resources: ServiceResources(
                store: store, log: log, audit: nil, clock: clock, deviceInterval: Self.pollInterval),
            version: CustomTokenBridge.version, transports: { _ in { _ in transport } })
        front = DemoFront(service)
        server = HTTPServer(handler: front)
        try server.start(on: [socket])
        issuer = configuration.issuer.text
    }

    /// Stops it, after the last page.
    func stop() async {
        await front.lastPage()
        await server.drain(within: .seconds(1))
        await store.close()
    }
}
