import CustomTokens
import JOSE
import StrictJSON
import Testing

@Suite("Examination: segments, encoding and header")
struct FormRuleTests {
    @Test("no text is a missing token")
    func empty() throws {
        let examination = try Forge.examine("")
        expectBroken(.tokenPresent, code: Forge.Code.missingToken, in: examination)
        #expect(examination.content == nil)
        #expect(examination[.segments]?.verdict == .skipped)
    }

    @Test(
        "what has not three parts is refused for its segments",
        arguments: [
            "a", "a.b", "a.b.c.d", "a.b.c.d.e", "{}", #"{"uid":"u"}"#, "gho_0000", " ", "Bearer a.b.c", "a.b.c\n",
            "a.b. c",
            ".", "...", "b'a.b.c' x",
        ])
    func segments(_ text: String) throws {
        let examination = try Forge.examine(text)
        expectBroken(.segments, code: Forge.Code.segments, in: examination)
        #expect(examination[.tokenPresent]?.verdict == .passed)
        #expect(examination[.encoding]?.verdict == .skipped)
    }

    @Test(
        "a valid token with something around it is refused for its segments",
        arguments: [
            ("Bearer ", ""), (" ", ""), ("", "\n"), ("", " "), ("", ".x"), ("x.", ""),
        ])
    func surrounded(_ before: String, _ after: String) throws {
        let examination = try Forge.examine(before + Forge.token() + after)
        expectBroken(.segments, code: Forge.Code.segments, in: examination)
    }

    @Test("an empty signature is refused as missing")
    func emptySignature() throws {
        let token = try Forge.token()
        let unsigned = try #require(token.lastIndex(of: ".").map { token[...$0] })
        let examination = try Forge.examine(String(unsigned))
        expectBroken(.signaturePresent, code: Forge.Code.missingSignature, in: examination)
        #expect(examination.signature?.openSSL == .notAsked)
    }

    @Test("the longest token is taken, one byte more is refused as too large")
    func size() throws {
        func token(_ count: Int) throws -> String {
            try Forge.token([
                "claims": .object(
                    JSONObject(
                        parsing: Array("{\"p\":\"\(String(repeating: "x", count: count))\"}".utf8), limits: .token))
            ])
        }
        let room = 11_500
        let base = try token(room).utf8.count
        // Three bytes of payload are four of the token, so one of four lengths meets the limit exactly or nearly.
        let largest = room + (CompactJWS.maximumBytes - base) / 4 * 3
        #expect(try token(largest).utf8.count <= CompactJWS.maximumBytes)
        #expect(try Forge.examine(token(largest)).verdict == .accepted)
        let examination = try Forge.examine(token(largest + 4))
        #expect(examination.broken == [.encoding])
        #expect(examination.verdict == .refused)
        #expect(examination.decisive?.code == nil, "what Google would answer is not known")
        #expect(examination.decisive?.detail.contains("16384 bytes") == true)
    }

    @Test("padding is refused in every part", arguments: 0..<3)
    func padding(_ index: Int) throws {
        var parts = try Forge.token().split(separator: ".").map(String.init)
        parts[index] += String(
            repeating: "=", count: (4 - parts[index].count % 4) % 4 + (parts[index].count % 4 == 0 ? 4 : 0))
        let examination = try Forge.examine(parts.joined(separator: "."))
        #expect(examination.decisive?.rule == .encoding)
        #expect(examination.decisive?.code == Forge.Code.invalid)
        #expect(examination[.encoding]?.detail.contains("padding") == true)
    }

    @Test(
        "a part that is no JSON object is refused",
        arguments: [
            "", "x", "[]", "1", "null", "\"x\"", "{", "{}{}", "{\"uid\":\"\\ud800\"}", "{\"exp\":1e400}",
        ])
    func notAnObject(_ text: String) throws {
        let payload = try Forge.examine(Forge.token(payload: text))
        expectBroken(.encoding, code: Forge.Code.invalid, in: payload)
        let header = try Forge.examine(Forge.token(header: text))
        #expect(header.decisive?.rule == .encoding)
        #expect(header.decisive?.code == Forge.Code.invalid)
    }

