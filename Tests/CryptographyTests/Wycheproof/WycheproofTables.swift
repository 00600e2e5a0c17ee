import Cryptography
import JOSE
import Testing

/// The files that are run, with what is in them: a file that changes must be looked at.
enum WycheproofTables {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let algorithm: SignatureAlgorithm
        let groups: Int
        let tests: Int
        let valid: Int

        var testDescription: String { name }

        init(_ name: String, _ algorithm: SignatureAlgorithm, groups: Int, tests: Int, valid: Int) {
            self.name = name
            self.algorithm = algorithm
            self.groups = groups
            self.tests = tests
            self.valid = valid
        }
    }

    static let rsa = [
        Row("rsa_signature_2048_sha256", .rs256, groups: 3, tests: 259, valid: 9),
        Row("rsa_signature_2048_sha384", .rs384, groups: 1, tests: 258, valid: 7),
        Row("rsa_signature_2048_sha512", .rs512, groups: 2, tests: 259, valid: 8),
        Row("rsa_signature_3072_sha256", .rs256, groups: 2, tests: 259, valid: 8),
        Row("rsa_signature_3072_sha384", .rs384, groups: 1, tests: 259, valid: 7),
        Row("rsa_signature_3072_sha512", .rs512, groups: 2, tests: 260, valid: 8),
        Row("rsa_signature_4096_sha256", .rs256, groups: 1, tests: 258, valid: 7),
        Row("rsa_signature_4096_sha384", .rs384, groups: 1, tests: 259, valid: 7),
        Row("rsa_signature_4096_sha512", .rs512, groups: 1, tests: 259, valid: 7),
        Row("rsa_signature_8192_sha256", .rs256, groups: 1, tests: 258, valid: 7),
    ]

    static let pss = [
        Row("rsa_pss_2048_sha256_mgf1_32", .ps256, groups: 1, tests: 108, valid: 63),
        Row("rsa_pss_2048_sha384_mgf1_48", .ps384, groups: 1, tests: 141, valid: 95),
        Row("rsa_pss_3072_sha256_mgf1_32", .ps256, groups: 1, tests: 108, valid: 63),
        Row("rsa_pss_4096_sha256_mgf1_32", .ps256, groups: 1, tests: 108, valid: 63),
        Row("rsa_pss_4096_sha384_mgf1_48", .ps384, groups: 1, tests: 141, valid: 95),
        Row("rsa_pss_4096_sha512_mgf1_64", .ps512, groups: 1, tests: 179, valid: 132),
    ]

    /// Signatures with another salt or another mask than RFC 7518 demands.
    static let otherPSS = [
        Row("rsa_pss_2048_sha256_mgf1_0", .ps256, groups: 1, tests: 103, valid: 61),
        Row("rsa_pss_2048_sha256_mgf1sha1_20", .ps256, groups: 1, tests: 108, valid: 63),
    ]

    static let ecdsa = [
        Row("ecdsa_secp256r1_sha256_p1363", .es256, groups: 112, tests: 262, valid: 173),
        Row("ecdsa_secp384r1_sha384_p1363", .es384, groups: 104, tests: 280, valid: 193),
        Row("ecdsa_secp521r1_sha512_p1363", .es512, groups: 107, tests: 318, valid: 231),
    ]

    /// Signatures in DER, which a JWS never has.
    static let derECDSA = [
        Row("ecdsa_secp256r1_sha256", .es256, groups: 113, tests: 484, valid: 174),
        Row("ecdsa_secp384r1_sha384", .es384, groups: 105, tests: 504, valid: 194),
        Row("ecdsa_secp521r1_sha512", .es512, groups: 108, tests: 542, valid: 232),
    ]

    /// A curve that is not supported.
    static let otherECDSA = [Row("ecdsa_secp256k1_sha256_p1363", .es256, groups: 108, tests: 252, valid: 167)]

    static let edDSA = [
        Row("ed25519", .edDSA, groups: 78, tests: 151, valid: 88),
        Row("ed448", .edDSA, groups: 15, tests: 87, valid: 17),
    ]

    static let hmac = [
        Row("hmac_sha256", .hs256, groups: 6, tests: 174, valid: 66),
        Row("hmac_sha384", .hs384, groups: 6, tests: 174, valid: 66),
        Row("hmac_sha512", .hs512, groups: 6, tests: 174, valid: 66),
    ]

    static let signing = [
        Row("rsa_pkcs1_2048_sig_gen", .rs256, groups: 8, tests: 43, valid: 32),
        Row("rsa_pkcs1_3072_sig_gen", .rs256, groups: 5, tests: 26, valid: 24),
        Row("rsa_pkcs1_4096_sig_gen", .rs256, groups: 3, tests: 24, valid: 24),
    ]

    /// Keys that are too short.
    static let weakSigning = [
        Row("rsa_pkcs1_1024_sig_gen", .rs256, groups: 5, tests: 33, valid: 0),
        Row("rsa_pkcs1_1536_sig_gen", .rs256, groups: 4, tests: 32, valid: 0),
    ]

    static let jose = ["json_web_signature", "json_web_key", "json_web_crypto", "json_web_encryption"]

    static var all: [String] {
        [rsa, pss, otherPSS, ecdsa, derECDSA, otherECDSA, edDSA, hmac, signing, weakSigning].flatMap(\.self).map(\.name)
            + jose
    }
}

extension WycheproofTally.Verdict {
    /// What a key makes of a signature.
    ///
    /// Any refusal but that of the signature is an error of the test.
    init(
        of key: some VerificationKey, _ signature: [UInt8], over message: [UInt8], algorithm: SignatureAlgorithm
    ) throws {
        do throws(JOSEError) {
            try key.verify(signature, over: message, algorithm: algorithm)
            self = .accepted
        } catch {
            guard error.code == .signatureInvalid else { throw error }
            self = .refused(error.code.rawValue)
        }
    }
}
