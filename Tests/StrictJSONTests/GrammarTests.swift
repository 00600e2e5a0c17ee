import StrictJSON
import Testing

@Suite("Grammar of RFC 8259")
struct GrammarTests {
    @Test("nothing and blanks are refused as empty", arguments: ["", " ", "\t\r\n  "])
    func refusesNothing(text: String) {
        #expect(refusal(of: text) == .empty)
    }

    @Test(
        "text after the value is refused",
        arguments: ["{}{}", "{} x", "[] []", "1 2", #""a" "b""#, "null,", "{}\u{0B}", "true false", "{}]"])
    func refusesTrailingText(text: String) {
        #expect(refusal(of: text) == .trailingText)
    }

    @Test("a null byte after the value is refused")
    func refusesTrailingNull() {
        #expect(refusal(of: [0x7B, 0x7D, 0x00]) == .trailingText)
        #expect(refusal(of: [0x7B, 0x7D, 0x00, 0x7B, 0x7D]) == .trailingText)
    }

    @Test("blanks around the value are read")
    func acceptsBlanksAround() throws {
        #expect(try parsed(" \t\r\n{ } \n") == .object(JSONObject()))
    }

    @Test(
        "what other parsers let pass is refused",
        arguments: [
            #"{"a":1,}"#, "[1,]", "[,1]", "[1 2]", #"{"a" 1}"#, #"{"a":}"#, "{a:1}", "{'a':1}", "['a']", "{1:2}",
            "[", "{", #"{"a":1"#, "]", "}", "[}", "{]", "[NaN]", "NaN", "Infinity", "-Infinity", "nul", "True", "TRUE",
            "undefined", "// x\n1", "/* x */ 1", "# x\n1", "[1]//", "+1", ".5", "0x10", #""a"#, "\u{0C}{}",
            "\u{A0}{}", #""\x41""#, #""\u12""#, #""\u{41}""#, #""\U0041""#, "\"a\nb\"", "\"a\tb\"", "\"\u{1F}\"",
            "-", "--1", "1-", "1-2", "[1-2]", "[-]", "[1true]", "[truefalse]",
        ])
    func refusesMalformedText(text: String) {
        #expect([.malformed, .trailingText].contains(refusal(of: text)))
    }

    @Test("a value that is no object is refused where an object is needed", arguments: ["[]", "1", "null", #""{}""#])
    func refusesOtherValuesThanObjects(text: String) {
        #expect(objectRefusal(of: text) == .notAnObject)
    }

    @Test("each kind of value is read as that kind")
    func readsEachKind() throws {
        let array = try #require(try parsed(#"[null,true,false,0,-7,1.5,"s",[],{}]"#).array)
        let kinds = array.map(\.kind)
        #expect(
            kinds == [
                "null", "a truth value", "a truth value", "a number", "a number", "a number", "a string", "an array",
                "an object",
            ])
    }

    @Test("members keep the order of the text")
    func keepsOrder() throws {
        let text = #"{"z":1,"a":2,"m":3,"":4,"Z":5,"b":6,"y":7,"c":8,"x":9}"#
        #expect(try parsed(text).object?.names == ["z", "a", "m", "", "Z", "b", "y", "c", "x"])
        #expect(try parsed(text).compactText == text)
    }
}