    @Test("duplicate members are refused in the payload and in the header", arguments: ["uid", "exp", "iss", "claims"])
    func duplicates(_ name: String) throws {
        let payload = String(Forge.payload(["claims": .object(JSONObject())]).dropLast()) + ",\"\(name)\":1}"
        let examination = try Forge.examine(Forge.token(payload: payload))
        expectBroken(.encoding, code: Forge.Code.invalid, in: examination)
        #expect(examination.decisive?.detail.contains("two members of the same name") == true)
        let header = try Forge.examine(Forge.token(header: #"{"alg":"RS256","alg":"RS256"}"#))
        expectBroken(.encoding, code: Forge.Code.invalid, in: header)
    }

    @Test(
        "RS256 alone, with typ, with kid and with further members is taken",
        arguments: [
            #"{"alg":"RS256"}"#, #"{"alg":"RS256","typ":"JWT"}"#, #"{"kid":"x","alg":"RS256"}"#,
            #" { "alg" : "RS256" } "#,
            #"{"alg":"RS256","x":1}"#,
        ])
    func headerKept(_ header: String) throws {
        let examination = try Forge.examine(Forge.token(header: header))
        #expect(examination[.header]?.verdict == .passed)
        #expect(examination.verdict == .accepted)
    }

    @Test(
        "another algorithm, an extension or a header without algorithm is refused",
        arguments: [
            #"{"alg":"none"}"#, #"{"alg":"None"}"#, #"{"alg":"NONE","typ":"JWT"}"#, #"{"alg":"rs256"}"#,
            #"{"alg":"HS256"}"#,
            #"{"alg":"RS384"}"#, #"{"alg":"RS512"}"#, #"{"alg":"PS256"}"#, #"{"alg":"ES256"}"#, #"{"alg":"EdDSA"}"#,
            #"{"alg":""}"#, #"{"alg":null}"#, #"{"alg":["RS256"]}"#, #"{"typ":"JWT"}"#, "{}",
            #"{"alg":"RS256","crit":["exp"]}"#, #"{"alg":"RS256","crit":[]}"#,
            #"{"alg":"RS256","b64":false,"crit":["b64"]}"#,
            #"{"alg":"RS256","b64":true}"#, #"{"alg":"RS256","zip":"DEF"}"#, #"{"alg":"RS256","enc":"A128GCM"}"#,
            #"{"alg":"RS256","kid":1}"#, #"{"alg":"RS256","typ":1}"#,
            #"{"alg":"RS256","typ":"at+jwt"}"#, #"{"alg":"RS256","typ":"JOSE"}"#, #"{"alg":"RS256","typ":""}"#,
        ])
    func headerBroken(_ header: String) throws {
        let examination = try Forge.examine(Forge.token(header: header))
        expectBroken(.header, code: Forge.Code.invalid, in: examination)
        #expect(examination[.signature]?.verdict == .skipped)
        #expect(examination.signature?.openSSL == .notAsked)
        #expect(examination.signature?.libJWT == .notAsked)
    }

    @Test("alg none with an empty signature is missing its signature first")
    func unsigned() throws {
        let input =
            "\(Base64URL.encode(#"{"alg":"none","typ":"JWT"}"#.utf8)).\(Base64URL.encode(Forge.payload().utf8))."
        let examination = try Forge.examine(input)
        #expect(examination.broken == [.signaturePresent, .header])
        #expect(examination.decisive?.code == Forge.Code.missingSignature)
        #expect(examination.kind == .emulatorCustomToken)
    }

    @Test("a header that is too long is refused")
    func longHeader() throws {
        let header = #"{"alg":"RS256","x":"\#(String(repeating: "x", count: 4096))"}"#
        #expect(try Forge.examine(Forge.token(header: header)).decisive?.rule == .header)
        let blanks = #"{"alg":"RS256"\#(String(repeating: " ", count: 4096))}"#
        expectBroken(.encoding, code: Forge.Code.invalid, in: try Forge.examine(Forge.token(header: blanks)))
    }
}
