import Threads
import Cryptography
import OAuthClient
import Testing

@Suite("Token endpoint")
struct TokenEndpointTests {
    /// Gives one answer and keeps the one request; a second one is a failure.
    private final class OneAnswer: HTTPTransport {
        let requests = Locked<[HTTPRequest]>([])
        private let answer: HTTPResponse

        init(_ answer: HTTPResponse) { self.answer = answer }

        func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
            let count = requests.withLock { requests in
                requests.append(request)
                return requests.count
            }
            guard count == 1, request.url.text == "https://id.example.com/token" else {
                Issue.record("an unexpected request: \(request)")
                throw OAuthClientError(.cancelled, "an unexpected request")
            }
            return answer
        }
    }

    private func endpoint() throws -> TokenEndpoint {
        TokenEndpoint(
            url: try MessageFixtures.tokenURL(), client: try MessageFixtures.confidentialClient(),
            rules: TokenResponseRules(), fields: [HTTPField(name: "X-Version", value: "1")])
    }

    @Test("one request is sent, and its answer read")
    func tokens() async throws {
        let transport = OneAnswer(MessageFixtures.answer(#"{"access_token":"t","token_type":"bearer"}"#))
        let tokens = try await endpoint().tokens(
            for: TokenRequest(.authorizationCode(MessageFixtures.grant())), over: transport)
        #expect(tokens.accessToken.secretText == "t")
        let request = try #require(transport.requests.withLock { $0.first })
        #expect(MessageFixtures.field("X-Version", of: request) == "1")
    }

    @Test(
        "nothing is tried a second time, neither in another style nor after a failure (6749-14)",
        arguments: [400, 401, 500, 503])
    func noSecondTry(_ status: Int) async throws {
        let transport = OneAnswer(MessageFixtures.answer(#"{"error":"invalid_client"}"#, status: status))
        await #expect(throws: OAuthClientError.self) {
            try await endpoint().tokens(for: TokenRequest(.refreshToken(RefreshToken("rt"))), over: transport)
        }
        #expect(transport.requests.withLock { $0.count } == 1)
    }

    @Test(
        "what an error quotes of the request is in no message, however short or wordlike it is",
        arguments: ["invalid_request", "SECRETCODE", "correct horse"])
    func quotedCredentials(_ error: String) async throws {
        for secret in ["SECRETCODE", "abcd234", "correct horse"] {
            let body = #"{"error":"\#(error)","error_description":"code \#(secret) is unknown, \#(secret)"}"#
            let transport = OneAnswer(MessageFixtures.answer(body, status: 400))
            let (endpoint, request) = (try endpoint(), try TokenRequest(.refreshToken(RefreshToken(secret))))
            do throws(OAuthClientError) {
                _ = try await endpoint.tokens(for: request, over: transport)
                Issue.record("a refusal was taken for tokens")
            } catch {
                #expect(!error.reason.contains(secret))
                #expect(error.providerCode?.contains(secret) != true)
                #expect(error.code == .refusedByProvider)
            }
        }
    }

    @Test("an answer that was not expected is shown by its beginning, without what was sent", arguments: [200, 502])
    func preview(_ status: Int) async throws {
        let page = "<html><h1>Bad gateway</h1> for a+b/c, a%2Bb%2Fc and qmxvhtzplwkrbnjdcsgyfaou</html>"
        for secret in ["a+b/c", "qmxvhtzplwkrbnjdcsgyfaou"] {
            let transport = OneAnswer(MessageFixtures.answer(page, status: status))
            let (endpoint, request) = (try endpoint(), try TokenRequest(.refreshToken(RefreshToken(secret))))
            do throws(OAuthClientError) {
                _ = try await endpoint.tokens(for: request, over: transport)
                Issue.record("a page was taken for tokens")
            } catch {
                #expect(error.reason.contains("Bad gateway for "), "\(error.reason)")
                #expect(!error.reason.contains(secret), "\(error.reason)")
                #expect(secret != "a+b/c" || !error.reason.contains("a%2Bb%2Fc"))
            }
        }
    }
}
