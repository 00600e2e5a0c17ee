import JOSE
import StrictJSON
import Testing

@Suite("Dates (JOSE-14)")
struct NumericDateTests {
    private static func date(_ text: String) throws -> Int64 {
        let value = try JSONValue(parsing: [UInt8](text.utf8), limits: .token)
        return try NumericDate(value, claim: "exp").secondsSinceEpoch
    }

    @Test(
        "numbers of seconds from 1970 to 9999 are read, fractions dropped",
        arguments: [
            ("0", 0), ("1700000000", 1_700_000_000), ("1.7e9", 1_700_000_000), ("1700000000.0", 1_700_000_000),
            ("1700000000.999", 1_700_000_000), ("253402300799", 253_402_300_799), ("0.5", 0),
            ("253402300799.5", 253_402_300_799),
        ] as [(String, Int64)])
    func reads(text: String, seconds: Int64) throws {
        #expect(try Self.date(text) == seconds)
    }

    @Test(
        "numbers before 1970 and after 9999 are refused",
        arguments: [
            "-1", "-0.5", "-1e-9", "253402300800", "1700000000000", "9223372036854775807", "-9223372036854775808",
            "1e300",
            "9.3e18", "1.7e12",
        ])
    func refusesOtherTimes(text: String) {
        #expect(throws: JOSEError(.claimInvalid, "")) { try Self.date(text) }
    }

    @Test(
        "other kinds than numbers are refused",
        arguments: [#""1700000000""#, "true", "null", "[1700000000]", #"{"exp":1}"#, #""NaN""#, #""""#])
    func refusesOtherKinds(text: String) {
        #expect(throws: JOSEError(.claimInvalid, "")) { try Self.date(text) }
    }

    @Test("the error names the claim")
    func namesClaim() {
        let error = #expect(throws: JOSEError.self) { try NumericDate("soon", claim: "nbf") }
        #expect(error?.reason.contains("nbf") == true)
        #expect(error?.reason.contains("soon") == false)
    }

    @Test(
        "a date is told in UTC",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_700_000_000, "2023-11-14T22:13:20Z"), (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_799, "2000-02-29T23:59:59Z"), (951_868_800, "2000-03-01T00:00:00Z"),
            (1_709_164_800, "2024-02-29T00:00:00Z"), (1_735_689_599, "2024-12-31T23:59:59Z"),
            (1_735_689_600, "2025-01-01T00:00:00Z"), (4_107_542_399, "2100-02-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"), (4_102_444_800, "2100-01-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"), (-1, "1969-12-31T23:59:59Z"),
            (1_796_011_924, "2026-11-30T04:12:04Z"),
        ] as [(Int64, String)])
    func tellsUTC(seconds: Int64, text: String) {
        #expect(NumericDate(secondsSinceEpoch: seconds).utc == text)
        #expect(NumericDate(secondsSinceEpoch: seconds).description == "\(seconds) (\(text))")
    }

    @Test("seconds are added and subtracted, and stop at the ends")
    func adds() {
        let date = NumericDate(secondsSinceEpoch: 100)
        #expect((date + 60).secondsSinceEpoch == 160)
        #expect((date - 60).secondsSinceEpoch == 40)
        #expect((NumericDate(secondsSinceEpoch: .max) + 1).secondsSinceEpoch == .max)
        #expect((NumericDate(secondsSinceEpoch: .min) - 1).secondsSinceEpoch == .min)
        #expect((NumericDate(secondsSinceEpoch: .min) + .min).secondsSinceEpoch == .min)
        #expect((date - .min).secondsSinceEpoch == .max)
        #expect((NumericDate(secondsSinceEpoch: -1) - .min).secondsSinceEpoch == .max)
        #expect(date < date + 1)
    }

    @Test("a leeway is 0 to 300 seconds", arguments: [0, 1, 60, 300] as [Int64])
    func acceptsLeeway(seconds: Int64) throws {
        #expect(try ClockLeeway(seconds: seconds).seconds == seconds)
    }

    @Test("other leeways are refused", arguments: [-1, 301, .max, .min] as [Int64])
    func refusesLeeway(seconds: Int64) {
        #expect(throws: JOSEError(.leewayInvalid, "")) { try ClockLeeway(seconds: seconds) }
    }

    @Test("the standard leeway is a minute")
    func hasStandardLeeway() {
        #expect(ClockLeeway.standard.seconds == 60)
    }

    @Test("the system's clock is later than the writing of this test, a fixed one stands still")
    func tellsTime() throws {
        #expect(try SystemWallClock().now() > NumericDate(secondsSinceEpoch: 1_750_000_000))
        #expect(FixedWallClock(NumericDate(secondsSinceEpoch: 7)).now().secondsSinceEpoch == 7)
    }
}
