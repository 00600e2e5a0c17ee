import CustomTokens
import HTTPServer
import StrictJSON

extension ServerCertificate {
    /// Reads a certificate with its chain, and its private key.
    ///
    /// - Parameters:
    ///   - chainFile: The certificate with its chain, in PEM.
    ///   - keyFile: The private key, in PEM.
    /// - Throws: `CustomTokenError` for a file that cannot be read, `HTTPServerError` with code `certificateUnusable`.
    init(chainFile: String, keyFile: String) throws {
        // Read again at each reload, which must not wait for a pipe.
        let (chain, key) = (
            try SecretFile(regularFile: chainFile).bytes, try SecretFile(regularFile: keyFile).bytes
        )
        do throws(HTTPServerError) {
            try self.init(chain: chain, key: key)
        } catch {
            throw HTTPServerError(
                error.code, "\(chainFile.argumentExcerpt), \(keyFile.argumentExcerpt): \(error.reason)")
        }
    }
}
