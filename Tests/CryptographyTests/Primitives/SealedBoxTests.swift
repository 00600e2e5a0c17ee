@testable import Cryptography
import Testing

@Suite("A sealed box")
struct SealedBoxTests {
    private static let secret = String(repeating: "s", count: 43)

    private static func box(_ message: [UInt8]) throws -> SealedBox {
        try SealedBox(
            sealing: message, secret: secret, label: "a label", context: [1, 2, 3], random: SecureRandom())
    }

    @Test("Opens with its secret, label and context, whatever is in it", arguments: [0, 1, 15, 16, 17, 5000])
    func opens(count: Int) throws {
        let message = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let box = try SealedBox(restoring: Self.box(message).bytes)
        #expect(box.bytes.count == count + 28)
        #expect(try box.opened(secret: Self.secret, label: "a label", context: [1, 2, 3]) == message)
    }

    @Test("Does not open with another secret, label or context")
    func others() throws {
        let box = try Self.box([7, 8, 9])
        let secret = String(repeating: "t", count: 43)
        #expect(try box.opened(secret: secret, label: "a label", context: [1, 2, 3]) == nil)
        #expect(try box.opened(secret: Self.secret, label: "b label", context: [1, 2, 3]) == nil)
        #expect(try box.opened(secret: Self.secret, label: "a label", context: [1, 2]) == nil)
        #expect(try box.opened(secret: Self.secret, label: "a label", context: []) == nil)
    }

    @Test("Does not open when any bit is another, or it is cut anywhere")
    func changes() throws {
        let box = try Self.box([7, 8, 9])
        for index in box.bytes.indices {
            var bytes = box.bytes
            bytes[index] ^= 0x10
            let changed = SealedBox(restoring: bytes)
            #expect(try changed.opened(secret: Self.secret, label: "a label", context: [1, 2, 3]) == nil)
            let cut = SealedBox(restoring: [UInt8](box.bytes.prefix(index)))
            #expect(try cut.opened(secret: Self.secret, label: "a label", context: [1, 2, 3]) == nil)
        }
    }

    @Test("Never looks the same, and shows nothing of its message")
    func nonces() throws {
        let message = [UInt8]("a message that is long enough to be found".utf8)
        let boxes = try (0..<20).map { _ in try Self.box(message).bytes }
        #expect(Set(boxes).count == 20)
        #expect(Set(boxes.map { $0.prefix(12) }).count == 20)
        for box in boxes { #expect(!box.contains(message)) }
    }

    @Test("Is not made with a secret that could be guessed")
    func shortSecrets() {
        for secret in ["", "password", String(repeating: "s", count: 21)] {
            #expect(throws: CryptographyError(.secretTooShort, "")) {
                try SealedBox(sealing: [1], secret: secret, label: "a label", context: [], random: SecureRandom())
            }
            #expect(throws: CryptographyError(.secretTooShort, "")) {
                try SealedBox(restoring: []).opened(secret: secret, label: "a label", context: [])
            }
        }
    }

    @Test("Keys and nonces of another length are refused before the library reads beyond them")
    func lengths() {
        let (key, nonce) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 12))
        for (key, nonce) in [(Array(key.dropLast()), nonce), (key, Array(nonce.dropLast())), ([], nonce), (key, [])] {
            #expect(throws: CryptographyError(.libraryFailed, "")) {
                try AES256GCM.seal([1], key: key, nonce: nonce, context: [])
            }
            #expect(throws: CryptographyError(.libraryFailed, "")) {
                try AES256GCM.open([UInt8](repeating: 0, count: 20), key: key, nonce: nonce, context: [])
            }
        }
    }
}
