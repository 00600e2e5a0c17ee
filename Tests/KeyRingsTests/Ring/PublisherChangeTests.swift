import JOSE
import KeyRings
import Testing

@Suite("What may be changed at the publisher")
struct PublisherChangeTests {
    private static let now = Fixtures.now

    /// A ring with one key in a state, and another that signs where the first does not.
    private func ring(_ state: KeyState) throws -> KeyRing {
        var ring = KeyRing()
        for id in ["one", "two"] { try ring.add(id, account: Fixtures.email, at: Self.now) }
        switch state {
        case .next: try ring.activate("two", at: Self.now)
        case .active: try ring.activate("one", at: Self.now)
        case .retiring, .retired:
            for id in ["one", "two"] { try ring.activate(id, at: Self.now) }
            if state == .retired { try ring.retire("one", at: Self.now + KeyRing.retentionSeconds) }
        case .revoked: try ring.revoke("one", at: Self.now)
        }
        #expect(ring["one"]?.state == state)
        return ring
    }

    @Test(
        "the key that signs is not disabled, every other is; a revoked one is not enabled", arguments: KeyState.allCases
    )
    func states(_ state: KeyState) throws {
        let ring = try ring(state)
        #expect((try? ring.checkDisabling("one")) == nil || state != .active)
        if state != .active { #expect(throws: Never.self) { try ring.checkDisabling("one") } }
        if state == .revoked {
            #expect(throws: KeyRingError(.stateForbids, "")) { try ring.checkEnabling("one") }
        } else {
            #expect(throws: Never.self) { try ring.checkEnabling("one") }
        }
        #expect(ring.mayStillSign("one") == (state == .next || state == .active))
    }

    @Test(
        "a key that was removed is not enabled, whatever it was before", arguments: [KeyState.next, .retired, .revoked])
    func removed(_ state: KeyState) throws {
        var ring = try ring(state)
        try ring.remove("one", at: Self.now)
        #expect(ring.hasRemoved("one") && !ring.mayStillSign("one"))
        #expect(throws: KeyRingError(.stateForbids, "")) { try ring.checkEnabling("one") }
        #expect(throws: Never.self) { try ring.checkDisabling("one") }
    }

    @Test("a key that the ring does not know may be on its way into it")
    func unknown() throws {
        let ring = try ring(.active)
        #expect(ring.mayStillSign("three") && !ring.hasRemoved("three"))
        #expect(throws: Never.self) { try ring.checkDisabling("three") }
        #expect(throws: Never.self) { try ring.checkEnabling("three") }
    }
}
