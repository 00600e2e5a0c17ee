import Cryptography
import JOSE
import OAuthClient
import Testing

@Suite("State, nonce and proof key")
struct UnguessableValueTests {
    @Test("new ones have 256 bits in base64url and are never the same (7636-01)")
    func new() throws {
        let random = SecureRandom()
        var texts: Set<String> = []
        for _ in 0..<100 {
            texts.insert(try AuthorizationState(random: random).secretText)
            texts.insert(try Nonce(random: random).secretText)
            texts.insert(try ProofKey(random: random).secretText)
        }
        #expect(texts.count == 300)
        #expect(texts.allSatisfy { $0.utf8.count == 43 && !$0.contains("=") && !$0.contains("+") && !$0.contains("/") })
    }

    @Test("the bytes are those of the random source")
    func source() throws {
        let text = try AuthorizationState(random: MessageFixtures.Random()).secretText
        #expect(text == "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")
    }

    @Test("the challenge is that of RFC 7636, appendix B (7636-05)")
    func challenge() throws {
        let key = try ProofKey(restoring: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(key.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test("a verifier has 43 to 128 unreserved characters (7636-01)", arguments: [43, 44, 128])
    func verifier(_ count: Int) throws {
        let text = String(repeating: "~", count: count)
        #expect(try ProofKey(restoring: text).secretText == text)
    }

    @Test(
        "another verifier is refused (7636-01)",
        arguments: [
            "", String(repeating: "a", count: 42), String(repeating: "a", count: 129),
            String(repeating: "a", count: 42) + "+", String(repeating: "a", count: 42) + "é",
            String(repeating: "a", count: 42) + "\n", String(repeating: "a", count: 42) + "=",
        ])
    func refusedVerifier(_ text: String) throws {
        #expect(try messageRefusal { try ProofKey(restoring: text) }.code == .parameterInvalid)
    }

    @Test(
        "a kept state or nonce without room for 128 bits is refused",
        arguments: [
            "", "S1", String(repeating: "a", count: 21), String(repeating: "a", count: 513),
            String(repeating: "a", count: 22) + "+", String(repeating: "a", count: 22) + "\u{E9}",
        ])
    func refusedRestoring(_ text: String) throws {
        #expect(try messageRefusal { try AuthorizationState(restoring: text) }.code == .parameterInvalid)
        #expect(try messageRefusal { try Nonce(restoring: text) }.code == .parameterInvalid)
    }

    @Test("a nonce goes to the provider raw, or as the lower-case hexadecimal form of its hash (PRV-21)")
    func transforms() throws {
        let nonce = try Nonce(restoring: "n-0S6_WzA2Mj-n-0S6_WzA2Mj-n-0S6_WzA2Mj")
        #expect(try nonce.text(.raw) == nonce.secretText)
        let hash = try SHA256Digest(of: Array(nonce.secretText.utf8)).hexadecimal
        #expect(try nonce.text(.sha256Hexadecimal) == hash)
        #expect(hash.utf8.count == 64)
        #expect(hash == hash.lowercased())
    }

    @Test("where there is no randomness there is no state, nonce or proof key")
    func noRandomness() throws {
        struct Dry: RandomSource {
            func bytes(count: Int) throws(CryptographyError) -> [UInt8] {
                _ = try HMACKey(secret: [], algorithm: .hs256)
                return []
            }
        }
        #expect(try messageRefusal { try AuthorizationState(random: Dry()) }.code == .cryptographyFailed)
        #expect(try messageRefusal { try Nonce(random: Dry()) }.code == .cryptographyFailed)
        #expect(try messageRefusal { try ProofKey(random: Dry()) }.code == .cryptographyFailed)
    }
}
