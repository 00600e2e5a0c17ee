import OAuthClient
import Testing

@Suite("Discovery: fetching the metadata")
struct MetadataDiscoveryTests {
    private static let place = "https://idp.test/.well-known/openid-configuration"

    private func fetch(_ answer: ScriptedTransport.Answer) async throws -> AuthorizationServerMetadata {
        let transport = ScriptedTransport([(Self.place, answer)])
        let issuer = try IssuerIdentifier("https://idp.test")
        defer { #expect(transport.requests.count == 1) }
        return try await MetadataDiscovery(transport: transport)
            .metadata(of: .exactly(issuer), at: .openIDConnect(issuer))
    }

    private func response(_ text: String, status: Int = 200) -> ScriptedTransport.Answer {
        .response(HTTPResponse(status: status, fields: [], body: Array(text.utf8)))
    }

    @Test("the document is fetched once and read, whatever its content type")
    func fetches() async throws {
        let fields = [HTTPField(name: "Content-Type", value: "text/plain")]
        let body = Array(#"{"issuer":"https://idp.test","jwks_uri":"https://keys.test/jwks"}"#.utf8)
        let metadata = try await fetch(.response(HTTPResponse(status: 200, fields: fields, body: body)))
        #expect(metadata.jwksURI?.host == "keys.test")
    }

    @Test("the request asks for JSON, and for a document's size at most")
    func request() async throws {
        let transport = ScriptedTransport([(Self.place, response(#"{"issuer":"https://idp.test"}"#))])
        let issuer = try IssuerIdentifier("https://idp.test")
        _ = try await MetadataDiscovery(transport: transport)
            .metadata(of: .exactly(issuer), at: .openIDConnect(issuer))
        let request = try #require(transport.requests.first)
        #expect(request.method == .get)
        #expect(request.fields == [HTTPField(name: "Accept", value: "application/json")])
        #expect(request.maximumAnswerBytes == HTTPRequest.documentBytes)
    }

    @Test(
        "an answer of another status is told, and redirects are not followed",
        arguments: [
            (301, OAuthClientError.Code.answerMalformed, "redirect"), (302, .answerMalformed, "redirect"),
            (404, .answerMalformed, "404"), (401, .answerMalformed, "401"), (204, .answerMalformed, "204"),
            (429, .providerUnavailable, "429"), (500, .providerUnavailable, "500"), (503, .providerUnavailable, "503"),
        ])
    func statuses(_ status: Int, _ code: OAuthClientError.Code, _ part: String) async throws {
        let error = try await #require(throws: OAuthClientError.self) {
            _ = try await fetch(response(#"{"issuer":"https://idp.test"}"#, status: status))
        }
        #expect(error.code == code)
        #expect(error.reason.contains(part))
    }

    @Test(
        "a document that is none is refused",
        arguments: [
            "", "<html>", "[]", #"{"issuer":"https://idp.test","issuer":"https://idp.test"}"#,
            #"{"issuer":"https://idp.test"} x"#, "{}",
        ])
    func malformed(_ text: String) async throws {
        await #expect(throws: OAuthClientError(.answerMalformed, "")) { _ = try await fetch(response(text)) }
    }

    @Test("a document of more than 1 MiB is refused")
    func tooLarge() async throws {
        let text = #"{"issuer":"https://idp.test"}"# + String(repeating: " ", count: HTTPRequest.documentBytes)
        await #expect(throws: OAuthClientError(.answerTooLarge, "")) { _ = try await fetch(response(text)) }
    }

    @Test("a provider that cannot be reached is unavailable")
    func unreachable() async throws {
        let failure = OAuthClientError(.providerUnavailable, "refused")
        await #expect(throws: failure) { _ = try await fetch(.failure(failure)) }
    }

    @Test("8414-02: the metadata of another issuer is refused")
    func otherIssuer() async throws {
        await #expect(throws: OAuthClientError(.issuerMismatch, "")) {
            _ = try await fetch(response(#"{"issuer":"https://evil.test"}"#))
        }
    }
}
