import Providers
import StrictJSON
import Testing

@Suite("Paths to members")
struct JSONPathTests {
    private static let document = """
        {"id":7,"a":{"b":[{"c":"first"},{"c":null}]},"e":[{"p":true,"v":false,"m":1},{"p":1,"v":true,"m":2},
        {"p":"true","v":true,"m":3},{"p":true,"v":true,"m":4},{"p":true,"v":true,"m":5}],"é":1}
        """

    @Test(
        "a path leads to its value",
        arguments: [
            ("id", JSONValue.integer(7)), ("a.b[0].c", "first"), ("a.b[1].c", .null), ("e[p&&v].m", 4), ("e[v].m", 2),
            ("e[p].m", 1),
        ])
    func value(_ path: String, _ value: JSONValue) throws {
        #expect(try JSONPath(parsing: path).value(in: Samples.json(Self.document)) == value)
    }

    @Test(
        "a path that leads nowhere gives nothing",
        arguments: [
            "x", "id.x", "a.b.c", "a.b[2]", "a[0]", "e[x]", "id[0]", "a.b[0].c.d", "e[m]", "[0]", "[p]", "e[p&&x].m",
        ])
    func nothing(_ path: String) throws {
        #expect(try JSONPath(parsing: path).value(in: Samples.json(Self.document)) == nil)
    }

    @Test("the entries of an array at the top are found")
    func arrayAtTheTop() throws {
        let emails = try Samples.json(
            #"[{"email":"a","primary":false,"verified":true},{"email":"b","primary":true,"verified":true}]"#)
        #expect(try JSONPath(parsing: "[primary&&verified].email").value(in: emails) == "b")
        #expect(try JSONPath(parsing: "[0].email").value(in: emails) == "a")
    }

    @Test(
        "a path is written as it was read",
        arguments: ["id", "a.b[0].c", "[p&&v].e", "values[is_primary&&is_confirmed].email", "a[0][1]"])
    func description(_ text: String) throws {
        #expect(try JSONPath(parsing: text).description == text)
    }

    @Test(
        "what is no path is refused",
        arguments: [
            "", ".", "a.", ".a", "a..b", "a[", "a]", "a[]", "a[0", "a[-1]x", "a[0]b", "a[&&]", "a[p&&]", "a[&&p]",
            "a[p&v]",
            "a b", "a\n", "é", "a[+1]]", "[", "a.[0]", "a[99999999999999999999999]]",
        ])
    func malformed(_ text: String) throws {
        #expect(try refusal { try JSONPath(parsing: text) } == .memberPathInvalid)
    }
}
