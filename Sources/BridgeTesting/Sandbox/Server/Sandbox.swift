public import Cryptography
import HTTPServer
public import JOSE

/// A server with all that a bridge needs of others, for this machine alone.
public struct Sandbox: Sendable {
    /// What it is like.
    public var settings: SandboxSettings

    private let clock: any WallClock
    private let random: any RandomSource

    /// Describes a sandbox.
    ///
    /// - Parameters:
    ///   - settings: What it is like.
    ///   - clock: The time.
    ///   - random: Where keys, codes and tokens come from.
    public init(
        _ settings: SandboxSettings = SandboxSettings(), clock: any WallClock = SystemWallClock(),
        random: any RandomSource = SecureRandom()
    ) {
        self.settings = settings
        self.clock = clock
        self.random = random
    }

    /// Starts it with new keys.
    ///
    /// - Parameters:
    ///   - address: Where it listens; there is no other kind of address.
    ///   - port: The port; 0 for one that is free.
    /// - Returns: The running sandbox, which goes on until it is stopped.
    /// - Throws: `SandboxError` with code `startFailed` or `failed`.
    public func start(at address: LoopbackAddress = .ipv4, port: UInt16 = 0) throws(SandboxError) -> RunningSandbox {
        guard let network = NetworkAddress(address.text) else {
            throw SandboxError(.startFailed, "\(address.host) is no address")
        }
        let socket: ListeningSocket
        do throws(HTTPServerError) {
            socket = try ListeningSocket(address: network, port: port)
        } catch {
            throw SandboxError(.startFailed, error.reason)
        }
        let base = "http://\(address.host):\(socket.port ?? Int(port))"
        let services = try SandboxServices(base: base, settings: settings, clock: clock, random: random)
        let server = HTTPServer(handler: services)
        do throws(HTTPServerError) {
            try server.start(on: [socket])
        } catch {
            throw SandboxError(.startFailed, error.reason)
        }
        return RunningSandbox(services: services, port: socket.port ?? Int(port), server: server)
    }
}

/// A sandbox that runs.
public struct RunningSandbox: Sendable {
    /// What it stands for.
    public let services: SandboxServices
    /// The port that it listens on.
    public let port: Int
    private let server: HTTPServer

    init(services: SandboxServices, port: Int, server: HTTPServer) {
        self.services = services
        self.port = port
        self.server = server
    }

    /// Where it is, which is also the issuer of its provider.
    public var base: String { services.base }

    /// Where the fake of a Google host is, such as `iam.googleapis.com`; what follows is as at Google.
    public func address(of host: String) -> String { "\(base)/\(host)" }

    /// Stops it; requests that have begun are finished within a second.
    public func stop() async {
        await server.drain(within: .seconds(1))
    }
}
