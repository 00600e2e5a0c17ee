import OAuthClient
import Synchronization
import Testing

@Suite("How many wait for one other party at once")
struct WaitLimitTests {
    private final class Gate: Sendable {
        let arrived = Atomic<Int>(0)
        let isOpen = Atomic<Bool>(false)

        func pass() async {
            arrived.add(1, ordering: .relaxed)
            while !isOpen.load(ordering: .acquiring) { try? await Task.sleep(for: .milliseconds(2)) }
        }

        var arrivals: Int { arrived.load(ordering: .relaxed) }
    }

    private static func refusal(_ limit: WaitLimit) async -> OAuthClientError? {
        do throws(OAuthClientError) {
            try await limit.run { () async throws(OAuthClientError) in }
            return nil
        } catch {
            return error
        }
    }

    @Test("more are refused at once, and told when to come again; with room there is a place again")
    func limits() async throws {
        let refusals = Gate()
        let limit = WaitLimit("corp", maximum: 3, refused: { refusals.arrived.add(1, ordering: .relaxed) })
        let (other, gate) = (WaitLimit("other", maximum: 3), Gate())
        #expect(!limit.isFull)
        try await withThrowingTaskGroup(of: Void.self) { group in
            // Also where something is wrong: nobody is to wait for those who would wait for ever.
            defer { gate.isOpen.store(true, ordering: .releasing) }
            for _ in 0..<3 {
                group.addTask { try await limit.run { () async throws(OAuthClientError) in await gate.pass() } }
            }
            while gate.arrivals < 3 { try await Task.sleep(for: .milliseconds(2)) }
            for _ in 0..<5 {
                let error = try #require(await Self.refusal(limit))
                #expect(error.code == .providerUnavailable && error.retryAfterSeconds == 1)
                #expect(error.reason.hasPrefix("corp "))
            }
            #expect(await Self.refusal(other) == nil)
            #expect(limit.isFull && !other.isFull && refusals.arrivals == 5)
            gate.isOpen.store(true, ordering: .releasing)
            try await group.waitForAll()
        }
        #expect(await Self.refusal(limit) == nil)
        #expect(gate.arrivals == 3 && !limit.isFull && refusals.arrivals == 5)
    }

    @Test("what fails gives its place back")
    func failures() async throws {
        let limit = WaitLimit("corp", maximum: 1)
        for _ in 0..<5 {
            await #expect(throws: OAuthClientError(.tokenInactive, "")) {
                try await limit.run { () async throws(OAuthClientError) in throw OAuthClientError(.tokenInactive, "") }
            }
        }
        #expect(await Self.refusal(limit) == nil)
    }

    @Test("there is always room for one", arguments: [0, -1, Int.min])
    func leastRoom(_ maximum: Int) async {
        #expect(await Self.refusal(WaitLimit("corp", maximum: maximum)) == nil)
    }
}
