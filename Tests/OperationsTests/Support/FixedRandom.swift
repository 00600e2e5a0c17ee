import Cryptography

/// Bytes that are not random.
struct FixedRandom: RandomSource {
    let byte: UInt8

    func bytes(count: Int) throws(CryptographyError) -> [UInt8] {
        [UInt8](repeating: byte, count: count)
    }
}
