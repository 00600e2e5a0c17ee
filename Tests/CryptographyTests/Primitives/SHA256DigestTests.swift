import Cryptography
import Testing

@Suite("SHA-256")
struct SHA256DigestTests {
    @Test(
        "the hashes are those of FIPS 180-4 and of the providers' documents",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            ("n-0S6_WzA2Mj", "0823a09b54cb9381561068b00aaf4e539b3f54604631d3e6a820879b6b04cc19"),
        ])
    func knownAnswers(_ message: String, _ expected: String) throws {
        let digest = try SHA256Digest(of: Array(message.utf8))
        #expect(digest.bytes.count == 32)
        #expect(digest.hexadecimal == expected)
    }

    @Test("different messages have different hashes, the same message the same")
    func equality() throws {
        #expect(try SHA256Digest(of: [1]) == SHA256Digest(of: [1]))
        #expect(try SHA256Digest(of: [1]) != SHA256Digest(of: [2]))
        #expect(try SHA256Digest(of: [0]) != SHA256Digest(of: [0, 0]))
    }
}

@Suite("Comparison in constant time")
struct ConstantTimeTests {
    @Test(
        "it is equality of bytes",
        arguments: [
            ([], [], true), ([1], [1], true), ([1], [2], false), ([1], [], false), ([], [1], false),
            ([1, 2], [1], false), ([0], [0, 0], false), ([255, 0], [255, 128], false),
        ] as [([UInt8], [UInt8], Bool)])
    func equality(_ left: [UInt8], _ right: [UInt8], _ expected: Bool) {
        #expect(ConstantTime.areEqual(left, right) == expected)
    }
}
