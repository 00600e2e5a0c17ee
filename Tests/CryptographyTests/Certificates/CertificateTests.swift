import Cryptography
import Foundation
import JOSE
import TestSupport
import Testing

@Suite("Certificates that a key signs about itself (FB, section 4)")
struct CertificateTests {
    private static let start = NumericDate(secondsSinceEpoch: 1_796_011_924)
    private static let key = Result { try RSAPrivateKey.generate(bits: 2048) }

    private func certificate(days: Int64 = 30) throws -> Certificate {
        try Certificate.selfSigned(
            by: Self.key.get(), commonName: "unused", validity: Self.start...(Self.start + days * 86400),
            random: SecureRandom())
    }

    @Test("says what it was made of, and is read back the same")
    func roundTrip() throws {
        let made = try certificate()
        let read = try Certificate(parsing: made.pem())
        #expect(made.version == 3 && read.version == 3)
        #expect(read.der == made.der && read.validity == Self.start...(Self.start + 30 * 86400))
        #expect(try read.isAbout(Self.key.get().publicKey))
        #expect(try !read.isAbout(RSAPrivateKey.generate(bits: 2048).publicKey))
    }

    @Test("dates before 1970 and after 2049 are read", arguments: [-86400, 4_000_000_000] as [Int64])
    func dates(_ seconds: Int64) throws {
        let date = NumericDate(secondsSinceEpoch: seconds)
        let made = try Certificate.selfSigned(
            by: Self.key.get(), commonName: "unused", validity: date...(date + 60), random: SecureRandom())
        #expect(made.validity == date...(date + 60))
    }

    @Test("no two have one serial number")
    func serialNumbers() throws {
        #expect(try certificate().der != certificate().der)
    }

    @Test(
        "is fit for the upload to Google, by the rules of its documentation",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")
                && FileManager.default.fileExists(atPath: "\(Locations.peers)/x509_iam_check.sh")))
    func upload() throws {
        let folder = try ScratchFolder()
        let now = NumericDate(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        let made = try Certificate.selfSigned(
            by: Self.key.get(), commonName: "unused", validity: now...(now + 86400), random: SecureRandom())
        try folder.write(made.pem(), to: "certificate.pem")
        try folder.write(Self.key.get().unencryptedPEM(), to: "key.pem")
        let result = try Subprocess.run(
            "/bin/bash",
            ["\(Locations.peers)/x509_iam_check.sh", "\(folder.path)/certificate.pem", "\(folder.path)/key.pem"])
        #expect(result.status == 0, "\(result.text)")
        #expect(!result.text.contains("FAIL"))
    }

    @Test("what is no certificate is refused by its name")
    func refused() throws {
        let pem = try certificate().pem()
        let cases: [([UInt8], CryptographyError.Code)] = [
            ([], .certificateMalformed), ([0xFF], .keyNotText), (pem + pem, .keyAmbiguous),
            (try Self.key.get().publicKey.pem(), .certificateMalformed),
            (try Self.key.get().unencryptedPEM(), .certificateMalformed),
            (Array(pem.prefix(pem.count / 2)), .keyTruncated),
            ([UInt8]("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".utf8), .certificateMalformed),
        ]
        for (text, code) in cases {
            let error = #expect(throws: CryptographyError.self) { try Certificate(parsing: text) }
            #expect(error?.code == code, "\(error?.reason ?? "")")
        }
    }
}
