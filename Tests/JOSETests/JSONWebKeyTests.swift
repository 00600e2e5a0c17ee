import JOSE
import StrictJSON
import Testing

@Suite("JSON Web Key")
struct JSONWebKeyTests {
    /// An odd modulus of 2048 bits that is no ROCA modulus; that it has factors nobody asks here.
    static let modulus = Base64URL.encode([0xC0] + [UInt8](repeating: 0x5A, count: 254) + [0x01])
    static let rsa = #""kty":"RSA","n":"\#(modulus)","e":"AQAB""#
    static let point = Base64URL.encode([UInt8](repeating: 7, count: 32))
    static let ec = #""kty":"EC","crv":"P-256","x":"\#(point)","y":"\#(point)""#
    static let okp = #""kty":"OKP","crv":"Ed25519","x":"\#(point)""#

    private static func key(_ members: String) throws -> JSONWebKey {
        try JSONWebKey(parsing: object("{\(members)}"))
    }

    /// The reason why a key is refused as unusable.
    private static func reason(_ members: String) throws -> String {
        let object = try object("{\(members)}")
        let error = #expect(throws: JOSEError(.keyUnusable, "")) { try JSONWebKey(parsing: object) }
        return error?.reason ?? ""
    }

    @Test("an RSA key is read, its leading zeros dropped")
    func readsRSA() throws {
        let bytes = try Base64URL.decode(Self.modulus.utf8)
        #expect(try Self.key(Self.rsa).material == .rsa(modulus: bytes, exponent: [1, 0, 1]))
        let padded = Base64URL.encode([0, 0] + bytes)
        #expect(
            try Self.key(#""kty":"RSA","n":"\#(padded)","e":"AAEAAQ""#).material
                == .rsa(modulus: bytes, exponent: [1, 0, 1]))
    }

    @Test("keys on curves are read")
    func readsCurves() throws {
        let coordinate = [UInt8](repeating: 7, count: 32)
        #expect(try Self.key(Self.ec).material == .ellipticCurve(.p256, x: coordinate, y: coordinate))
        #expect(try Self.key(Self.okp).material == .edwards(.ed25519, publicKey: coordinate))
    }

