import Foundation
import HTTPServer
import TestSupport

/// Certificates that are made anew for a test.
struct ServerCertificates {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// Makes one of a common name.
    func make(_ name: String) throws -> ServerCertificate {
        try openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=\(name)", "-keyout", "\(name).key", "-out", "\(name).pem",
        ])
        return try ServerCertificate(
            chain: try Locations.bytes("\(folder.path)/\(name).pem"),
            key: try Locations.bytes("\(folder.path)/\(name).key"))
    }

    /// The key of a certificate that was made, under a passphrase.
    func encrypted(_ name: String) throws -> [UInt8] {
        try openssl([
            "pkcs8", "-topk8", "-in", "\(name).key", "-passout", "pass:secret", "-out", "\(name).locked",
        ])
        return try Locations.bytes("\(folder.path)/\(name).locked")
    }

    private func openssl(_ arguments: [String]) throws {
        let run = try Subprocess.run("/usr/bin/env", ["-C", folder.path, "openssl"] + arguments)
        guard run.status == 0 else { throw CocoaError(.fileWriteUnknown, userInfo: ["errors": run.errors]) }
    }
}
