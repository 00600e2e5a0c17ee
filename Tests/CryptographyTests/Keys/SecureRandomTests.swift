import Cryptography
import Testing

@Suite("Randomness")
struct SecureRandomTests {
    @Test("as many bytes come as are asked for", arguments: [0, 1, 16, 32, 1000])
    func givesCount(count: Int) throws {
        #expect(try SecureRandom().bytes(count: count).count == count)
    }

    @Test("no two draws are alike, and all bytes occur")
    func isRandom() throws {
        let draws = try (0..<200).map { _ in try SecureRandom().bytes(count: 32) }
        #expect(Set(draws).count == 200)
        #expect(Set(draws.flatMap(\.self)).count == 256)
    }
}
