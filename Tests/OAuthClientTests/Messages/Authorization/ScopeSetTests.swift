import OAuthClient
import StrictJSON
import Testing

@Suite("Scopes")
struct ScopeSetTests {
    @Test("scopes are added to the defaults, once each, in their order (PRV-17)")
    func adding() throws {
        let scopes = try ScopeSet(["openid", "email", "openid"]).adding(ScopeSet(["mail-r", "email", "a"]))
        #expect(scopes.scopes == ["openid", "email", "mail-r", "a"])
        #expect(scopes.text() == "openid email mail-r a")
        #expect(scopes.text(separatedBy: .comma) == "openid,email,mail-r,a")
    }

    @Test(
        "the characters of RFC 6749 are accepted (PRV-17)",
        arguments: ["!", "#", "[", "]", "~", "a:b/c,d", "user:email"])
    func accepted(_ scope: String) throws {
        #expect(try ScopeSet([scope]).scopes == [scope])
    }

    @Test(
        "other characters and an empty scope are refused (PRV-17)",
        arguments: ["", " ", "a b", "\"", "\\", "é", "\u{7F}", "a\n", "a\r\nb", "\u{0}", "\u{212A}"])
    func refused(_ scope: String) throws {
        #expect(try messageRefusal { try ScopeSet([scope]) }.code == .parameterInvalid)
    }

    @Test("a scope beyond the preconfigured ones is refused, and both sets are named (PRV-18)")
    func preconfigured() throws {
        let allowed = try ScopeSet(["openid", "sdct-w"])
        #expect(try ScopeSet(["sdct-w"]).limited(toPreconfigured: allowed).scopes == ["sdct-w"])
        #expect(try ScopeSet().limited(toPreconfigured: allowed).isEmpty)
        let error = try messageRefusal { try ScopeSet(["openid", "sdct-r"]).limited(toPreconfigured: allowed) }
        #expect(error.code == .scopeNotPreconfigured)
        #expect(error.reason.contains("openid sdct-r"))
        #expect(error.reason.contains("openid sdct-w"))
    }

    @Test(
        "nothing is implied: a longer or shorter name is another scope (PRV-18)",
        arguments: ["sdct", "sdct-w2", "SDCT-W"])
    func noImplication(_ scope: String) throws {
        let error = try messageRefusal { try ScopeSet([scope]).limited(toPreconfigured: ScopeSet(["sdct-w"])) }
        #expect(error.code == .scopeNotPreconfigured)
    }

    @Test("an answer's scopes are read in the forms that are allowed")
    func answers() throws {
        #expect(try ScopeSet("a b", allowing: []).scopes == ["a", "b"])
        #expect(try ScopeSet("a,b", allowing: []).scopes == ["a,b"])
        #expect(try ScopeSet("a,b c, d", allowing: [.commaSeparated]).scopes == ["a", "b", "c", "d"])
        #expect(try ScopeSet(.array(["a", "b"]), allowing: [.array]).scopes == ["a", "b"])
        #expect(try ScopeSet("", allowing: []).isEmpty)
    }

    @Test(
        "scopes of another kind or form are malformed",
        arguments: [
            .array(["a"]), 1, true, .null, .object(JSONObject()), "a\tb", "a\u{E9}",
        ] as [JSONValue])
    func malformed(_ value: JSONValue) throws {
        #expect(try messageRefusal { try ScopeSet(value, allowing: [.commaSeparated]) }.code == .answerMalformed)
    }

    @Test(
        "an array with anything but scopes is malformed",
        arguments: [.array([1]), .array(["a b"]), .array([""])] as [JSONValue])
    func malformedArray(_ value: JSONValue) throws {
        #expect(try messageRefusal { try ScopeSet(value, allowing: [.array]) }.code == .answerMalformed)
    }
}
