import Cryptography
import TestSupport

/// Certificates as the documentation of Google has them made.
enum Certificates: Sendable {
    /// A certificate that a key signs for itself.
    static func make(_ key: RSAPrivateKey, days: Int = 365) throws -> [UInt8] {
        let folder = try ScratchFolder()
        try folder.write(try key.unencryptedPEM(), to: "key.pem")
        return try run(
            ["req", "-x509", "-new", "-key", "\(folder.path)/key.pem", "-days", "\(days)", "-subj", "/CN=unused"])
    }

    /// A certificate that a key signs for itself in the form without extensions.
    static func ofVersion1(_ key: RSAPrivateKey) throws -> [UInt8] {
        let folder = try ScratchFolder()
        try folder.write(try key.unencryptedPEM(), to: "key.pem")
        try folder.write(
            try run(["req", "-new", "-key", "\(folder.path)/key.pem", "-subj", "/CN=unused"]), to: "request.pem")
        return try run([
            "x509", "-req", "-in", "\(folder.path)/request.pem", "-signkey", "\(folder.path)/key.pem", "-days", "2",
        ])
    }

    /// A certificate of a key on P-256, which IAM takes from nobody.
    static func ellipticCurve() throws -> [UInt8] {
        let folder = try ScratchFolder()
        return try run([
            "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-keyout",
            "\(folder.path)/key.pem", "-days", "2", "-subj", "/CN=unused",
        ])
    }

    /// What openssl says of a certificate.
    static func text(of certificate: String) throws -> String {
        let result = try Subprocess.run(
            "/usr/bin/env", ["openssl", "x509", "-noout", "-text"], input: [UInt8](certificate.utf8))
        guard result.status == 0 else { throw BenchFailure(result.errors) }
        return result.text
    }

    /// Whether openssl finds that a certificate signs itself.
    static func isSelfSigned(_ certificate: String) throws -> Bool {
        let folder = try ScratchFolder()
        try folder.write([UInt8](certificate.utf8), to: "cert.pem")
        let path = "\(folder.path)/cert.pem"
        return try Subprocess.run(
            "/usr/bin/env",
            ["openssl", "verify", "-no_check_time", "-check_ss_sig", "-partial_chain", "-CAfile", path, path]
        ).status == 0
    }

    private static func run(_ arguments: [String]) throws -> [UInt8] {
        let result = try Subprocess.run("/usr/bin/env", ["openssl"] + arguments)
        guard result.status == 0 else { throw BenchFailure(result.errors) }
        return result.output
    }
}
