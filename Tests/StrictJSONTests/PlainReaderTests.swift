import StrictJSON
import TestSupport
import Testing

/// Plain texts are read without jansson: what is read so, and what is refused, must be what jansson reads and refuses.
@Suite("Plain texts")
struct PlainReaderTests {
    private static func outcome(
        _ read: () throws(JSONError) -> JSONValue
    ) -> Result<JSONValue, JSONError> {
        Result { () throws(JSONError) -> JSONValue in try read() }
    }

    private static func agree(_ bytes: [UInt8], limits: JSONLimits = .document) -> Bool {
        outcome { () throws(JSONError) in try JSONValue(parsing: bytes, limits: limits) }
            == outcome { () throws(JSONError) in try JSONValue(parsingByJansson: bytes, limits: limits) }
    }

    @Test("any text is read or refused, with its code and place, as jansson does", arguments: UInt64(21)...24)
    func agreesOnMutations(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            var bytes = RandomJSON.value(depth: 4, using: &random).compactBytes
            #expect(Self.agree(bytes))
            let alphabet = [UInt8](#"{}[],:"\/-+.eE0123456789tfn u"#.utf8) + [0x00, 0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xFF]
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let byte = alphabet.randomElement(using: &random) ?? 0
                let index = Int.random(in: 0...bytes.count, using: &random)
                if index < bytes.count, Bool.random(using: &random) {
                    bytes[index] = byte
                } else {
                    bytes.insert(byte, at: index)
                }
            }
            #expect(Self.agree(bytes), "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test(
        "the borders of what is plain are jansson's borders",
        arguments: [
            "0", "-0", "00", "01", "-1", "-", "- 1", "1.", "1.0", "1e", "1e3", "1E3", "123456789012345678",
            "1234567890123456789", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
            "-9223372036854775809", "1 2", "1x", "+1", "0x10", "true", "True", "truex", "tru", "nullnull", "nan",
            "Infinity", #""""#, #"""#, #""a"#, "\"\t\"", "\"\u{7F}\"", "\"\u{0}\"", #""\""#, #""\"""#, #""\u0041""#,
            #""12345678""#, #""1234567"#, #""12345678"#, "\"1234567\u{1F}\"", "\"é\"", "[]", "[ ]", "[1,]", "[,1]",
            "[1 2]", "[1]]", "[[1]", "{}", "{ }", #"{"a":1,}"#, #"{"a"}"#, #"{"a":}"#, #"{a:1}"#, #"{"":1}"#,
            #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"{"a":{"a":1}}"#, #"{"é":1,"é":2}"#, #"{"a":1}{"b":2}"#,
            " \n\r\t1 \n\r\t", "\u{FEFF}1", "\u{B}1", "1\u{C}", "/*c*/1", "'a'", "",
        ])
    func agreesAtBorders(text: String) {
        #expect(Self.agree([UInt8](text.utf8)))
        #expect(Self.agree([UInt8](#"{"a":["#.utf8) + [UInt8](text.utf8) + [UInt8]("]}".utf8)))
    }

    @Test("bytes that are no UTF-8 are refused where they stand, be the rest as plain as it is")
    func refusesInvalidUTF8() {
        for bad: [UInt8] in [[0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF]] {
            let bytes = [UInt8](#"{"sub":"alice"#.utf8) + bad + [UInt8](#""}"#.utf8)
            #expect(refusal(of: bytes) == .notUTF8)
            #expect(Self.agree(bytes))
        }
    }

    @Test(
        "a name that is there twice is refused, however far apart and in however large an object",
        arguments: [2, 17, 64, 65, 300])
    func refusesDuplicates(count: Int) {
        let members = (1..<count).map { #""name-\#($0)":\#($0)"# }
        for name in ["name-1", "name-\(count - 1)"] {
            let text = "{" + (members + [#""\#(name)":0"#]).joined(separator: ",") + "}"
            #expect(refusal(of: text) == .duplicateMember)
            #expect(Self.agree([UInt8](text.utf8)))
        }
        #expect(refusal(of: "{" + members.joined(separator: ",") + "}") == nil)
    }

    @Test("the limits hold for plain texts", arguments: 1...6)
    func keepsLimits(depth: Int) {
        let limits = JSONLimits(maximumBytes: 20, maximumDepth: 4)
        let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let objects = String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
        #expect(refusal(of: arrays, limits: limits) == (depth > 4 ? .tooDeep : nil))
        #expect(
            refusal(of: objects, limits: limits) == (objects.utf8.count > 20 ? .tooLarge : depth > 4 ? .tooDeep : nil))
        #expect(Self.agree([UInt8](arrays.utf8), limits: limits) && Self.agree([UInt8](objects.utf8), limits: limits))
    }
}
