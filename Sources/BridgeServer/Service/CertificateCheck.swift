public import Configuration
import HTTPServer

extension BridgeConfiguration {
    /// Returns if a server would take the certificate of the configuration, or if there is none.
    ///
    /// A server takes it, as at the start of the service, and listens nowhere.
    ///
    /// - Throws: `CustomTokenError` for a file that cannot be read, `HTTPServerError` for a certificate that is not taken.
    public func checkCertificate() async throws {
        guard let tls else { return }
        let server = HTTPServer(handler: Nobody())
        let certificate = try ServerCertificate(tls)
        try tls.named { () throws(HTTPServerError) in try server.start(on: [], certificate: certificate) }
        await server.drain(within: .zero)
    }
}

/// Answers nothing: nobody can connect.
private struct Nobody: RequestHandler {
    func response(to request: ServerRequest) async -> ServerResponse { ServerResponse(status: 503) }
}
