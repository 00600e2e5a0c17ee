@testable import Bridge
import Testing

@Suite("Parameters of requests to the token endpoint")
struct TokenRequestParametersTests {
    private static func refusal(_ body: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws
        -> BridgeError
    {
        try #require(throws: BridgeError.self, sourceLocation: sourceLocation) {
            _ = try TokenRequestParameters(contentType: [Desk.form], body: body)
        }
    }

    @Test("6749-01: an empty parameter is absent, names and values are decoded once")
    func readsForms() throws {
        let form = try Desk.parameters("&a=1&&b=&c&%64=%2B+%25%34%31&e==&caf%C3%A9=x&")
        #expect(form["a"] == "1")
        #expect(form["b"] == nil)
        #expect(form["c"] == nil)
        #expect(form["d"] == "+ %41")
        #expect(form["e"] == "=")
        #expect(form["caf\u{E9}"] == "x")
        #expect(form["cafe\u{301}"] == nil)
        #expect(form["A"] == nil)
        #expect(try Desk.parameters("")["a"] == nil)
        #expect(try Desk.parameters("scope=a+b").grantedScope == "")
        #expect(try Desk.parameters("scope=").grantedScope == nil)
    }

    @Test(
        "6749-01: a parameter that is there twice is an invalid request, also when it is unknown, empty or encoded",
        arguments: [
            "a=1&a=1", "a=&a=1", "a&a", "unknown=1&x=2&unknown=2", "grant_type=a&gr%61nt_type=a",
            "audience=a&audience=b", "resource=https://a.example&resource=https://b.example",
        ])
    func refusesRepetition(_ body: String) throws {
        let error = try Self.refusal([UInt8](body.utf8))
        #expect(error.code == .requestInvalid)
        #expect(error.reason.contains("twice"))
    }

    @Test("Blanks between scopes are taken as oidc-agent sends them; what is malformed beside them is not")
    func blanksInScopes() throws {
        let form = try Desk.parameters("client_id=a&scope=openid offline_access &b=1")
        #expect(form["scope"] == "openid offline_access " && form["client_id"] == "a" && form["b"] == "1")
        for body in ["scope=a %zz", "scope=a b\n", "scope=a \u{0}", "scopes=a b", "Scope=a b", "sco pe=a", "scope =a"] {
            #expect(try Self.refusal([UInt8](body.utf8)).code == .requestInvalid, "\(body)")
        }
        #expect(try Self.refusal([UInt8]("scope=a b&scope=a".utf8)).reason.contains("twice"))
    }

    @Test(
        "What is not form-encoded is refused",
        arguments: [
            "a=%", "a=%4", "a=%zz", "%=1", "a=%00", "a%00=1", "a=%C3", "a=%ED%A0%80", "a=%C0%AF", "a=b c", "a=\u{E9}",
            "a=\u{0}", "a=1\n", "=1", "=",
        ])
    func refusesMalformed(_ body: String) throws {
        let error = try Self.refusal([UInt8](body.utf8))
        #expect(error.code == .requestInvalid)
        #expect(!error.reason.contains("\u{0}"))
    }

    @Test(
        "6749-02: the media type is that of forms, in UTF-8",
        arguments: [
            "application/x-www-form-urlencoded", "Application/X-WWW-Form-Urlencoded",
            "application/x-www-form-urlencoded; charset=utf-8", "application/x-www-form-urlencoded;charset=\"UTF-8\"",
            "application/x-www-form-urlencoded \t; charset=UTF-8 ",
        ])
    func takesTypes(_ type: String) throws {
        #expect(try TokenRequestParameters(contentType: [type], body: [UInt8]("a=1".utf8))["a"] == "1")
    }

    @Test(
        "6749-02: another media type is an invalid request",
        arguments: [
            [], [Desk.form, Desk.form], ["application/json"], ["text/plain"], ["multipart/form-data; boundary=a"], [""],
            ["application/x-www-form-urlencoded2"], ["application/x-www-form-urlencoded; charset=iso-8859-1"],
            ["application/x-www-form-urlencoded; boundary=a"], ["application/x-www-form-urlencoded, text/plain"],
            ["application/x-www-form-urlencoded; charset=utf-8; charset=utf-7"], ["application/x-www-form-urlencoded;"],
        ])
    func refusesTypes(_ types: [String]) throws {
        #expect(throws: BridgeError(.requestInvalid, "")) {
            try TokenRequestParameters(contentType: types, body: [UInt8]("a=1".utf8))
        }
    }

    @Test("Forms of 200,000 parameters, and overlong names and values, are refused")
    func refusesFloods() throws {
        let many = (0..<200_000).map { "p\($0)=\($0)" }.joined(separator: "&")
        #expect(try Self.refusal([UInt8](many.utf8)).code == .requestInvalid)
        let short = (0..<65).map { "p\($0)=" }.joined(separator: "&")
        #expect(try Self.refusal([UInt8](short.utf8)).reason.contains("64 parameters"))
        #expect(try Self.refusal([UInt8](repeating: 0x26, count: 200_000)).code == .requestInvalid)
        let longest = TokenRequestParameters.maximumValueBytes
        let value = [UInt8]("a=".utf8) + [UInt8](repeating: 0x61, count: longest)
        #expect(try TokenRequestParameters(body: value)["a"]?.utf8.count == longest)
        #expect(try Self.refusal(value + [0x61]).reason.contains("longer than"))
        #expect(try Self.refusal([UInt8](repeating: 0x61, count: 129) + [0x3D]).code == .requestInvalid)
    }

    @Test("Nothing of the values is printed")
    func printsNothing() throws {
        let form = try Desk.parameters("client_secret=hunter2")
        for text in ["\(form)", String(reflecting: form)] { #expect(!text.contains("hunter2")) }
        #expect(Mirror(reflecting: form).children.isEmpty)
    }

    @Test(
        "6749-04, 9700-07: what belongs in the body is refused in the address",
        arguments: [
            "client_secret=a", "x=1&client_assertion=a", "subject_token=a", "assertion=a", "client_id=tv",
            "client%5Fsecret=a", "client_secret", "code=a", "device_code=a", "grant_type=", "%zz", "a=1&%",
        ])
    func refusesQueries(_ query: String) throws {
        #expect(throws: BridgeError(.requestInvalid, "")) { try QueryCheck.requireNoParameters(in: query) }
    }

    @Test(
        "A query that means nothing here does no harm", arguments: [nil, "", "utm_source=a", "Client_Secret=a", "&&"])
    func takesQueries(_ query: String?) throws {
        #expect(throws: Never.self) { try QueryCheck.requireNoParameters(in: query) }
    }
}
