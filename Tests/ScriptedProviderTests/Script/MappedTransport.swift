import OAuthClient

/// Carries requests to `https://host/path` to `http://127.0.0.1:PORT/NUMBER/host/path`, by the real transport.
struct MappedTransport: HTTPTransport {
    let transport: any HTTPTransport
    let script: Script
    let port: UInt16

    func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        let url = request.url
        guard url.scheme == "https" else {
            script.note("unexpected scheme: \(url.text)")
            throw OAuthClientError(.addressNotAllowed, "the scheme was not expected")
        }
        let mapped = try EndpointURL("http://127.0.0.1:\(port)/\(script.number)/\(url.text.dropFirst(8))")
        return try await transport.send(self.request(request, to: mapped))
    }

    private func request(_ request: HTTPRequest, to url: EndpointURL) -> HTTPRequest {
        switch request.method {
        case .get: .get(url, fields: request.fields, maximumAnswerBytes: request.maximumAnswerBytes)
        case .post: .post(url, fields: request.fields, body: request.body ?? [])
        case .delete: .delete(url, fields: request.fields, body: request.body)
        }
    }
}
