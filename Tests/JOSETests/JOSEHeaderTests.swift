import JOSE
import StrictJSON
import Testing

@Suite("Header of a JWS")
struct JOSEHeaderTests {
    @Test("the members that matter are read, the rest is kept and not used")
    func readsHeader() throws {
        let text = #"{"alg":"ES256","kid":"k/../1","typ":"JWT","jku":"https://evil.test","x":[1]}"#
        let header = try JOSEHeader(parsing: [UInt8](text.utf8))
        #expect(header.algorithm == .es256)
        #expect(header.keyID == "k/../1")
        #expect(header.type == "JWT")
        #expect(header.object.names == ["alg", "kid", "typ", "jku", "x"])
    }

    @Test(
        "JOSE-02: a header that is no JSON object of UTF-8 is refused",
        arguments: ["", " ", "[]", "null", #""alg""#, "1", "{", #"{"alg":"RS256"}x"#, "\u{FEFF}{\"alg\":\"RS256\"}"])
    func refusesOtherThanObjects(header: String) {
        #expect(refusal(ofHeader: header) == .headerInvalid)
    }

    @Test("JOSE-02: a header that is not UTF-8 is refused")
    func refusesOtherThanUTF8() {
        let bytes = [UInt8](#"{"alg":"RS256","kid":""#.utf8) + [0xFF, 0x22, 0x7D]
        #expect(throws: JOSEError(.headerInvalid, "")) { try JOSEHeader(parsing: bytes) }
    }

    @Test(
        "JOSE-02: duplicate members are refused, through escapes too",
        arguments: [
            #"{"alg":"RS256","alg":"RS256"}"#, #"{"alg":"none","alg":"RS256"}"#, #"{"alg":"RS256","\u0061lg":"none"}"#,
            #"{"alg":"RS256","x":{"a":1,"a":2}}"#,
        ])
    func refusesDuplicates(header: String) {
        #expect(refusal(ofHeader: header) == .headerInvalid)
    }

    @Test(
        "JOSE-03: the algorithm is compared with its case, and only known ones are read",
        arguments: [
            "rs256", "Rs256", "RS256 ", " RS256", "RS1", "ES256K", "RSA-OAEP", "dir", "HS1", "", "EdDSA\u{0301}",
        ])
    func refusesUnknownAlgorithms(name: String) {
        #expect(refusal(ofHeader: "{\"alg\":\"\(name)\"}") == .algorithmNotAllowed)
    }

    @Test("JOSE-03: every supported algorithm is read", arguments: SignatureAlgorithm.allCases)
    func readsAlgorithms(algorithm: SignatureAlgorithm) throws {
        let header = try JOSEHeader(parsing: [UInt8](#"{"alg":"\#(algorithm.rawValue)"}"#.utf8))
        #expect(header.algorithm == algorithm)
    }

    @Test(
        "JOSE-03: a missing algorithm, or one that is no string, is refused",
        arguments: [
            "{}", #"{"ALG":"RS256"}"#, #"{"alg":null}"#, #"{"alg":["RS256"]}"#, #"{"alg":256}"#,
            #"{"alg":{"a":"RS256"}}"#,
            #"{"alg":true}"#,
        ])
    func refusesMissingAlgorithm(header: String) {
        #expect(refusal(ofHeader: header) == .headerInvalid)
    }

    @Test(
        "JOSE-04: none is refused by its own name in every spelling",
        arguments: ["none", "None", "NONE", "nOnE", "\\u006eone"])
    func refusesNone(name: String) {
        #expect(refusal(ofHeader: "{\"alg\":\"\(name)\"}") == .algorithmNone)
    }

    @Test(
        "JOSE-05: every crit is refused",
        arguments: [
            #"["exp"]"#, "[]", #""x""#, #"["b64"]"#, "null", #"["alg"]"#, #"["x","x"]"#, "{}", "false",
        ])
    func refusesCritical(value: String) {
        #expect(refusal(ofHeader: "{\"alg\":\"RS256\",\"crit\":\(value)}") == .criticalHeaderNotUnderstood)
    }

    @Test(
        "JOSE-05: b64, zip and enc are refused without crit too",
        arguments: [#""b64":false"#, #""b64":true"#, #""zip":"DEF""#, #""enc":"A256GCM""#, #""enc":null"#])
    func refusesExtensions(member: String) {
        #expect(refusal(ofHeader: "{\"alg\":\"RS256\",\(member)}") == .headerInvalid)
    }

    @Test(
        "JOSE-07: a key identifier that is no string is refused",
        arguments: ["1", "null", "[\"k1\"]", "{}", "true"])
    func refusesOtherKeyIDs(value: String) {
        #expect(refusal(ofHeader: "{\"alg\":\"RS256\",\"kid\":\(value)}") == .headerInvalid)
    }

    @Test("JOSE-07: the longest key identifier is read, one byte more is refused")
    func capsKeyID() {
        let longest = String(repeating: "k", count: JOSEHeader.maximumKeyIDBytes)
        #expect(refusal(ofHeader: "{\"alg\":\"RS256\",\"kid\":\"\(longest)\"}") == nil)
        #expect(refusal(ofHeader: "{\"alg\":\"RS256\",\"kid\":\"\(longest)k\"}") == .headerInvalid)
    }

    @Test("JOSE-17: a typ that is no string is refused", arguments: ["1", "null", "[\"JWT\"]", "true"])
    func refusesOtherTypes(value: String) {
        #expect(refusal(ofHeader: "{\"alg\":\"RS256\",\"typ\":\(value)}") == .headerInvalid)
    }

    @Test("JOSE-18: the largest header is read, one byte more is refused")
    func capsHeader() {
        func header(bytes: Int) -> String {
            let start = #"{"alg":"RS256","x":""#
            return start + String(repeating: "x", count: bytes - start.utf8.count - 2) + "\"}"
        }
        #expect(refusal(ofHeader: header(bytes: 4096)) == nil)
        #expect(refusal(ofHeader: header(bytes: 4097)) == .headerInvalid)
    }

    @Test("JOSE-18: a header that nests too deep is refused")
    func capsDepth() {
        let levels = { (count: Int) in String(repeating: "[", count: count) + String(repeating: "]", count: count) }
        #expect(refusal(ofHeader: "{\"alg\":\"RS256\",\"x\":\(levels(7))}") == nil)
        #expect(refusal(ofHeader: "{\"alg\":\"RS256\",\"x\":\(levels(8))}") == .headerInvalid)
    }
}