    @Test("kid and alg are read; members that are unknown, and x5c, are ignored")
    func readsMembers() throws {
        let key = try Self.key(#"\#(Self.rsa),"kid":"k1","alg":"RS384","use":"sig","x5c":[1],"x5t":7,"foo":{}"#)
        #expect(key.keyID == "k1")
        #expect(key.algorithm == .rs384)
    }

    @Test(
        "JOSE-13: a symmetric key has no place in a public key set",
        arguments: [#""kty":"oct","k":"AAAA""#, #""kty":"oct""#, "\(rsa),\"k\":\"AAAA\"", #""k":null"#])
    func refusesSymmetricKeys(members: String) throws {
        #expect(try Self.reason(members).contains("symmetric"))
    }

    @Test("a published private half is refused", arguments: ["d", "p", "q", "dp", "dq", "qi", "oth"])
    func refusesPrivateKeys(name: String) throws {
        for members in [Self.rsa, Self.ec, Self.okp] {
            #expect(try Self.reason("\(members),\"\(name)\":\"AAAA\"").contains("private half"))
            #expect(try Self.reason("\(members),\"\(name)\":null").contains("private half"))
        }
    }

    @Test("JOSE-12: a use other than signatures is refused", arguments: ["enc", "SIG", "", "sig ", "tls"])
    func refusesOtherUse(use: String) throws {
        #expect(try Self.reason("\(Self.rsa),\"use\":\"\(use)\"").contains("use"))
    }

    @Test(
        "JOSE-12: key_ops without verify, with duplicates, of other kinds or against use are refused",
        arguments: [
            #""key_ops":["encrypt"]"#, #""key_ops":["sign"]"#, #""key_ops":[]"#, #""key_ops":["VERIFY"]"#,
            #""key_ops":["verify","verify"]"#, #""key_ops":["verify",1]"#, #""key_ops":"verify""#, #""key_ops":null"#,
            #""key_ops":["sign, verify"]"#, #""use":"sig","key_ops":["verify","encrypt"]"#, #""use":1"#,
        ])
    func refusesOtherOperations(member: String) throws {
        #expect(try Self.reason("\(Self.rsa),\(member)").contains("its "))
    }

    @Test(
        "JOSE-12: key_ops with verify are accepted",
        arguments: [
            #""key_ops":["verify"]"#, #""key_ops":["sign","verify"]"#, #""use":"sig","key_ops":["verify","sign"]"#,
            #""key_ops":["verify","wrapKey"]"#,
        ])
    func acceptsVerifyOperation(member: String) throws {
        #expect(try Self.key("\(Self.rsa),\(member)").algorithm == nil)
    }

    @Test(
        "JOSE-12: an alg that is unknown or does not fit is refused",
        arguments: [
            (rsa, "ES256"), (rsa, "HS256"), (rsa, "EdDSA"), (rsa, "RSA-OAEP"), (rsa, "none"), (rsa, "rs256"), (rsa, ""),
            (ec, "ES384"), (ec, "ES521"), (ec, "RS256"), (ec, "HS256"), (okp, "ES256"), (okp, "Ed25519"),
        ])
    func refusesOtherAlgorithms(members: String, name: String) throws {
        #expect(try Self.reason("\(members),\"alg\":\"\(name)\"").contains("algorithm"))
    }

    @Test(
        "a type that is missing, unknown or of another kind is refused",
        arguments: [
            #""n":"AQAB""#, #""kty":"AKP","pub":"AA""#, #""kty":"rsa""#, #""kty":"""#, #""kty":1"#, #""kty":null"#,
        ])
    func refusesOtherTypes(members: String) throws {
        #expect(try Self.reason(members).contains("ty"))
    }

    @Test(
        "numbers that are missing, no base64url, zero or of the wrong length are refused",
        arguments: [
            #""kty":"RSA","e":"AQAB""#, #""kty":"RSA","n":"\#(modulus)""#, #""kty":"RSA","n":"!!!","e":"AQAB""#,
            #""kty":"RSA","n":"\#(modulus)=","e":"AQAB""#, #""kty":"RSA","n":"","e":"AQAB""#,
            #""kty":"RSA","n":"\#(modulus)","e":"AA""#, #""kty":"RSA","n":7,"e":"AQAB""#,
            #""kty":"RSA","n":"\#(modulus)","e":65537"#, #""kty":"EC","crv":"P-256","x":"\#(point)""#,
            #""kty":"EC","crv":"P-256","x":"AAAA","y":"\#(point)""#,
            #""kty":"EC","crv":"P-384","x":"\#(point)","y":"\#(point)""#,
            #""kty":"EC","x":"\#(point)","y":"\#(point)""#,
            #""kty":"EC","crv":"secp256k1","x":"\#(point)","y":"\#(point)""#,
            #""kty":"EC","crv":"Ed25519","x":"\#(point)""#, #""kty":"OKP","crv":"P-256","x":"\#(point)""#,
            #""kty":"OKP","crv":"Ed448","x":"\#(point)""#, #""kty":"OKP","crv":"X25519","x":"\#(point)""#,
            #""kty":"OKP","crv":"Ed25519""#, #""kty":"EC","crv":"p-256","x":"\#(point)","y":"\#(point)""#,
        ])
    func refusesOtherNumbers(members: String) throws {
        #expect(try !Self.reason(members).isEmpty)
    }

    @Test("a kid that is no string is refused", arguments: ["1", "null", "[]"])
    func refusesOtherKeyIDs(value: String) throws {
        #expect(try Self.reason("\(Self.rsa),\"kid\":\(value)").contains("kid"))
    }
}
