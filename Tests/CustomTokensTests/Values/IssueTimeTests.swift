@testable import CustomTokens
import JOSE
import Testing

@Suite("Time of issue")
struct IssueTimeTests {
    private struct BrokenClock: WallClock {
        func now() throws(JOSEError) -> NumericDate { throw JOSEError(.clockUnavailable, "the clock is broken") }
    }

    private func date(_ time: IssueTime, clock seconds: Int64) throws -> Int64 {
        try time.date(by: FixedWallClock(NumericDate(secondsSinceEpoch: seconds))).secondsSinceEpoch
    }

    @Test("now is dated back by 5 s", arguments: [1_793_491_200, 1_796_011_924, 4_102_444_800] as [Int64])
    func backdated(_ clock: Int64) throws {
        #expect(try date(.now, clock: clock) == clock - 5)
    }

    @Test(
        "a clock before the release of the software is refused",
        arguments: [1_793_491_199, 1_700_000_000, 1, 0, -1, .min] as [Int64])
    func unset(_ clock: Int64) throws {
        let error = try refusal { try date(.now, clock: clock) }
        #expect(error.code == .clockNotSet)
        #expect(error.reason.contains("not set"))
    }

    @Test("the earliest clock is the start of November 2026")
    func earliest() {
        #expect(IssueTime.earliestClock.utc == "2026-11-01T00:00:00Z")
    }

    @Test("a clock beyond the year 9999 is refused", arguments: [253_402_297_200, 253_402_300_800, .max] as [Int64])
    func farFuture(_ clock: Int64) {
        #expect(throws: CustomTokenError(.issuedAtInvalid, "")) { try date(.now, clock: clock) }
    }

    @Test("a broken clock is refused with its own reason")
    func broken() throws {
        let error = try refusal { try IssueTime.now.date(by: BrokenClock()) }
        #expect(error.code == .clockNotSet)
        #expect(error.reason == "the clock is broken")
    }

    @Test(
        "an exact time is taken as it is, whatever the clock shows",
        arguments: [
            0, 1, 1_700_000_000, 1_735_689_599, 253_402_297_199,
        ] as [Int64], [0, .max] as [Int64])
    func exact(_ seconds: Int64, clock: Int64) throws {
        #expect(try date(.exactly(NumericDate(secondsSinceEpoch: seconds)), clock: clock) == seconds)
    }

    @Test("an exact time does not ask the clock")
    func withoutClock() throws {
        #expect(try IssueTime.exactly(Fixtures.now).date(by: BrokenClock()) == Fixtures.now)
    }

    @Test(
        "an exact time outside 1970 to 9999 is refused without a trap",
        arguments: [
            -1, 253_402_297_200, 253_402_300_800, .min, .max, .max - 1,
        ] as [Int64])
    func impossible(_ seconds: Int64) {
        #expect(throws: CustomTokenError(.issuedAtInvalid, "")) {
            try date(.exactly(NumericDate(secondsSinceEpoch: seconds)), clock: 1_796_011_924)
        }
    }
}
