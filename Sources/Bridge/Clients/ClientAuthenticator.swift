import Cryptography
public import JOSE
import OAuthClient
import StrictJSON

/// Proves who the client of a request is (RFC 6749, section 2.3).
///
/// A client that is unknown and a secret that is wrong are one error after the same work. Guessing is to be slowed by
/// the caller, by the identifier of the claim: each failure of the client's own has the code `clientInvalid`.
public struct ClientAuthenticator: Sendable {
    let registry: ClientRegistry
    let assertions: AssertionVerifier

    /// Makes an authenticator.
    ///
    /// - Parameters:
    ///   - registry: The registered clients.
    ///   - identifiers: What this bridge is called in assertions.
    ///   - store: Where used assertions are remembered.
    ///   - clock: The clock that assertions are held against.
    public init(
        _ registry: ClientRegistry, identifiers: BridgeIdentifiers, store: any Store, clock: any WallClock
    ) {
        self.registry = registry
        assertions = AssertionVerifier(identifiers: identifiers, marks: ReplayMarks(store), clock: clock)
    }

    /// Proves who a client is.
    ///
    /// - Parameter claim: Who it says it is; nil where it says nothing.
    /// - Returns: The evidence.
    /// - Throws: `BridgeError` with code `clientInvalid`, `clientKeysUnavailable` where an assertion cannot be verified
    ///   now, or `storeUnavailable` where it cannot be remembered.
    public func client(for claim: ClientClaim?) async throws(BridgeError) -> AuthenticatedClient {
        guard let claim else {
            throw BridgeError(.clientInvalid, "the request does not say which client it is from (client_id)")
        }
        let entry = registry.entry(claim.clientID)
        switch claim.proof {
        case .none:
            guard let entry, entry.isPublic else {
                throw BridgeError(.clientInvalid, "the client is unknown, or must prove who it is and has not")
            }
            return AuthenticatedClient(entry.client, way: nil)
        case .basic(let secret): return try Self.client(entry, secret, .basic)
        case .post(let secret): return try Self.client(entry, secret, .post)
        case .assertion(let assertion): return try await client(entry, assertion)
        }
    }

    /// Makes the assertion that proved a client good again, for a request that failed here by no fault of the client's.
    ///
    /// An assertion is used up before the work that it allows, and not after it as other credentials are: else a request
    /// that is sent twice would do that work twice. So it is given back where the work could not be done. Where the store
    /// fails at that too, it stays used up, and the client signs another.
    ///
    /// - Parameter client: What `client(for:)` returned; nothing was handed out to it.
    public func giveBackAssertion(of client: AuthenticatedClient) async {
        guard let mark = client.usedAssertion, let now = try? assertions.clock.bridgeTime() else { return }
        try? await assertions.marks.remove(mark, now: now)
    }

    private static func client(
        _ entry: ClientRegistry.Entry?, _ secret: ClientSecret, _ way: RegisteredClient.Authentication
    ) throws(BridgeError) -> AuthenticatedClient {
        // The hash is made and compared whoever it is, so that time tells nothing. No secret has the hash of zeros.
        let expected = entry?.secretDigest?.bytes ?? [UInt8](repeating: 0, count: 32)
        let isRight = ConstantTime.areEqual(try ClientRegistry.digest(of: secret).bytes, expected)
        guard isRight, let entry, entry.allows(way) else {
            throw BridgeError(
                .clientInvalid,
                "the client is unknown, its secret is wrong, or \(way.rawValue) is no way that it is registered for")
        }
        return AuthenticatedClient(entry.client, way: way)
    }

    private func client(
        _ entry: ClientRegistry.Entry?, _ assertion: UnverifiedAssertion
    ) async throws(BridgeError) -> AuthenticatedClient {
        guard let entry, entry.allows(.privateKeyJWT) else { throw AssertionVerifier.unproven(.clientInvalid) }
        // The subject is the client's identifier: by it the client was found. The verifier asks the same of the issuer.
        let verified = try await assertions.verified(assertion, by: entry, for: .authentication)
        return AuthenticatedClient(
            entry.client, way: .privateKeyJWT, usedAssertion: try await assertions.use(verified))
    }
}
