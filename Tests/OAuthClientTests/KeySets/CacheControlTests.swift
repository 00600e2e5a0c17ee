import JOSE
@testable import OAuthClient
import Testing

@Suite("Key sets: how long an answer says it may be used")
struct CacheControlTests {
    private func freshness(_ fields: [(String, String)]) -> Duration? {
        CacheControl(
            HTTPResponse(status: 200, fields: fields.map { HTTPField(name: $0.0, value: $0.1) }, body: [])
        ).freshness
    }

    @Test(
        "CACHE-01, FB-19: the table of Cache-Control",
        arguments: [
            ("max-age=600", 600), ("max-age=0", 0), ("MAX-AGE=600", 600), ("Max-Age = 600", 600),
            ("public, max-age=19684, must-revalidate, no-transform", 19684), ("must-revalidate,max-age=300", 300),
            (#"max-age="600""#, 600), ("no-cache, max-age=600", 0), ("max-age=600, no-store", 0), ("no-store", 0),
            ("No-Cache", 0), ("max-age=junk", 0), ("max-age=", 0), ("max-age", 0), ("max-age=-1", 0),
            ("max-age=1.5", 0), ("max-age=6e2", 0), ("max-age=600, max-age=60", 60), ("max-age=60, max-age=x", 0),
            ("max-age=99999999999999999999", 1 << 31), ("s-maxage=5", nil), ("s-maxage=5, max-age=600", 600),
            ("public", nil), ("", nil), (",,,", nil), (#"private="max-age=5, no-store", max-age=600"#, 600),
            ("xmax-age=5", nil), ("max-age=٦٠٠", 0),
        ] as [(String, Int?)])
    func cacheControl(_ value: String, _ seconds: Int?) {
        #expect(freshness([("Cache-Control", value)]) == seconds.map { .seconds($0) })
    }

    @Test("CACHE-01: several fields count together, and their names have no case")
    func severalFields() {
        #expect(freshness([("cache-control", "max-age=600"), ("CACHE-CONTROL", "max-age=300")]) == .seconds(300))
        #expect(freshness([("Cache-Control", "max-age=600"), ("Cache-Control", "no-cache")]) == .zero)
    }

    @Test(
        "CACHE-02: the age of the answer is taken off",
        arguments: [
            ("100", 500), ("600", 0), ("9999", 0), ("0", 600), ("junk", 600), ("-5", 600), ("100, 200", 500), ("", 600),
        ])
    func age(_ age: String, _ seconds: Int) {
        #expect(freshness([("Cache-Control", "max-age=600"), ("Age", age)]) == .seconds(seconds))
    }

    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    @Test(
        "CACHE-01: without max-age, Expires less Date",
        arguments: [
            ("Sun, 06 Nov 1994 09:49:37 GMT", date, 3600), (date, date, 0), ("Sun, 06 Nov 1994 07:49:37 GMT", date, 0),
            ("0", date, 0), ("-1", date, 0), ("Sunday, 06-Nov-94 09:49:37 GMT", date, 0),
            ("Sun, 06 Nov 1994 09:49:37 GMT", nil, 0), ("Sun, 06 Nov 1994 09:49:37 GMT", "x", 0),
        ] as [(String, String?, Int)])
    func expires(_ expires: String, _ date: String?, _ seconds: Int) {
        let fields = [("Expires", expires)] + (date.map { [("Date", $0)] } ?? [])
        #expect(freshness(fields) == .seconds(seconds))
        #expect(freshness(fields + [("Cache-Control", "max-age=60")]) == .seconds(60))
    }

    @Test("an answer that says nothing says nothing, however old it is")
    func nothing() {
        #expect(freshness([]) == nil)
        #expect(freshness([("Age", "100"), ("Date", Self.date)]) == nil)
    }

    @Test(
        "JWKS-01, case B35: 600 s where nothing is said, at least a minute, at most a day",
        arguments: [(nil, 600), (0, 60), (59, 60), (60, 60), (3600, 3600), (86_400, 86_400), (31_536_000, 86_400)]
            as [(Int?, Int)])
    func clamp(_ stated: Int?, _ seconds: Int) {
        #expect(KeySetFreshness.bounded(stated.map { .seconds($0) }) == .seconds(seconds))
    }
}

@Suite("Key sets: dates of HTTP")
struct HTTPDateTests {
    @Test(
        "the preferred form is read",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799), ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800),
            ("Mon, 30 Nov 2026 06:32:04 GMT", 1_796_020_324), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ])
    func read(_ text: String, _ seconds: Int64) {
        #expect(HTTPDate.parse(text)?.secondsSinceEpoch == seconds)
    }

    @Test(
        "anything else is not",
        arguments: [
            "", "0", "Sun Nov  6 08:49:37 1994", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:37 GMT x",
            "Sun,  06 Nov 1994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
        ])
    func refused(_ text: String) {
        #expect(HTTPDate.parse(text) == nil)
    }
}
