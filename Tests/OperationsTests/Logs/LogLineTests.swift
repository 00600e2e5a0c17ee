import Cryptography
import HTTPServer
import JOSE
import Operations
import StrictJSON
import Testing

@Suite("Lines of the log")
struct LogLineTests {
    @Test("A text line has time, level, message and fields")
    func text() throws {
        let test = try TestLog(.text)
        test.log.info(
            "token issued",
            ["provider": .identifier("yahoo"), "count": .number(3), "took": .duration(.milliseconds(12))])
        #expect(test.line == "2023-11-14T22:13:20Z info token issued provider=yahoo count=3 took=0.012000")
    }

    @Test("A line for the journal has its priority and no time")
    func journal() throws {
        let test = try TestLog(.text, prefix: .journal)
        test.log.error("the store is gone")
        test.log.debug("details")
        #expect(test.sink.lines == ["<3>the store is gone", "<7>details"])
    }

    @Test("A JSON line is one strict object, with the names of the request")
    func json() throws {
        let test = try TestLog(.json)
        let caller = CallerAddress.resolve(
            peer: .local, scheme: .http, headers: HeaderFields(), trustedProxies: TrustedProxies([]))
        let context = try RequestContext(headers: HeaderFields(), caller: caller, random: FixedRandom(byte: 0xAB))
        test.log.warning("slow", ["issuer": .identifier("https://a.example")], in: context)
        let object = try JSONObject(parsing: [UInt8](test.line.utf8), limits: .token)
        #expect(object.names == ["time", "level", "message", "request_id", "trace_id", "span_id", "issuer"])
        #expect(object["request_id"] == .string(String(repeating: "ab", count: 16)))
        #expect(object["level"] == "warning")
    }

    @Test("A name that is there twice is written once, so that strict readers take the object")
    func duplicates() throws {
        let test = try TestLog(.json)
        test.log.info("x", ["a": .number(1), "a": .number(2), "level": .word("forged"), "message": .word("forged")])
        let object = try JSONObject(parsing: [UInt8](test.line.utf8), limits: .token)
        #expect(object["a"] == 1)
        #expect(object["level"] == "info")
    }

    @Test("What is below the level is not written")
    func level() throws {
        let test = try TestLog(.text, level: .warning)
        test.log.info("quiet")
        test.log.debug("quieter")
        test.log.warning("loud")
        #expect(test.sink.lines.count == 1)
    }

    @Test(
        "One record is one line of printable characters, whatever the text holds",
        arguments: [
            "a\nERROR forged", "a\r\n<0>forged", "\u{1B}[2J\u{1B}]0;x\u{7}", "\u{202E}gnp.exe", "\u{2028}x\u{2029}",
            "\u{0}\u{8}\u{7F}\u{9B}31m", "\u{FEFF}\u{200B}\u{E0041}", "\u{2066}\u{2069}", "\u{85}",
        ], LogFormat.allCases)
    func hostile(_ text: String, _ format: LogFormat) throws {
        let test = try TestLog(format)
        test.log.info("got", ["text": .text(text), "name": .identifier(text)])
        let bytes = test.sink.text.utf8
        #expect(bytes.filter { $0 == 0x0A }.count == 1)
        #expect(bytes.last == 0x0A)
        let isClean = test.line.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        #expect(isClean)
    }

    @Test("A text cannot make up a field in a text line")
    func fieldInjection() throws {
        let test = try TestLog(.text)
        test.log.info("got", ["text": .text(#"x" uid="forged"#), "name": .identifier("a level=error")])
        #expect(test.line.hasSuffix(#"text="x\" uid=\"forged" name="a level=error""#))
    }

    @Test("A long text is cut, and an empty one shown as such")
    func bounds() throws {
        let test = try TestLog(.text)
        test.log.info("got", ["text": .text(String(repeating: "ab ", count: 1_000_000)), "empty": .text("")])
        #expect(test.line.utf8.count < 1000)
        #expect(test.line.hasSuffix(#"empty="""#))
    }

    @Test("A clock that fails leaves the time out and loses no record")
    func clock() throws {
        struct NoClock: WallClock {
            func now() throws(JOSEError) -> NumericDate { throw JOSEError(.clockUnavailable, "no clock") }
        }
        let sink = MemorySink()
        let log = Log(format: .text, personalData: .shown, sink: sink, clock: NoClock())
        log.info("still here")
        #expect(sink.lines == ["- info still here"])
    }
}
