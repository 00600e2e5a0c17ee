import JOSE
import Testing

@Suite("Rules for RSA keys (JOSE-08)")
struct RSAKeyRulesTests {
    /// A modulus of a number of bits that is no ROCA modulus.
    private static func modulus(bits: Int, last: UInt8 = 0x01) -> [UInt8] {
        let top = UInt8(1) << UInt8((bits - 1) % 8)
        return [top] + [UInt8](repeating: 0x5A, count: (bits + 7) / 8 - 2) + [last]
    }

    private static func refusal(modulus: [UInt8], exponent: [UInt8] = [1, 0, 1]) -> JOSEError.Code? {
        JOSETests.refusal { () throws(JOSEError) in try RSAKeyRules.check(modulus: modulus, exponent: exponent) }
    }

    @Test("2048 to 8192 bits are accepted", arguments: [2048, 2049, 3072, 4096, 8191, 8192])
    func acceptsLengths(bits: Int) {
        #expect(RSAKeyRules.bitCount(Self.modulus(bits: bits)) == bits)
        #expect(Self.refusal(modulus: Self.modulus(bits: bits)) == nil)
    }

    @Test("shorter and longer moduli are refused", arguments: [512, 1024, 1536, 2040, 2047, 8193, 8200, 16_384])
    func refusesLengths(bits: Int) {
        #expect(Self.refusal(modulus: Self.modulus(bits: bits)) == .keyUnusable)
    }

    @Test("leading zeros make no modulus longer")
    func countsSignificantBits() {
        #expect(RSAKeyRules.bitCount([0, 0, 1]) == 1)
        #expect(RSAKeyRules.bitCount([0x80, 0]) == 16)
        #expect(RSAKeyRules.bitCount([]) == 0)
        #expect(RSAKeyRules.bitCount([0, 0]) == 0)
        #expect(Self.refusal(modulus: [UInt8](repeating: 0, count: 128) + Self.modulus(bits: 1024)) == .keyUnusable)
    }

    @Test("an even modulus is refused", arguments: [0x00, 0x02, 0xFE] as [UInt8])
    func refusesEvenModulus(last: UInt8) {
        #expect(Self.refusal(modulus: Self.modulus(bits: 2048, last: last)) == .keyUnusable)
    }

    @Test(
        "odd exponents from 3 to 64 bits are accepted",
        arguments: [[3], [17], [1, 0, 1], [0, 1, 0, 1], [UInt8](repeating: 0xFF, count: 8)] as [[UInt8]])
    func acceptsExponents(exponent: [UInt8]) {
        #expect(Self.refusal(modulus: Self.modulus(bits: 2048), exponent: exponent) == nil)
    }

    @Test(
        "1, even, empty and longer exponents are refused",
        arguments: [[1], [0, 1], [], [0], [2], [4], [1, 0, 0], [1] + [UInt8](repeating: 1, count: 8)] as [[UInt8]])
    func refusesExponents(exponent: [UInt8]) {
        #expect(Self.refusal(modulus: Self.modulus(bits: 2048), exponent: exponent) == .keyUnusable)
    }

    @Test("a modulus that is a power of 65537 modulo the small primes is refused as ROCA")
    func refusesROCA() {
        // 65537 to the power of 128 is a number of 2049 bits with the fingerprint.
        var power: [UInt8] = [1]
        for _ in 0..<128 { power = Self.multiplied(power, by: 65537) }
        #expect(RSAKeyRules.bitCount(power) == 2049)
        #expect(Self.refusal(modulus: power) == .keyUnusable)
        let error = #expect(throws: JOSEError.self) { try RSAKeyRules.check(modulus: power, exponent: [3]) }
        #expect(error?.reason.contains("ROCA") == true)
    }

    private static func multiplied(_ number: [UInt8], by factor: Int) -> [UInt8] {
        var carry = 0
        var digits: [UInt8] = []
        for digit in number.reversed() {
            carry += Int(digit) * factor
            digits.append(UInt8(truncatingIfNeeded: carry))
            carry >>= 8
        }
        while carry > 0 {
            digits.append(UInt8(truncatingIfNeeded: carry))
            carry >>= 8
        }
        return digits.reversed()
    }
}
