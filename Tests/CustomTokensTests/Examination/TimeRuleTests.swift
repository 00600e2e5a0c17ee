import CustomTokens
import JOSE
import StrictJSON
import Testing

@Suite("Examination: exp, iat and lifetime")
struct TimeRuleTests {
    private static let now = Fixtures.now.secondsSinceEpoch

    @Test("exp is taken until 299 s after it", arguments: [-3595, -1, 0, 1, 299] as [Int64])
    func expirationKept(_ past: Int64) throws {
        let token = try Forge.token(["exp": .integer(Self.now - past), "iat": .integer(Self.now - past - 3600)])
        let examination = try Forge.examine(token)
        #expect(examination[.expiration]?.verdict == .passed)
        #expect(examination.verdict == .accepted)
        #expect((examination[.expiration]?.detail.contains("within the 300 s") == true) == (past >= 0))
    }

    @Test("exp is refused from 300 s after it", arguments: [300, 301, 3600, 1_000_000] as [Int64])
    func expirationBroken(_ past: Int64) throws {
        let token = try Forge.token(["exp": .integer(Self.now - past), "iat": .integer(Self.now - past - 3600)])
        let examination = try Forge.examine(token)
        expectBroken(.expiration, code: Forge.Code.invalid, in: examination)
        #expect(examination.decisive?.detail.contains("expired") == true)
    }

    @Test("iat is taken up to now", arguments: [0, 1, 5, 3599] as [Int64])
    func issueTimeKept(_ past: Int64) throws {
        let issuedAt = Self.now - past
        let token = try Forge.token(["iat": .integer(issuedAt), "exp": .integer(issuedAt + 3600)])
        #expect(try Forge.examine(token).verdict == .accepted)
    }

    @Test("iat in the future is refused from the first second", arguments: [1, 600, 3600] as [Int64])
    func issueTimeBroken(_ ahead: Int64) throws {
        let issuedAt = Self.now + ahead
        let token = try Forge.token(["iat": .integer(issuedAt), "exp": .integer(issuedAt + 3600)])
        let examination = try Forge.examine(token)
        expectBroken(.issueTime, code: Forge.Code.invalid, in: examination)
        #expect(examination.decisive?.detail.contains("in the future") == true)
    }

    @Test("a lifetime of 1 to 3600 s is taken", arguments: [1, 2, 3599, 3600] as [Int64])
    func lifetimeKept(_ seconds: Int64) throws {
        let token = try Forge.token(["iat": .integer(Self.now), "exp": .integer(Self.now + seconds)])
        let examination = try Forge.examine(token)
        #expect(examination[.lifetime]?.verdict == .passed)
        #expect(examination.verdict == .accepted)
    }

    @Test("any other lifetime is refused", arguments: [0, -1, -5, 3601, 7200, 86400] as [Int64])
    func lifetimeBroken(_ seconds: Int64) throws {
        let token = try Forge.token(["iat": .integer(Self.now), "exp": .integer(Self.now + seconds)])
        let examination = try Forge.examine(token)
        expectBroken(.lifetime, code: Forge.Code.invalid, in: examination)
        #expect(examination.decisive?.detail.contains("\(seconds) s after iat") == true)
    }

    @Test(
        "a time that is missing or no integer is refused, and the lifetime is not judged", arguments: ["exp", "iat"],
        [
            nil, .null, "1796015519", true, .array([]), .integer(-1), .integer(253_402_300_800), .integer(.max),
            .integer(.min),
        ] as [JSONValue?])
    func unusable(_ name: String, _ value: JSONValue?) throws {
        let examination = try Forge.examine(Forge.token([name: value]))
        expectBroken(name == "exp" ? .expiration : .issueTime, code: Forge.Code.invalid, in: examination)
        #expect(examination[.lifetime]?.verdict == .skipped)
    }

    @Test(
        "a time with a fraction or an exponent is refused", arguments: ["exp", "iat"],
        ["1796011924.0", "1.796011924e9"])
    func decimal(_ name: String, _ text: String) throws {
        let value = try JSONValue(parsing: Array(text.utf8), limits: .token)
        let examination = try Forge.examine(Forge.token([name: value]))
        expectBroken(name == "exp" ? .expiration : .issueTime, code: Forge.Code.invalid, in: examination)
        #expect(examination.decisive?.detail.contains("fraction or exponent") == true)
    }

    @Test(
        "an nbf that has not come, or is none, is refused", arguments: [.integer(now + 1), "x", .null] as [JSONValue])
    func notBefore(_ value: JSONValue) throws {
        let examination = try Forge.examine(Forge.token(["nbf": value]))
        expectBroken(.issueTime, code: Forge.Code.invalid, in: examination)
    }

    @Test("an nbf that has come is no fault")
    func pastNotBefore() throws {
        #expect(try Forge.examine(Forge.token(["nbf": .integer(Self.now)])).verdict == .accepted)
    }

    @Test("clocks at the ends of time do not trap", arguments: [.min, .max, 0] as [Int64])
    func extremeClocks(_ seconds: Int64) throws {
        let examination = try Forge.examine(Forge.token(), now: NumericDate(secondsSinceEpoch: seconds))
        #expect(examination.verdict == .refused)
        #expect(examination.decisive?.code == Forge.Code.invalid)
    }
}
