import CustomTokenBridge
import CustomTokens
import GoogleCloud
import KeyRings
import OAuthClient
import StrictJSON
import Transport

/// How `keys upload` and `keys rotate` come to Google: where its services are, and by which credential.
struct GoogleAccess: Sendable {
    /// The value of `--credentials` that means the application default credentials.
    static let defaultCredentials = "adc"

    let connection: GoogleConnection
    /// How long to wait until a key is published.
    let wait: PublicationWait
    private let credentials: String?
    private let console: Console

    /// Finds out where Google is; nothing is sent.
    ///
    /// - Parameters:
    ///   - arguments: The options `google` and `credentials`.
    ///   - console: The environment.
    ///   - transport: The way there; nil for the usual one.
    /// - Throws: `GoogleCloudError` with code `addressNotAllowed`, or what making a transport throws.
    init(_ arguments: Arguments, _ console: Console, through transport: (any HTTPTransport)? = nil) throws {
        self.console = console
        credentials = arguments["credentials"]
        let universe = try UniverseDomain(environment: console.environment)
        let endpoints: GoogleEndpoints
        if let base = arguments["google"] {
            endpoints = try GoogleEndpoints(universe: universe, below: base)
            // All of a sandbox learns of a key at once.
            wait = PublicationWait(
                least: .zero, deadline: .seconds(600), firstPause: .milliseconds(200), longestPause: .seconds(5))
        } else {
            endpoints = GoogleEndpoints(universe: universe)
            wait = .standard
        }
        connection = GoogleConnection(
            transport: try transport
                ?? CurlTransport(TransportConfiguration(version: CustomTokenBridge.version, proxy: .environment)),
            endpoints: endpoints, clock: SystemMonotonicClock(), wallClock: SystemWallClock(), random: SecureRandom())
    }

    /// What publishes keys, by the credential that holds now; which and why is told.
    ///
    /// - Parameter ring: The ring, whose active key is the credential unless another is named.
    /// - Returns: The publisher.
    /// - Throws: `GoogleCloudError`.
    func publisher(_ ring: LoadedKeyRing) async throws -> IAMKeyPublisher {
        let (credential, reason) = try await credential(ring)
        credential.warnings.forEach(console.warn)
        console.note("Google is asked with \(credential.summary): \(reason)")
        return IAMKeyPublisher(tokens: credential.tokens, connection: connection)
    }

    private func credential(_ ring: LoadedKeyRing) async throws -> (GoogleCredential, String) {
        let search = ApplicationDefaultCredentials(environment: console.environment, connection: connection)
        if let credentials {
            guard credentials != Self.defaultCredentials else {
                return (try await search.find(), "--credentials says so")
            }
            return (try search.credential(inFile: credentials), "--credentials says so")
        }
        if let active = ring.active {
            let credential = try GoogleCredential(
                key: active.account, place: "the ring's active key \(active.id)", connection: connection)
            return (credential, "--credentials names no other")
        }
        return (try await search.find(), "no key of the ring signs")
    }
}
