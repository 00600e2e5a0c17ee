/// What makes an RSA public key unfit, decided from its numbers alone (RFC 7518, section 3.3).
package enum RSAKeyRules: Sendable {
    /// The shortest modulus, in bits.
    package static let minimumBits = 2048
    /// The longest modulus, in bits: beyond it a single verification becomes an attack.
    package static let maximumBits = 8192

    /// Refuses a short, long or even modulus, an exponent that is 1, even or longer than 64 bits, and ROCA moduli.
    ///
    /// - Parameters:
    ///   - modulus: The modulus, big-endian.
    ///   - exponent: The public exponent, big-endian.
    /// - Throws: `JOSEError` with code `keyUnusable`.
    package static func check(modulus: [UInt8], exponent: [UInt8]) throws(JOSEError) {
        let bits = bitCount(modulus)
        guard bits >= minimumBits else {
            throw JOSEError(.keyUnusable, "the RSA key has \(bits) bits; the minimum is \(minimumBits)")
        }
        guard bits <= maximumBits else {
            throw JOSEError(.keyUnusable, "the RSA key has \(bits) bits; the maximum is \(maximumBits)")
        }
        guard let last = modulus.last, last & 1 == 1 else {
            throw JOSEError(.keyUnusable, "the RSA key's modulus is even")
        }
        guard let last = exponent.last, last & 1 == 1 else {
            throw JOSEError(.keyUnusable, "the RSA key's public exponent is even")
        }
        // 64 bits is OpenSSL's own limit for large moduli; 1 makes every message its own signature.
        guard 2...64 ~= bitCount(exponent) else {
            throw JOSEError(
                .keyUnusable, "the RSA key's public exponent is \(bitCount(exponent) < 2 ? "1" : "too long")")
        }
        guard !hasROCAFingerprint(modulus) else {
            throw JOSEError(
                .keyUnusable, "the RSA key is of the ROCA kind (CVE-2017-15361), whose private half can be computed")
        }
    }

    /// The number of significant bits of a big-endian number.
    package static func bitCount(_ number: [UInt8]) -> Int {
        guard let first = number.firstIndex(where: { $0 != 0 }) else { return 0 }
        return (number.count - first) * 8 - number[first].leadingZeroBitCount
    }

    /// ROCA primes are k·M + (65537^a mod M), M being a product of small primes.
    ///
    /// So the modulus is a power of 65537 modulo each of those; an honest modulus is that for all of them with a chance
    /// below one in a hundred million.
    private static func hasROCAFingerprint(_ modulus: [UInt8]) -> Bool {
        rocaResidues.allSatisfy { prime, residues in residues.contains(remainder(of: modulus, by: prime)) }
    }

    private static let rocaResidues: [(prime: Int, residues: Set<Int>)] = {
        let primes = (3...167).filter { candidate in !(2..<candidate).contains { candidate.isMultiple(of: $0) } }
        return primes.map { prime in
            var residues: Set<Int> = []
            var power = 1
            while residues.insert(power).inserted { power = power * 65537 % prime }
            return (prime, residues)
        }
    }()

    private static func remainder(of number: [UInt8], by divisor: Int) -> Int {
        number.reduce(0) { ($0 << 8 | Int($1)) % divisor }
    }
}
