import Cryptography
import OAuthClient
import Transport

/// The transports of these tests.
enum PeerTransport: Sendable {
    /// One for all peers without TLS, so that there is one thread.
    static let shared = Result { try make() }

    /// A transport.
    ///
    /// - Parameter authorities: A file of authorities that are trusted beside the system's.
    /// - Returns: The transport; patient, for peers share a machine with many tests.
    /// - Throws: What setting it up throws.
    static func make(authorities: String? = nil) throws -> CurlTransport {
        try CurlTransport(
            TransportConfiguration(
                version: "1.2.3", proxy: .none, extraAuthoritiesFile: authorities, deadline: .seconds(60),
                connectDeadline: .seconds(30)),
            pause: RetryPause(random: SecureRandom()))
    }
}
