import COpenSSL
import Cryptography
import Foundation
import JOSE
import TestSupport

/// A token signed with ES256, which only tests and benches do.
struct EllipticSubject: Sendable {
    let privatePEM: [UInt8]
    let token: [UInt8]
    let keys: VerificationKeySet

    init() throws {
        let generated = try Subprocess.run(
            "/usr/bin/openssl", ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"])
        privatePEM = generated.output
        let publicPEM = try Subprocess.run("/usr/bin/openssl", ["pkey", "-pubout"], input: privatePEM).output
        let input = [UInt8](
            "\(Base64URL.encode(#"{"alg":"ES256"}"#.utf8)).\(Base64URL.encode(#"{"sub":"alice"}"#.utf8))".utf8)
        let folder = FileManager.default.temporaryDirectory.appending(path: "bridge-bench-\(UUID().uuidString).pem")
        try Data(privatePEM).write(to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let der = try Subprocess.run("/usr/bin/openssl", ["dgst", "-sha256", "-sign", folder.path], input: input).output
        token = input + [UInt8](".\(Base64URL.encode(Self.concatenated(der)))".utf8)
        keys = VerificationKeySet(entries: [
            .init(keyID: nil, algorithm: .es256, key: try PublicKey(parsing: publicPEM))
        ])
    }

    /// r and s in a row, out of the DER structure: two INTEGERs of at most 33 bytes.
    private static func concatenated(_ der: [UInt8]) -> [UInt8] {
        let rCount = Int(der[3])
        let numbers = [der[4..<4 + rCount], der[(6 + rCount)...]]
        return numbers.flatMap { number in
            let digits = number.drop { $0 == 0 }
            return [UInt8](repeating: 0, count: 32 - digits.count) + digits
        }
    }
}
