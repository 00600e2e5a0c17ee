import HTTPServer
import Testing

extension HTTPServerConfiguration {
    /// Deadlines that no test meets by chance, on a busy machine either.
    static var patient: HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        configuration.headDeadline = .seconds(120)
        configuration.bodyDeadline = .seconds(120)
        configuration.handlerDeadline = .seconds(120)
        configuration.responseDeadline = .seconds(120)
        configuration.idleDeadline = .seconds(120)
        return configuration
    }
}

/// A server on a free port of this machine.
struct TestServer: Sendable {
    let server: HTTPServer
    let port: Int

    /// Starts a server, and drains it after the body.
    static func run(
        _ configuration: HTTPServerConfiguration = .patient,
        handler: any RequestHandler = EchoHandler(), certificate: ServerCertificate? = nil,
        _ body: (TestServer) async throws -> Void
    ) async throws {
        let server = HTTPServer(configuration, handler: handler)
        let address = try #require(NetworkAddress("127.0.0.1"))
        try server.start(on: [try ListeningSocket(address: address, port: 0)], certificate: certificate)
        do {
            try await body(TestServer(server: server, port: try #require(server.boundPort)))
        } catch {
            await server.drain(within: .zero)
            throw error
        }
        await server.drain(within: .zero)
    }

    /// Sends on a connection of its own, and reads all responses until the connection ends or `count` have come.
    func responses(to bytes: [UInt8], count: Int = 1) async throws -> [RawResponse] {
        let port = port
        return try await onThread {
            let client = try RawClient(port: port)
            client.send(bytes)
            var found: [RawResponse] = []
            while found.count < count, let next = try client.response() { found.append(next) }
            return found
        }
    }

    /// The one response to a request on a connection of its own.
    func response(to text: String) async throws -> RawResponse {
        try #require(try await responses(to: Array(text.utf8)).first)
    }
}
