import StrictJSON
import Testing

@Suite("Writer")
struct WriterTests {
    @Test(
        "escaped is what RFC 8259 demands, and nothing else",
        arguments: [
            ("\"", #""\"""#), ("\\", #""\\""#), ("/", #""/""#), ("</script>", #""</script>""#), ("\u{8}", #""\b""#),
            ("\u{C}", #""\f""#), ("\n", #""\n""#), ("\r", #""\r""#), ("\t", #""\t""#), ("\u{1}", #""\u0001""#),
            ("\u{B}", #""\u000b""#), ("\u{10}", #""\u0010""#), ("\u{1F}", #""\u001f""#), ("\u{0}", #""\u0000""#),
            ("\u{7F}", "\"\u{7F}\""), ("\u{E9}", "\"\u{E9}\""), ("\u{2028}", "\"\u{2028}\""),
            ("\u{1F600}", "\"\u{1F600}\""), ("", #""""#), ("\r\n", #""\r\n""#),
        ])
    func escapes(string: String, expected: String) {
        #expect(JSONValue.string(string).compactBytes == [UInt8](expected.utf8))
    }

    @Test("names of members are escaped like strings")
    func escapesNames() {
        var object = JSONObject()
        object["a\"\n"] = 1
        #expect(object.compactBytes == [UInt8](#"{"a\"\n":1}"#.utf8))
    }

    @Test("there are no blanks, and members come in their order")
    func writesCompactly() {
        var object = JSONObject()
        object["z"] = .array([1, true, .null, "s", .array([])])
        object["a"] = .object(JSONObject())
        object["z2"] = .integer(.min)
        #expect(JSONValue.object(object).compactText == #"{"z":[1,true,null,"s",[]],"a":{},"z2":-9223372036854775808}"#)
    }

    @Test("a member that is set again stays in its place, one that is set to nil is gone")
    func replacesMembers() {
        var object = JSONObject()
        object["a"] = 1
        object["b"] = 2
        object["a"] = 3
        #expect(object.compactBytes == [UInt8](#"{"a":3,"b":2}"#.utf8))
        object["a"] = nil
        object["c"] = nil
        #expect(object.names == ["b"])
        #expect(!object.isEmpty)
        object["b"] = nil
        #expect(object.isEmpty)
    }

    @Test("setting a canonically equivalent name replaces nothing")
    func keepsEquivalentNames() {
        var object = JSONObject()
        object["\u{E9}"] = 1
        object["e\u{301}"] = 2
        #expect(object.members.count == 2)
        object["e\u{301}"] = nil
        #expect(object["\u{E9}"] == 1)
    }

    @Test("objects are equal only with the same members in the same order")
    func comparesInOrder() throws {
        #expect(try parsed(#"{"a":1,"b":2}"#) != (try parsed(#"{"b":2,"a":1}"#)))
        #expect(try parsed(#"{"a":1}"#) != (try parsed(#"{"a":1,"b":2}"#)))
        #expect(try parsed(#"{"a":1,"b":2}"#) == (try parsed(#"{ "a" : 1, "\u0062" : 2 }"#)))
        #expect(try parsed("\"\u{E9}\"") != (try parsed("\"e\u{301}\"")))
    }
}
