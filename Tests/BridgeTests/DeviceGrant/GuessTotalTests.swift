@testable import Bridge
import Cryptography
import JOSE
import OAuthClient
import Storage
import Testing

@Suite("How many user codes may be guessed wrongly from everywhere")
struct GuessTotalTests {
    private static func wrong() throws -> UserCode { try UserCode(random: SecureRandom()) }

    /// A counter of many guesses in steps of 10 s, and its store.
    private struct Counted: Sendable {
        let counter: GuessCounter
        let store = MemoryStore()

        init(_ maximum: Int) throws {
            counter = GuessCounter(
                limit: .userCodeEverywhere, key: try .count("some", of: "everywhere"), maximum: maximum, seconds: 600,
                step: 10)
        }

        func take(_ time: Int64) async throws -> GuessCounter.Outcome {
            try await counter.take(in: store, now: NumericDate(secondsSinceEpoch: time))
        }

        func giveBack(_ time: Int64) async throws {
            try await counter.giveBack(in: store, now: NumericDate(secondsSinceEpoch: time))
        }

        /// Whether there is a place, which is taken.
        func isTaken(_ time: Int64) async throws -> Bool {
            if case .taken = try await take(time) { true } else { false }
        }
    }

    @Test(
        "8628-14: thousands of wrong codes from hundreds of networks keep nobody from a right one; the bound is 5,000")
    func sparesPeople() async throws {
        let world = try DeviceWorld()
        let started = try await world.start()
        var looked = 0
        for number in 0..<1_010 {
            for _ in 0..<5 {
                let origin = try DeviceWorld.browser(10 + number)
                if try await world.refusal(try Self.wrong(), from: origin).code == .userCodeInvalid { looked += 1 }
            }
            guard number.isMultiple(of: 333), number < 900 else { continue }
            _ = try await world.grant.session(for: started.userCode, from: try DeviceWorld.browser(5))
        }
        #expect(looked == 5_000)
        #expect(
            try await world.refusal(started.userCode, from: try DeviceWorld.browser(5)).limit == .userCodeEverywhere)
    }

    @Test(
        "8628-14: no stretch as long as a code lives has more than the limit, and none is counted 10 s longer than that"
    )
    func stretches() async throws {
        let counted = try Counted(7)
        var taken: [Int64] = []
        for time in stride(from: Int64(1_000_003), to: 1_004_000, by: 13) where try await counted.isTaken(time) {
            taken.append(time)
        }
        for time in taken { #expect(taken.filter { time..<(time + 600) ~= $0 }.count <= 7) }
        for (first, next) in zip(taken, taken.dropFirst(7)) { #expect(next - first <= 600 + 10 + 13) }
        #expect(taken.count >= 7 * 6)
    }

    @Test("A place that is given back is there again, and takes nobody else's")
    func givesBack() async throws {
        let counted = try Counted(3)
        for time: Int64 in [1001, 1004, 1015] { #expect(try await counted.isTaken(time)) }
        #expect(try await !counted.isTaken(1020))
        try await counted.giveBack(1002)
        #expect(try await counted.isTaken(1020))
        #expect(try await !counted.isTaken(1021))
        // What was not taken is not given back.
        try await counted.giveBack(1500)
        #expect(try await !counted.isTaken(1501))
        // The guess of 1004 is counted until 1610, those of 1015 and 1020 until 1620.
        guard case .full(let end) = try await counted.take(1502) else {
            Issue.record("there is a place")
            return
        }
        #expect(end == NumericDate(secondsSinceEpoch: 1610))
        #expect(try await !counted.isTaken(1609))
        #expect(try await counted.isTaken(1610))
        #expect(try await !counted.isTaken(1611))
    }

    @Test("The record of a million guesses is as small as that of a few: there are as many times as steps")
    func staysSmall() async throws {
        let counted = try Counted(1_000_000)
        for time in Int64(5_000)..<6_300 { _ = try await counted.take(time) }
        let now = NumericDate(secondsSinceEpoch: 6_300)
        let record = try #require(try await counted.store.record(counted.counter.key, now: now))
        #expect(record.payload.count < 61 * 10 + 40)
    }
}
