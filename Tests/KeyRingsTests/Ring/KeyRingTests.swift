import JOSE
import StrictJSON
import TestSupport
import Testing

@testable import KeyRings

@Suite("Key ring as a state machine (design, section 6)")
struct KeyRingTests {
    private static let now = Fixtures.now
    private static let later = now + KeyRing.retentionSeconds

    /// A ring with a key in each state.
    private static func full() throws -> KeyRing {
        var ring = KeyRing()
        for id in ["retired", "revoked", "retiring", "active", "next"] {
            try ring.add(id, account: Fixtures.email, at: now)
        }
        try ring.retire("retired", at: now)
        try ring.revoke("revoked", at: now)
        try ring.activate("retiring", at: now)
        try ring.activate("active", at: now)
        return ring
    }

    private typealias Change = @Sendable (inout KeyRing, String) throws(KeyRingError) -> Void

    @Test("the retention is the longest life of a token, the leeway and the caches")
    func retention() {
        #expect(KeyRing.retentionSeconds == 3960)
    }

    @Test("a new key is next, and nothing signs yet")
    func new() throws {
        var ring = KeyRing()
        try ring.add("k", account: Fixtures.email, at: Self.now)
        #expect(ring.entries.map(\.state) == [.next] && ring.active == nil)
        #expect(ring["k"]?.createdAt == Self.now && ring["k"]?.since == Self.now && ring.revision == 1)
    }

    @Test(
        "activate: what becomes of a key in each state",
        arguments: [
            ("next", KeyState.active, nil), ("active", .active, nil), ("retiring", .active, nil),
            ("retired", .retired, .stateForbids), ("revoked", .revoked, .stateForbids),
        ] as [(String, KeyState, KeyRingError.Code?)])
    func activate(id: String, state: KeyState, refusal: KeyRingError.Code?) throws {
        try check(id, state, refusal, at: Self.later) { ring, id throws(KeyRingError) in
            try ring.activate(id, at: Self.later)
        }
    }

    @Test(
        "retire: what becomes of a key in each state",
        arguments: [
            ("next", KeyState.retired, nil), ("active", .active, .stateForbids), ("retiring", .retired, nil),
            ("retired", .retired, nil), ("revoked", .revoked, .stateForbids),
        ] as [(String, KeyState, KeyRingError.Code?)])
    func retire(id: String, state: KeyState, refusal: KeyRingError.Code?) throws {
        try check(id, state, refusal, at: Self.later) { ring, id throws(KeyRingError) in
            try ring.retire(id, at: Self.later)
        }
    }

    @Test("revoke: at once from each state", arguments: ["next", "active", "retiring", "retired", "revoked"])
    func revoke(id: String) throws {
        try check(id, .revoked, nil, at: Self.now) { ring, id throws(KeyRingError) in
            try ring.revoke(id, at: Self.now)
        }
    }

    @Test(
        "remove: what becomes of a key in each state",
        arguments: [
            ("next", nil), ("active", .stateForbids), ("retiring", .stateForbids), ("retired", nil), ("revoked", nil),
        ] as [(String, KeyRingError.Code?)])
    func remove(id: String, refusal: KeyRingError.Code?) throws {
        var ring = try Self.full()
        let before = ring
        do throws(KeyRingError) {
            try ring.remove(id, at: Self.later)
            #expect(refusal == nil && ring[id] == nil && ring.removed.map(\.id) == [id])
        } catch {
            #expect(error.code == refusal && ring == before)
        }
    }

    private func check(
        _ id: String, _ state: KeyState, _ refusal: KeyRingError.Code?, at now: NumericDate, _ change: Change
    ) throws {
        var ring = try Self.full()
        let before = ring
        do throws(KeyRingError) {
            try change(&ring, id)
            #expect(refusal == nil)
        } catch {
            #expect(error.code == refusal && ring == before)
        }
        #expect(ring[id]?.state == state)
        #expect(ring.entries.count { $0.state == .active } <= 1)
    }

    @Test("the key before begins to retire in the step in which another becomes active")
    func handover() throws {
        var ring = try Self.full()
        try ring.activate("next", at: Self.now + 10)
        #expect(ring["active"]?.state == .retiring && ring["active"]?.since == Self.now + 10)
        #expect(ring.active?.id == "next" && ring["next"]?.activatedAt == Self.now + 10)
    }

