import Configuration
import CustomTokens
import HTTPServer
import StrictJSON

extension ServerCertificate {
    /// Reads a certificate with its chain, and its private key.
    ///
    /// - Parameter files: The files, in PEM.
    /// - Throws: `CustomTokenError` for a file that cannot be read, `HTTPServerError` with code `certificateUnusable`.
    init(_ files: TLSFiles) throws {
        // They are read again while the service runs: no pipe may hold that up.
        let chain = try SecretFile(regularFile: files.certificate).bytes
        let key = try SecretFile(regularFile: files.key).bytes
        self = try files.named { () throws(HTTPServerError) in try ServerCertificate(chain: chain, key: key) }
    }
}

extension TLSFiles {
    /// Does something with the certificate of these files, and names them where it cannot be used.
    ///
    /// - Parameter body: What is done.
    /// - Returns: Its result.
    /// - Throws: Its error.
    func named<Value>(_ body: () throws(HTTPServerError) -> Value) throws(HTTPServerError) -> Value {
        do throws(HTTPServerError) {
            return try body()
        } catch {
            guard error.code == .certificateUnusable else { throw error }
            throw HTTPServerError(
                error.code, "\(certificate.argumentExcerpt), \(key.argumentExcerpt): \(error.reason)")
        }
    }
}
