@testable import CustomTokens
import StrictJSON
import TestSupport
import Testing

@Suite("Developer claims (FB-04)")
struct CustomClaimsTests {
    private func claims(_ text: String, allowing: Bool = false) throws -> CustomClaims {
        try CustomClaims(
            parsing: [UInt8](text.utf8), overwrittenNames: allowing ? .allowedThoughLostInIDToken : .refused)
    }

    @Test("there are 16 reserved and seven overwritten names, all different")
    func names() {
        #expect(Set(ClaimNames.reserved).count == 16)
        #expect(Set(ClaimNames.overwritten).count == 7)
        #expect(Set(ClaimNames.reserved).isDisjoint(with: ClaimNames.overwritten))
    }

    @Test(
        "each reserved name is refused by its name, whatever its value and whatever is allowed",
        arguments: [
            "acr", "amr", "at_hash", "aud", "auth_time", "azp", "c_hash", "cnf", "exp", "firebase", "iat", "iss", "jti",
            "nbf", "nonce", "sub",
        ])
    func reserved(_ name: String) throws {
        for value in ["\"x\"", "1", "null", "{}", "[]", "false"] {
            for isAllowing in [false, true] {
                let error = try refusal { try claims("{\"role\":1,\"\(name)\":\(value)}", allowing: isAllowing) }
                #expect(error.code == .claimReserved)
                #expect(error.reason.hasSuffix(": \(name)"))
            }
        }
    }

    @Test("several reserved names are named together and sorted")
    func severalReserved() throws {
        let error = try refusal { try claims(#"{"sub":1,"x":2,"iss":3,"firebase":{}}"#) }
        #expect(error.code == .claimReserved)
        #expect(error.reason.hasSuffix(": firebase, iss, sub"))
    }

    @Test("a reserved name written with escapes is refused", arguments: [#"{"\u0073ub":1}"#, #"{"i\u0073s":1}"#])
    func escaped(_ text: String) {
        #expect(throws: CustomTokenError(.claimReserved, "")) { try claims(text) }
    }

    @Test(
        "names that only look reserved are free",
        arguments: [
            "SUB", "Firebase", "Sub", "sub ", " sub", "aud2", "length", "typ", "uid", "claims", "tenant_id", "",
            "\u{17F}ub",
        ])
    func notReserved(_ name: String) throws {
        var object = JSONObject()
        object[name] = 1
        #expect(try CustomClaims(object).object.names == [name])
    }

    @Test(
        "nested names are free",
        arguments: [
            #"{"nested":{"iss":"x","sub":"y","email":"z"}}"#, #"{"list":[{"aud":"x"}]}"#,
        ])
    func nested(_ text: String) throws {
        #expect(try claims(text).object.compactBytes == Array(text.utf8))
    }

    @Test(
        "each overwritten name is refused by its name, and accepted when the caller knows",
        arguments: [
            "email", "email_verified", "name", "phone_number", "picture", "provider_id", "user_id",
        ])
    func overwritten(_ name: String) throws {
        let text = "{\"\(name)\":\"x\"}"
        let error = try refusal { try claims(text) }
        #expect(error.code == .claimOverwritten)
        #expect(error.reason.hasSuffix(": \(name)"))
        #expect(try claims(text, allowing: true).object.names == [name])
    }

    @Test("several overwritten names are named together")
    func severalOverwritten() throws {
        let error = try refusal { try claims(#"{"picture":1,"email":2}"#) }
        #expect(error.reason.hasSuffix(": email, picture"))
    }

    @Test(
        "text that is no JSON object is refused",
        arguments: [
            "", " ", "[]", "\"admin\"", "1", "true", "{", "{}{}", "{\"a\":1,}", "{a:1}", "{'a':1}",
            "{\"a\":NaN}",
            "{\"a\":Infinity}", "{\"a\":1e400}", "{\"a\":01}", "{\"a\":9223372036854775808}", "{\"a\":1,\"a\":2}",
            "{\"a\":\"\\u0000\"}", "{\"a\":\"\\ud800\"}",
        ])
    func notAnObject(_ text: String) {
        #expect(throws: CustomTokenError(.claimsInvalid, "")) { try claims(text) }
    }

    @Test("nesting of 31 levels is accepted, of 32 refused: in a token they are one level deeper")
    func depth() throws {
        func text(_ levels: Int) -> String {
            String(repeating: "{\"a\":", count: levels - 1) + "{}" + String(repeating: "}", count: levels - 1)
        }
        #expect(try claims(text(31)).object.names == ["a"])
        #expect(throws: CustomTokenError(.claimsInvalid, "")) { try claims(text(32)) }
    }

    @Test(
        "kinds and digits are kept as written",
        arguments: [
            "true", "false", "null", "1", "0", "-1", "1.0", "1.10", "1e2", "1E+2", "-0", "9007199254740993",
            "9223372036854775807", "-9223372036854775808", "0.1", "\"1\"", "\"true\"", "[]", "{}",
            "[1,1.0,true,\"1\",null]",
        ])
    func kinds(_ value: String) throws {
        let text = "{\"b\":\(value),\"a\":0}"
        let token = try Fixtures.signer.get().customToken(
            for: CustomTokenRequest(userID: UserID("u"), claims: claims(text)))
        #expect(try Fixtures.payloadText(of: token).hasSuffix(",\"claims\":\(text)}"))
    }

    @Test("no claims and empty claims leave the member out (FB-05)", arguments: ["{}", " { } "])
    func empty(_ text: String) throws {
        for claims in [CustomClaims.none, try claims(text)] {
            let token = try Fixtures.signer.get().customToken(
                for: CustomTokenRequest(userID: UserID("u"), claims: claims))
            #expect(try Fixtures.payload(of: token)["claims"] == nil)
        }
    }

    @Test("claims put together in code are held to what a reader takes")
    func unreadable() throws {
        var withNull = JSONObject()
        withNull["a"] = "x\u{0}"
        #expect(throws: CustomTokenError(.claimsInvalid, "")) { try CustomClaims(withNull) }
        var deep = JSONValue.integer(1)
        for _ in 0..<31 { deep = .array([deep]) }
        var tooDeep = JSONObject()
        tooDeep["a"] = deep
        #expect(throws: CustomTokenError(.claimsInvalid, "")) { try CustomClaims(tooDeep) }
    }

    @Test("B13: every entry has the stated outcome")
    func reportedCase() throws {
        let text = try Locations.bytes("\(Locations.caseFolder("B13"))/claims.json")
        let entries = try #require(JSONValue(parsing: text, limits: .document).array)
        #expect(entries.count == 27)
        for entry in entries.compactMap(\.object) {
            let value = try #require(entry["claims"])
            let (expected, note) = (entry["expect"]?.string ?? "", entry["note"]?.string ?? "")
            let outcome = Result { try CustomClaims(parsing: value.compactBytes) }
            switch outcome {
            case .success(let claims):
                #expect(expected != "reject", "\(note)")
                // Null is the same as no claims.
                #expect(JSONValue.object(claims.object) == (value == .null ? .object(JSONObject()) : value))
            case .failure(let error):
                #expect(expected == "reject", "\(note)")
                let error = try #require(error as? CustomTokenError)
                for name in value.object?.names.filter(ClaimNames.reserved.contains) ?? [] {
                    #expect(error.reason.contains(name))
                }
            }
        }
    }
}
