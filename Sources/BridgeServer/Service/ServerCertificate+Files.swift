import CustomTokens
import HTTPServer

extension ServerCertificate {
    /// Reads a certificate with its chain, and its private key.
    ///
    /// - Parameters:
    ///   - chainFile: The certificate with its chain, in PEM.
    ///   - keyFile: The private key, in PEM.
    /// - Throws: `CustomTokenError` for a file that cannot be read, `HTTPServerError` with code `certificateUnusable`.
    init(chainFile: String, keyFile: String) throws {
        try self.init(chain: SecretFile(path: chainFile).bytes, key: SecretFile(path: keyFile).bytes)
    }
}
