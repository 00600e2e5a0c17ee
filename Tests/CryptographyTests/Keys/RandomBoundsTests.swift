import Cryptography
import Testing

@Suite("Bounds of randomness")
struct RandomBoundsTests {
    @Test("a number of bytes that cannot be had is refused without a trap", arguments: [-1, Int.min, Int.max])
    func impossible(_ count: Int) {
        let error = #expect(throws: CryptographyError.self) { try SecureRandom().bytes(count: count) }
        #expect(error?.code == .libraryFailed)
    }

    @Test("bytes are written as two hexadecimal digits each")
    func hexadecimal() {
        #expect(([0, 0x0F, 0x10, 0xFF] as [UInt8]).hexadecimal == "000f10ff")
    }
}
