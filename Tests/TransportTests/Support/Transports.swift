import Cryptography
import OAuthClient
import Testing
import Transport

/// Transports as the tests need them.
enum Transports: Sendable {
    /// A transport that pauses for no time before it sends again.
    static func make(
        proxy: ProxyPolicy = .none, authorities: String? = nil, deadline: Duration = .seconds(10),
        connectDeadline: Duration = .seconds(5), maximumHeaderBytes: Int = 16 << 10, maximumTransfers: Int = 128
    ) throws -> CurlTransport {
        try CurlTransport(
            TransportConfiguration(
                version: "1.2.3", proxy: proxy, extraAuthoritiesFile: authorities, deadline: deadline,
                connectDeadline: connectDeadline, maximumHeaderBytes: maximumHeaderBytes,
                maximumTransfers: maximumTransfers),
            pause: RetryPause(random: FixedRandom(byte: 0)) { _ in })
    }

    /// A POST with a body of a form.
    static func post(_ url: EndpointURL, fields: [HTTPField] = [], body: String = "a=b") -> HTTPRequest {
        let type = HTTPField(name: "Content-Type", value: "application/x-www-form-urlencoded")
        return .post(url, fields: [type] + fields, body: Array(body.utf8))
    }

    /// The error of a request that must fail.
    static func failure(
        of request: HTTPRequest, over transport: CurlTransport, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> OAuthClientError {
        let error = await #expect(throws: OAuthClientError.self, sourceLocation: sourceLocation) {
            try await transport.send(request)
        }
        return try #require(error, sourceLocation: sourceLocation)
    }
}

/// Randomness that is always the same.
struct FixedRandom: RandomSource {
    let byte: UInt8

    func bytes(count: Int) -> [UInt8] {
        Array(repeating: byte, count: count)
    }
}

extension HTTPResponse {
    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
}
