import JOSE
import OAuthClient
import StrictJSON
import Testing

@Suite("A provider changes its keys", .serialized, .enabled(if: Peers.hasGlewlwyd, "glewlwyd is not installed"))
struct KeyRotationTests {
    private let peer: Glewlwyd
    private let client: PeerClient
    private let clock = ShiftedClock()
    private let keys: KeySetCache

    init() async throws {
        peer = try Glewlwyd.other()
        client = try await PeerClient("web", at: peer)
        keys = try client.keys(clock: clock)
    }

    @Test(
        "JWKS-02: a new key is found by one fetch after the cooldown, and the old one stays good while it is published")
    func keep() async throws {
        let old = try await client.idToken()
        #expect(try await client.verified(old, with: keys).audience == "web")
        _ = try await peer.rotate(.keep)
        let new = try await client.idToken()
        // The last fetch was just now: the unknown key identifier causes none.
        await #expect(throws: JOSEError(.keyNotFound, "")) { try await client.verified(new, with: keys) }
        #expect(keys.health.fetches == 1)
        clock.advance(seconds: 31)
        #expect(try await client.verified(new, with: keys).audience == "web")
        #expect(try await client.verified(old, with: keys).audience == "web")
        #expect(keys.health.fetches == 2)
    }

    @Test("JWKS-02: a thousand tokens with unknown key identifiers cause one request")
    func unknownKeyIDs() async throws {
        #expect(try await client.verified(client.idToken(), with: keys).audience == "web")
        clock.advance(seconds: 31)
        let keys = keys
        let found = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    let header = try JOSEHeader(parsing: [UInt8](#"{"alg":"RS256","kid":"unknown-\#(number)"}"#.utf8))
                    return try await keys.keys(for: header).entries.contains { $0.keyID == header.keyID }
                }
            }
            return try await group.contains(true)
        }
        #expect(!found)
        #expect(keys.health.fetches == 2)
    }

    @Test("JWKS-04: a key that is published no longer is not accepted any more once the keys are fetched again")
    func drop() async throws {
        let old = try await client.idToken()
        #expect(try await client.verified(old, with: keys).audience == "web")
        #expect(try await peer.rotate(.drop).count == 1)
        #expect(try await client.verified(old, with: keys).audience == "web")
        clock.advance(seconds: 601)
        await #expect(throws: JOSEError(.keyNotFound, "")) { try await client.verified(old, with: keys) }
        #expect(try await client.verified(client.idToken(), with: keys).audience == "web")
        #expect(keys.health.fetches == 2)
    }

    @Test(
        "JWKS-04: a new key with the old one's identifier is refused until the keys are fetched again, then the old one is"
    )
    func sameKeyID() async throws {
        let old = try await client.idToken()
        #expect(try await client.verified(old, with: keys).audience == "web")
        _ = try await peer.rotate(.samekid)
        let new = try await client.idToken()
        #expect(try Self.keyID(of: old) == Self.keyID(of: new))
        clock.advance(seconds: 31)
        await #expect(throws: JOSEError(.signatureInvalid, "")) { try await client.verified(new, with: keys) }
        #expect(keys.health.fetches == 1)
        clock.advance(seconds: 601)
        #expect(try await client.verified(new, with: keys).audience == "web")
        await #expect(throws: JOSEError(.signatureInvalid, "")) { try await client.verified(old, with: keys) }
    }

    @Test("JWKS-06: late in their time, keys are fetched again in the background")
    func background() async throws {
        let old = try await client.idToken()
        #expect(try await client.verified(old, with: keys).audience == "web")
        _ = try await peer.rotate(.keep)
        clock.advance(seconds: 545)
        #expect(try await client.verified(old, with: keys).audience == "web")
        let end = ContinuousClock.now + .seconds(60)
        while keys.health.fetches < 2, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(5)) }
        // So the new key is there before a token asks for it.
        #expect(try await client.verified(client.idToken(), with: keys).audience == "web")
        #expect(keys.health.fetches == 2)
    }

    private static func keyID(of token: UnverifiedIDToken) throws -> String? {
        try CompactJWS(parsing: token.secretText).unverifiedHeader.keyID
    }
}
