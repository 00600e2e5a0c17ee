import StrictJSON
import TestSupport
import Testing

@Suite("Round trips")
struct RoundTripTests {
    @Test("a written value is read as the same value and written as the same bytes", arguments: UInt64(1)...4)
    func keepsRandomValues(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let value = RandomJSON.value(depth: 5, using: &random)
            let bytes = value.compactBytes
            let again = try parsed(bytes)
            #expect(again == value)
            #expect(again.compactBytes == bytes)
        }
    }

    @Test("a damaged text is refused, or its reading is written and read as itself", arguments: UInt64(11)...14)
    func survivesMutations(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var read = 0
        var refused = 0
        for _ in 0..<1500 {
            let bytes = Self.mutated(RandomJSON.value(depth: 4, using: &random).compactBytes, using: &random)
            guard let value = try? parsed(bytes) else {
                refused += 1
                continue
            }
            read += 1
            let written = value.compactBytes
            let again = try parsed(written)
            #expect(again == value)
            #expect(again.compactBytes == written)
        }
        #expect(read > 50, "the mutations must leave something to read")
        #expect(refused > 50, "the mutations must break something")
    }

    private static func mutated(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        let tokens = [UInt8](#"{}[],:"\/-+.eE0123456789tfn u"#.utf8) + [0x00, 0x80, 0xC3, 0xED, 0xFF]
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let index = Int.random(in: 0...bytes.count, using: &random)
            let byte = tokens.randomElement(using: &random) ?? 0
            switch Int.random(in: 0...3, using: &random) {
            case 0: bytes.insert(byte, at: index)
            case 1 where index < bytes.count: bytes[index] = byte
            case 2 where index < bytes.count: bytes.remove(at: index)
            default:
                let end = Int.random(in: index...bytes.count, using: &random)
                bytes.insert(contentsOf: bytes[index..<end], at: index)
            }
        }
        return bytes
    }
}
