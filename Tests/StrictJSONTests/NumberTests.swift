import StrictJSON
import Testing

@Suite("Numbers")
struct NumberTests {
    @Test(
        "integers of 64 bits are exact",
        arguments: [
            ("0", 0), ("-1", -1), ("9007199254740993", 9_007_199_254_740_993),
            ("9223372036854775807", .max), ("-9223372036854775808", .min),
        ] as [(String, Int64)])
    func readsIntegers(text: String, value: Int64) throws {
        #expect(try parsed(text) == .integer(value))
        #expect(try parsed(text).compactText == text)
    }

    @Test(
        "integers beyond 64 bits are refused",
        arguments: [
            "9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
            "99999999999999999999999999999999",
        ])
    func refusesLargeIntegers(text: String) {
        #expect(refusal(of: text) == .numberOutOfRange)
        #expect(refusal(of: "{\"exp\":[\(text)]}") == .numberOutOfRange)
    }

    @Test("reals beyond the finite range are refused", arguments: ["1e400", "-1e400", "1.0E+309", "123e999999999"])
    func refusesInfiniteReals(text: String) {
        #expect(refusal(of: text) == .numberOutOfRange)
    }

    @Test(
        "numbers with fraction or exponent keep their digits",
        arguments: [
            "1.10", "1.1", "1e3", "1E3", "1e+3", "-0", "-0.0", "1.0", "0.0", "0e0", "1e-400", "1.7976931348623157e308",
        ])
    func keepsDigits(text: String) throws {
        guard case .decimal(let decimal) = try parsed(text) else {
            Issue.record("\(text) was not read as a decimal")
            return
        }
        #expect(decimal.text == text)
        #expect(try parsed("[\(text),{\"a\":\(text)}]").compactText == "[\(text),{\"a\":\(text)}]")
    }

    @Test("each number in a text gets its own digits")
    func keepsDigitsApart() throws {
        let text = #"{"a":1.0,"b":"2.0","c":[3.00,-4,5e0,{"d":"6","e":-0.70}],"1.5":8.250,"t":true,"e":null,"n":9}"#
        #expect(try parsed(text).compactText == text)
    }

    @Test(
        "numbers that the grammar has not are refused",
        arguments: [
            "01", "-01", "00", "1.", "-.5", "1e", "1e+", "1.e3", "0x1", "1_000", "[1.2.3]", "[1e2e3]", "[--1]", "+0",
        ])
    func refusesOtherNumbers(text: String) {
        #expect([.malformed, .trailingText].contains(refusal(of: text)))
    }

    @Test("truth values and numbers never turn into each other")
    func keepsKindsApart() throws {
        #expect(try parsed("true") != 1)
        #expect(try parsed("false") != 0)
        #expect(try parsed("1") != true)
        #expect(try parsed("true").integer == nil)
        #expect(try parsed("1").bool == nil)
        #expect(try parsed("1.0").integer == nil)
        #expect(try parsed("1.0") != 1)
        #expect(try parsed("1e0") != 1)
        #expect(try parsed(#""1""#).integer == nil)
        #expect(try parsed("0") != .null)
        #expect(try parsed("-0").integer == nil)
    }

    @Test("decimals of one value and two spellings are different")
    func keepsSpellingsApart() throws {
        #expect(try parsed("1.10") != (try parsed("1.1")))
        #expect(try parsed("1e3") != (try parsed("1E3")))
        #expect(try parsed("1.10") == (try parsed("1.10")))
    }

    @Test("a decimal has the nearest double")
    func convertsDecimals() throws {
        guard case .decimal(let decimal) = try parsed("1.10e1") else {
            Issue.record("1.10e1 was not read as a decimal")
            return
        }
        #expect(decimal.doubleValue == 11)
    }
}
