public import Cryptography
public import JOSE
public import OAuthClient

/// The way to Firebase Authentication: addresses, what carries requests, and the clocks.
///
/// One serves all sessions: the certificates for ID tokens are fetched once and kept while they are right.
public struct FirebaseConnection: Sendable {
    /// Where Firebase is reached.
    public let endpoints: FirebaseEndpoints

    let transport: any HTTPTransport
    let certificates: any KeySource
    let wallClock: any WallClock
    let monotonicClock: any MonotonicClock
    let random: any RandomSource

    /// Makes a connection; nothing is sent by that.
    ///
    /// - Parameters:
    ///   - endpoints: Where Firebase is reached.
    ///   - transport: What carries the requests.
    ///   - wallClock: The clock that tokens are held against.
    ///   - monotonicClock: The clock that waits are measured with.
    ///   - random: What spreads repeated requests.
    /// - Throws: `FirebaseSessionError` with code `endpointNotAllowed`.
    public init(
        endpoints: FirebaseEndpoints, transport: any HTTPTransport, wallClock: any WallClock = SystemWallClock(),
        monotonicClock: any MonotonicClock = SystemMonotonicClock(), random: any RandomSource = SecureRandom()
    ) throws(FirebaseSessionError) {
        self.endpoints = endpoints
        self.transport = transport
        self.wallClock = wallClock
        self.monotonicClock = monotonicClock
        self.random = random
        certificates = KeySetCache(
            url: try endpoints.certificates(), format: .x509Map, transport: transport, clock: monotonicClock,
            random: random, patience: .firebase)
    }
}
