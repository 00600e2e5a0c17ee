import Cryptography
import JOSE
import Providers
import StrictJSON
import Testing

@Suite("uids of provider accounts")
struct UserIDMappingTests {
    private static func uid(
        _ subject: String, prefix: String = "p", issuer: String = "https://id.example",
        style: UserIDMapping.Style = .readable
    ) throws -> String {
        try UserIDMapping(prefix: prefix, issuer: issuer, style: style).userID(for: SubjectID(.string(subject)))
    }

    private static func hash(_ subject: String, issuer: String = "https://id.example") throws -> String {
        Base64URL.encode(try SHA256Digest(of: Array(issuer.utf8) + [0] + Array(subject.utf8)).bytes)
    }

    @Test("SHA-256 gives the digest of FIPS 180-4")
    func digest() throws {
        let digest = try SHA256Digest(of: Array("n-0S6_WzA2Mj".utf8)).bytes.map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        #expect(digest.joined() == "0823a09b54cb9381561068b00aaf4e539b3f54604631d3e6a820879b6b04cc19")
        #expect(Base64URL.encode(try SHA256Digest(of: []).bytes) == "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU")
    }

    @Test(
        "subjects of safe characters stay readable",
        arguments: [
            "1", "0012", "ABC.def_1~2|3@x{4}-5", "auth0|5f7c", "{c788b2da-b7a2}", "amzn1.account.X", "a@x.test",
        ])
    func readable(_ subject: String) throws {
        #expect(try Self.uid(subject) == "p:\(subject)")
    }

    @Test(
        "other subjects are hashed with their issuer",
        arguments: [
            "a:b", "a/b", "a b", "é", "e\u{301}", "a#b", "a$b", "a[b]", "a+b", "a=b", "a\u{0}b", "a\nb", "a%b", "a\\b",
            "日本",
        ])
    func hashed(_ subject: String) throws {
        #expect(try Self.uid(subject) == "p:\(try Self.hash(subject))")
    }

    @Test("a uid has at most 128 bytes: longer subjects are hashed")
    func length() throws {
        let longest = String(repeating: "a", count: 126)
        #expect(try Self.uid(longest) == "p:\(longest)")
        #expect(try Self.uid(longest + "a") == "p:\(try Self.hash(longest + "a"))")
    }

    @Test("a subject that is another one's hash is hashed itself")
    func imitatedHash() throws {
        let imitation = try Self.hash("a:b")
        #expect(try Self.uid(imitation) != Self.uid("a:b"))
        #expect(try Self.uid(imitation) == "p:\(try Self.hash(imitation))")
        #expect(try Self.uid(String(imitation.dropLast())) == "p:\(imitation.dropLast())")
    }

    @Test("the style hashed hashes every subject")
    func hashedStyle() throws {
        #expect(try Self.uid("1", style: .hashed) == "p:\(try Self.hash("1"))")
    }

    @Test("the style readable only keeps what looks like a hash, and colons, and refuses what is not safe")
    func readableOnly() throws {
        let subject = "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ"
        #expect(try Self.uid(subject, style: .readableOnly) == "p:\(subject)")
        #expect(try Self.uid("t:o", style: .readableOnly) == "p:t:o")
        for subject in ["a/b", "é", "a b", String(repeating: "a", count: 127)] {
            #expect(try refusal { try Self.uid(subject, style: .readableOnly) } == .uidInvalid)
        }
    }

    @Test("presets say how uids begin and look")
    func presets() throws {
        let microsoft = try Samples.resolve("microsoft").userIDMapping()
        #expect(microsoft.prefix == "microsoft")
        #expect(microsoft.style == .readableOnly)
        let classic = try Samples.resolve("facebook").userIDMapping()
        let limited = try Samples.resolve("facebook-limited").userIDMapping()
        #expect(limited.prefix == "facebook")
        #expect(try classic.userID(for: SubjectID("1")) == limited.userID(for: SubjectID("1")))
        try UserIDMapping.requireDistinct([microsoft, classic, limited])
        let corp = try Samples.resolve("oidc").userIDMapping(prefix: "corp", style: .hashed)
        #expect(corp.prefix == "corp")
        #expect(corp.style == .hashed)
        #expect(corp.issuer == Samples.values[.issuer])
    }

    @Test("the two spellings of Google's issuer are one issuer in uids")
    func canonicalIssuer() throws {
        #expect(try Samples.resolve("google").userIDMapping().issuer == "https://accounts.google.com")
    }

    @Test(
        "a prefix is 1 to 64 plain characters",
        arguments: ["", "a:", ":", "a:b", "a b", "é", "a/b", "a\u{0}", "a\n", String(repeating: "a", count: 65)])
    func prefix(_ prefix: String) throws {
        #expect(try refusal { try Self.uid("1", prefix: prefix) } == .prefixInvalid)
    }

    @Test("an issuer with a null character is refused, for that ends it in the hash")
    func issuerWithNull() throws {
        #expect(try refusal { try Self.uid("1", issuer: "a\u{0}b") } == .prefixInvalid)
    }

    @Test("two providers of one prefix are refused unless they are one issuer and style")
    func distinct() throws {
        let first = try UserIDMapping(prefix: "a", issuer: "i", style: .readable)
        let others = [
            try UserIDMapping(prefix: "a", issuer: "j", style: .readable),
            try UserIDMapping(prefix: "a", issuer: "i", style: .hashed),
        ]
        for other in others {
            #expect(try refusal { try UserIDMapping.requireDistinct([first, other]) } == .prefixInvalid)
        }
        try UserIDMapping.requireDistinct([first, first, try UserIDMapping(prefix: "b", issuer: "i", style: .readable)])
    }
}
