import JOSE
import Testing

@Suite("Compact serialization")
struct CompactJWSTests {
    private static let header = Base64URL.encode([UInt8](#"{"alg":"RS256"}"#.utf8))

    private static func refusal(of text: String) -> JOSEError.Code? {
        JOSETests.refusal { () throws(JOSEError) in _ = try CompactJWS(parsing: text) }
    }

    @Test("a token is taken apart, and put together again to the same bytes")
    func takesApart() throws {
        let text = "\(Self.header).Zm9v.YmFy"
        let token = try CompactJWS(parsing: text)
        #expect(token.unverifiedHeader.algorithm == .rs256)
        #expect(token.unverifiedPayload == [UInt8]("foo".utf8))
        #expect(token.signature == [UInt8]("bar".utf8))
        #expect(token.signingInput == [UInt8]("\(Self.header).Zm9v".utf8))
        #expect(token.serialized == [UInt8](text.utf8))
    }

    @Test("an empty payload is a payload")
    func acceptsEmptyPayload() throws {
        #expect(try CompactJWS(parsing: "\(Self.header)..YmFy").unverifiedPayload.isEmpty)
    }

    @Test(
        "JOSE-01: fewer and more than three parts are refused",
        arguments: ["H", "H.Zm9v", "H.Zm9v.YmFy.", "H.Zm9v.YmFy.YmF6", ".H.Zm9v.YmFy", "H.Z.Z.Z.Z.Z", "H.Z.Z.Z.Z.Z.Z"])
    func refusesOtherParts(text: String) {
        #expect(Self.refusal(of: text.replacing("H", with: Self.header)) == .notCompactJWS)
    }

    @Test("a missing signature is refused by its own name")
    func refusesMissingSignature() {
        #expect(Self.refusal(of: "\(Self.header).Zm9v.") == .signatureMissing)
    }

    @Test("a missing header is refused")
    func refusesMissingHeader() {
        #expect(Self.refusal(of: ".Zm9v.YmFy") == .headerInvalid)
        #expect(Self.refusal(of: "..") == .headerInvalid)
    }

    @Test(
        "JOSE-01: each part must be strict base64url",
        arguments: [
            "H=.Zm9v.YmFy", "H.Zm9v=.YmFy", "H.Zm9v.YmFy=", "H.Zg==.YmFy", "H.Zh.YmFy", "H.Zm9v.Zh", "H.Zm+v.YmFy",
            "H.Zm9v.Ym/y", "H.Z.YmFy", "H.Zm9v.Y", "H.Zm%2D.YmFy", "H.Zm9?.YmFy", "H.Zm9v.YmF\u{E9}", "A.Zm9v.YmFy",
        ])
    func refusesLooseBase64(text: String) {
        #expect(Self.refusal(of: text.replacing("H", with: Self.header)) == .base64URLMalformed)
    }

    @Test("JOSE-18: the longest token is read, one byte more is refused")
    func capsToken() {
        func text(bytes: Int) -> String {
            let start = "\(Self.header)."
            return start + String(repeating: "A", count: bytes - start.utf8.count - 5) + ".YmFy"
        }
        #expect(Self.refusal(of: text(bytes: 16_384)) == nil)
        #expect(Self.refusal(of: text(bytes: 16_385)) == .tokenTooLarge)
        #expect(Self.refusal(of: String(repeating: ".", count: 1 << 20)) == .tokenTooLarge)
    }

    @Test("JOSE-19: encrypted tokens and the JSON serialization are refused by their own names")
    func refusesOtherSerializations() {
        #expect(Self.refusal(of: "\(Self.header).Zm9v.Zm9v.Zm9v.Zm9v") == .tokenEncrypted)
        #expect(Self.refusal(of: "....") == .tokenEncrypted)
        #expect(Self.refusal(of: #"{"payload":"Zm9v","protected":"e30","signature":"YmFy"}"#) == .jsonSerialization)
        #expect(Self.refusal(of: "[]") == .jsonSerialization)
    }

    @Test("a text is never trimmed", arguments: [" T", "T ", "T\n", "\nT", "T\r\n", "\tT", "\u{FEFF}T"])
    func refusesBlanksAround(text: String) {
        let refusal = Self.refusal(of: text.replacing("T", with: "\(Self.header).Zm9v.YmFy"))
        #expect(refusal == .notCompactJWS || refusal == .base64URLMalformed)
    }

    @Test("the reason of a refusal never holds the token")
    func quotesNoToken() {
        for text in ["SECRET", "SECRET.SECRET", "SECRET.SECRET=.x", "Bearer SECRET.a.b", "\(Self.header).SECRET+.x"] {
            let error = #expect(throws: JOSEError.self) { try CompactJWS(parsing: text) }
            #expect(error?.description.contains("SECRET") == false)
        }
    }
}
