import StrictJSON
import Testing

@Suite("Duplicate members")
struct DuplicateMemberTests {
    @Test(
        "two members of one name are refused at every depth",
        arguments: [
            #"{"a":1,"a":2}"#,
            #"{"a":1,"a":1}"#,
            #"{"a":1,"b":2,"a":3}"#,
            #"{"":1,"":2}"#,
            #"{"x":{"a":1,"a":2}}"#,
            #"[{"a":1,"a":2}]"#,
            #"{"x":[1,{"y":[{"a":null,"b":0,"a":null}]}]}"#,
            #"[[[[[[{"a":{},"a":{}}]]]]]]"#,
        ])
    func refusesDuplicates(text: String) {
        #expect(refusal(of: text) == .duplicateMember)
    }

    @Test(
        "names that only escapes make equal are duplicates",
        arguments: [
            #"{"a":1,"\u0061":2}"#,
            #"{"\u0061":1,"a":2}"#,
            #"{"x":{"/":1,"\/":2}}"#,
            #"{"\u00e9":1,"\u00E9":2}"#,
            #"{"é":1,"\u00e9":2}"#,
            #"{"😀":1,"\ud83d\ude00":2}"#,
            #"{"\n":1,"\u000a":2}"#,
        ])
    func refusesDuplicatesThroughEscapes(text: String) {
        #expect(refusal(of: text) == .duplicateMember)
    }

    @Test("names that differ in bytes and are canonically equivalent are both kept")
    func keepsCanonicallyEquivalentNames() throws {
        let composed = "\u{E9}"
        let decomposed = "e\u{301}"
        try #require(composed == decomposed, "Swift compares by canonical equivalence")
        let object = try #require(try parsed("{\"\(composed)\":1,\"\(decomposed)\":2}").object)
        #expect(object.members.count == 2)
        #expect(object[composed] == 1)
        #expect(object[decomposed] == 2)
    }

    @Test("the Kelvin sign is no K among names")
    func keepsKelvinSignApart() throws {
        let object = try #require(try parsed("{\"\u{212A}ey\":1}").object)
        #expect(object["Key"] == nil)
        #expect(object["\u{212A}ey"] == 1)
    }

    @Test("one name in two objects is no duplicate")
    func acceptsOneNameInTwoObjects() throws {
        #expect(try parsed(#"{"a":{"a":{"a":[]}},"b":{"a":1}}"#).compactText == #"{"a":{"a":{"a":[]}},"b":{"a":1}}"#)
    }

    @Test("names differ by case")
    func acceptsNamesThatDifferByCase() throws {
        #expect(try parsed(#"{"alg":1,"ALG":2}"#).object?.names == ["alg", "ALG"])
    }
}
