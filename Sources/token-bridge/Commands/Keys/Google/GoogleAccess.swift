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
        publisher(try await credential(ring))
    }

    /// What publishes keys for a rotation, which deletes the key before in its end: that is not asked with, unless it is
    /// by the ring itself, which goes on with the new one.
    ///
    /// - Parameter ring: The ring.
    /// - Returns: The publisher.
    /// - Throws: `GoogleCloudError`, or `Failure` for such a credential.
    func rotationPublisher(_ ring: LoadedKeyRing) async throws -> IAMKeyPublisher {
        let found = try await credential(ring)
        let old = ring.ring.rotation == nil ? ring.ring.active?.id : ring.ring.rotation?.oldKeyID
        if !found.isOfRing, let old, found.credential.keyID?.hasSameBytes(as: old) == true {
            throw Self.rotatedCredential(found.credential, "this rotation deletes it at Google in its end")
        }
        return publisher(found)
    }

    /// Refuses a file that a timer would ask with in vain, once a rotation has deleted its key.
    ///
    /// - Parameter ring: The ring.
    /// - Throws: `GoogleCloudError`, or `Failure` for such a credential.
    func checkScheduled(_ ring: KeyRing) throws {
        let variable = console.environment[ApplicationDefaultCredentials.environmentVariable, default: ""]
        guard let file = credentials == Self.defaultCredentials ? variable : credentials, !file.isEmpty else { return }
        let credential = try ApplicationDefaultCredentials(environment: console.environment, connection: connection)
            .credential(inFile: file)
        guard let keyID = credential.keyID, ring[keyID] != nil || ring.hasRemoved(keyID) else { return }
        throw Self.rotatedCredential(credential, "rotations replace it, and delete it at Google")
    }

    private static func rotatedCredential(_ credential: GoogleCredential, _ reason: String) -> Failure {
        Failure(
            code: "CREDENTIAL_ROTATED",
            message: "\(credential.place) holds the key \(credential.keyID ?? "unknown") of the ring itself: \(reason)",
            hint:
                "leave --credentials out: then the key of the ring is asked with that signs at the time; or name another"
                + " credential",
            exitCode: .configuration)
    }

    private func publisher(_ found: Found) -> IAMKeyPublisher {
        found.credential.warnings.forEach(console.warn)
        console.note("Google is asked with \(found.credential.summary): \(found.reason)")
        let tokens = found.credential.tokens
        return IAMKeyPublisher(
            tokens: found.isOfRing ? RingKeyTokens(tokens: tokens) : tokens, connection: connection)
    }

    /// A credential, and why it is the one.
    private struct Found: Sendable {
        let credential: GoogleCredential
        let reason: String
        var isOfRing = false
    }

    private func credential(_ ring: LoadedKeyRing) async throws -> Found {
        let search = ApplicationDefaultCredentials(environment: console.environment, connection: connection)
        if let credentials {
            return Found(
                credential: credentials == Self.defaultCredentials
                    ? try await search.find() : try search.credential(inFile: credentials),
                reason: "--credentials says so")
        }
        if let active = ring.active {
            let credential = try GoogleCredential(
                key: active.account, place: "the ring's active key \(active.id)", connection: connection)
            return Found(credential: credential, reason: "--credentials names no other", isOfRing: true)
        }
        do throws(GoogleCloudError) {
            return Found(credential: try await search.find(), reason: "no key of the ring signs")
        } catch {
            guard error.code == .credentialsNotFound else { throw error }
            let hint = "no key of the ring signs: name a credential with --credentials FILE"
            throw error.hinting(error.hint.map { "\(hint); or \($0)" } ?? hint)
        }
    }
}
