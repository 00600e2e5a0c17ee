import Cryptography
import JOSE
import TestSupport
import Testing

@Suite("Key texts with random damage")
struct KeyTextPropertyTests {
    private static let printable = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/= \n\t\\\"'-.nr\u{0}".utf8)

    /// The same key, or a refusal that shows nothing of it.
    private func check(_ text: [UInt8], _ windows: KeyWindows, _ original: KeyMaterial) {
        do {
            let key = try RSAPrivateKey(parsing: text)
            #expect(key.publicKey.material == original)
        } catch {
            #expect(!windows.areShown(by: error.reason))
        }
    }

    @Test("truncation gives the same key or a refusal without key text", arguments: ["rsa-2048", "rsa-2048-pkcs1"])
    func truncation(_ name: String) throws {
        let text = [UInt8](try KeyFixtures.text(name).utf8)
        let (windows, original) = (KeyWindows(of: text), try KeyFixtures.original.get())
        for count in stride(from: 0, to: text.count, by: 3) {
            check(Array(text.prefix(count)), windows, original)
            check(Array(text.dropFirst(count + 1)), windows, original)
        }
    }

    @Test("insertion gives the same key or a refusal without key text", arguments: 0..<4 as Range<UInt64>)
    func insertion(_ seed: UInt64) throws {
        let text = [UInt8](try KeyFixtures.text("rsa-2048").utf8)
        let (windows, original) = (KeyWindows(of: text), try KeyFixtures.original.get())
        var random = SeededGenerator(seed: seed)
        for _ in 0..<150 {
            let addition = (0..<Int.random(in: 1...9, using: &random)).compactMap { _ in
                Self.printable.randomElement(using: &random)
            }
            var changed = text
            changed.insert(contentsOf: addition, at: Int.random(in: 0...text.count, using: &random))
            check(changed, windows, original)
        }
    }

    @Test("deletion gives the same key or a refusal without key text", arguments: 0..<4 as Range<UInt64>)
    func deletion(_ seed: UInt64) throws {
        let text = [UInt8](try KeyFixtures.text("rsa-2048").utf8)
        let (windows, original) = (KeyWindows(of: text), try KeyFixtures.original.get())
        var random = SeededGenerator(seed: seed)
        for _ in 0..<150 {
            let start = Int.random(in: 0..<text.count, using: &random)
            let end = min(text.count, start + Int.random(in: 1...9, using: &random))
            check(Array(text[..<start] + text[end...]), windows, original)
        }
    }

    @Test("a key with exchanged characters signs as the original or does not sign", arguments: 0..<4 as Range<UInt64>)
    func exchange(_ seed: UInt64) throws {
        let text = [UInt8](try KeyFixtures.text("rsa-2048").utf8)
        let (windows, original) = (KeyWindows(of: text), try PublicKey(KeyFixtures.original.get()))
        var random = SeededGenerator(seed: seed)
        var refused = 0
        for _ in 0..<25 {
            var changed = text
            changed[Int.random(in: 0..<text.count, using: &random)] = Self.printable.randomElement(using: &random) ?? 0
            do {
                let key = try ProbedSigningKey(probing: RSAPrivateKey(parsing: changed))
                try original.verify(key.signature(over: [1, 2, 3]), over: [1, 2, 3], algorithm: .rs256)
            } catch let error as CryptographyError {
                refused += 1
                #expect(!windows.areShown(by: error.reason))
            }
        }
        #expect(refused > 0)
    }

    @Test("random bytes are refused", arguments: 0..<4 as Range<UInt64>)
    func noise(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let body = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...127, using: &random)
            }
            for text in [
                body, Array("-----BEGIN PRIVATE KEY-----".utf8) + body + Array("-----END PRIVATE KEY-----".utf8),
            ] {
                #expect(throws: CryptographyError.self) { _ = try RSAPrivateKey(parsing: text) }
            }
        }
    }
}