    @Test("a key that is taken back keeps the time of its first activation")
    func rollback() throws {
        var ring = try Self.full()
        try ring.activate("retiring", at: Self.now + 10)
        #expect(ring.active?.id == "retiring" && ring["retiring"]?.activatedAt == Self.now)
    }

    @Test("a key retires not one second before its tokens have expired")
    func tooEarly() throws {
        var ring = try Self.full()
        #expect(throws: KeyRingError(.tooEarly, "")) { try ring.retire("retiring", at: Self.later - 1) }
        try ring.retire("retiring", at: Self.later)
        #expect(ring["retiring"]?.state == .retired)
    }

    @Test("a clock that jumped back is told from one that just runs")
    func clockJump() throws {
        var ring = try Self.full()
        #expect(throws: KeyRingError(.clockContradicts, "")) { try ring.retire("retiring", at: Self.now - 1) }
        try ring.revoke("retiring", at: Self.now - 1)
        #expect(ring["retiring"]?.state == .revoked)
    }

    @Test("an identifier is never used again")
    func identifiers() throws {
        var ring = try Self.full()
        #expect(throws: KeyRingError(.keyExists, "")) { try ring.add("next", account: Fixtures.email, at: Self.now) }
        try ring.remove("next", at: Self.now)
        #expect(throws: KeyRingError(.keyExists, "")) { try ring.add("next", account: Fixtures.email, at: Self.now) }
        try ring.add("k", account: Fixtures.email, at: Self.now)
        #expect(throws: KeyRingError(.keyExists, "")) { try ring.rename("k", to: "next", at: Self.now) }
        #expect(throws: KeyRingError(.keyExists, "")) { try ring.rename("k", to: "active", at: Self.now) }
    }

    @Test("a key that has signed keeps its name")
    func rename() throws {
        var ring = try Self.full()
        for id in ["active", "retiring", "retired", "revoked"] {
            #expect(throws: KeyRingError(.stateForbids, "")) { try ring.rename(id, to: "other", at: Self.now) }
        }
        try ring.rename("next", to: "other", at: Self.now)
        #expect(ring["other"]?.state == .next && ring["next"] == nil && ring.removed.map(\.id) == ["next"])
    }

    @Test("a key of another account stays out, also one that differs in the form of a letter only")
    func account() throws {
        var ring = KeyRing()
        try ring.add("a", account: "e\u{301}@x.example", at: Self.now)
        #expect(throws: KeyRingError(.accountForeign, "")) {
            try ring.add("b", account: "\u{e9}@x.example", at: Self.now)
        }
    }

    @Test("what is not there cannot be changed")
    func unknown() throws {
        var ring = try Self.full()
        #expect(throws: KeyRingError(.keyUnknown, "")) { try ring.activate("k", at: Self.now) }
        #expect(throws: KeyRingError(.keyUnknown, "")) { try ring.retire("k", at: Self.now) }
        #expect(throws: KeyRingError(.keyUnknown, "")) { try ring.revoke("k", at: Self.now) }
        #expect(throws: KeyRingError(.keyUnknown, "")) { try ring.remove("k", at: Self.now) }
    }

    @Test("whatever is done in whatever order, at most one key signs, and what is read back is what was written")
    func anyOrder() throws {
        var random = SeededGenerator(seed: 20_261_130)
        for _ in 0..<200 {
            var ring = KeyRing()
            var now = Self.now
            var hasSigned = false
            for _ in 0..<40 {
                let id = "k\(Int.random(in: 0..<6, using: &random))"
                now = now + Int64.random(in: 0..<3000, using: &random)
                let before = ring
                var isRevokedActive = false
                do throws(KeyRingError) {
                    switch Int.random(in: 0..<6, using: &random) {
                    case 0: try ring.add(id, account: Fixtures.email, at: now)
                    case 1, 2: try ring.activate(id, at: now)
                    case 3: try ring.retire(id, at: now)
                    case 4:
                        isRevokedActive = ring.active?.id == id
                        try ring.revoke(id, at: now)
                    default: try ring.remove(id, at: now)
                    }
                } catch {
                    #expect(ring == before)
                }
                if isRevokedActive { hasSigned = false }
                #expect(ring.entries.count { $0.state == .active } == (hasSigned || ring.active != nil ? 1 : 0))
                hasSigned = hasSigned || ring.active != nil
                #expect(try KeyRing(parsing: ring.json.compactBytes) == ring)
            }
        }
    }
}
