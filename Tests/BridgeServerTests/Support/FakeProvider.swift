import Threads
import Cryptography
import JOSE
import OAuthClient
import StrictJSON
import Testing

/// A provider of OpenID Connect that answers in place of a network; a request to anywhere else is an issue.
final class FakeProvider: HTTPTransport {
    static let clientID = "client-ours"
    static let accessToken = "canary-provider-access-token"
    static let refreshToken = "canary-provider-refresh-token"
    static let rotatedToken = "canary-rotated-refresh-token"

    private struct Content {
        var answer = HTTPResponse(status: 500, fields: [], body: [])
        var tokenRequests: [FormParameters] = []
        var keyRequests = 0
        var traces: [(path: String, fields: [String])] = []
        var isDown = false
        var isHeld = false
        var keySet: HTTPResponse?
    }

    let issuer: String
    private let content = Locked(Content())

    init(issuer: String) {
        self.issuer = issuer
    }

    /// An ID token for our client that is right but for some changes.
    func idToken(now: Int64, changes: [String: JSONValue] = [:]) throws -> String {
        let key = try Keys.provider.get()
        return try Keys.token(
            [
                "iss": changes["iss"] ?? .string(issuer), "aud": changes["aud"] ?? .string(Self.clientID),
                "sub": changes["sub"] ?? "user-0001", "iat": changes["iat"] ?? .integer(now),
                "exp": changes["exp"] ?? .integer(now + 600), "nonce": changes["nonce"],
                "email": "person@example.test", "name": changes["name"] ?? "A Person",
            ], algorithm: "RS256", id: "p", by: key.signature)
    }

    /// Answers token requests with tokens for this nonce.
    func grant(
        nonce: String?, now: Int64, refreshToken: String = FakeProvider.refreshToken,
        changes: [String: JSONValue] = [:]
    ) throws {
        var changes = changes
        if let nonce { changes["nonce"] = .string(nonce) }
        var answer = JSONObject()
        answer["access_token"] = .string(Self.accessToken)
        answer["refresh_token"] = .string(refreshToken)
        answer["token_type"] = "Bearer"
        answer["expires_in"] = 3600
        answer["id_token"] = .string(try idToken(now: now, changes: changes))
        self.answer(200, answer)
    }

    /// Answers token requests with this.
    func answer(_ status: Int, _ body: JSONObject) {
        content.withLock { $0.answer = Self.response(status, body) }
    }

    /// Answers nothing any more.
    func fail() { content.withLock { $0.isDown = true } }

    /// Answers again.
    func recover() { content.withLock { $0.isDown = false } }

    /// Answers requests for its keys with this; nil for its keys.
    func publish(_ keySet: HTTPResponse?) { content.withLock { $0.keySet = keySet } }

    /// Answers nobody until `release`; requests wait.
    func hold() { content.withLock { $0.isHeld = true } }

    /// Answers all that waited.
    func release() { content.withLock { $0.isHeld = false } }

    /// The token requests so far.
    var tokenRequests: [FormParameters] { content.withLock { $0.tokenRequests } }

    /// The paths of the requests so far, each with its values of `traceparent`.
    var traces: [(path: String, fields: [String])] { content.withLock { $0.traces } }

    /// How often its keys were asked for so far.
    var keyRequests: Int { content.withLock { $0.keyRequests } }

    func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        while content.withLock({ $0.isHeld }) { try? await Task.sleep(for: .milliseconds(5)) }
        guard !content.withLock({ $0.isDown }) else {
            throw OAuthClientError(.providerUnavailable, "nobody answers", retryAfterSeconds: 7)
        }
        let url = request.url.textForMessages
        guard url.hasPrefix("\(issuer)/") else {
            Issue.record("unexpected request: \(request)")
            throw OAuthClientError(.providerUnavailable, "unexpected request")
        }
        let traces = request.fields.filter { $0.name == "traceparent" }.map(\.value)
        content.withLock { $0.traces.append((String(url.dropFirst(issuer.count)), traces)) }
        switch url.dropFirst(issuer.count) {
        case "/.well-known/openid-configuration": return Self.response(200, metadata)
        case "/jwks", "/auth/keys":
            guard let key = try? Keys.provider.get() else { break }
            let other = content.withLock { content in
                content.keyRequests += 1
                return content.keySet
            }
            if let other { return other }
            return Self.response(200, Keys.set(key.publicKey.material, id: "p"))
        case "/token", "/auth/token":
            let form = try FormParameters(parsing: request.body ?? [])
            return content.withLock { content in
                content.tokenRequests.append(form)
                return content.answer
            }
        default: break
        }
        Issue.record("unexpected request: \(request)")
        throw OAuthClientError(.providerUnavailable, "unexpected request")
    }

    private var metadata: JSONObject {
        var metadata = JSONObject()
        metadata["issuer"] = .string(issuer)
        metadata["authorization_endpoint"] = .string("\(issuer)/authorize")
        metadata["token_endpoint"] = .string("\(issuer)/token")
        metadata["jwks_uri"] = .string("\(issuer)/jwks")
        metadata["code_challenge_methods_supported"] = .array(["S256"])
        return metadata
    }

    private static func response(_ status: Int, _ body: JSONObject) -> HTTPResponse {
        let type = HTTPField(name: "Content-Type", value: "application/json")
        return HTTPResponse(status: status, fields: [type], body: body.compactBytes)
    }
}

/// Answers nobody: no client publishes keys in these tests.
struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        Issue.record("unexpected request: \(request)")
        throw OAuthClientError(.providerUnavailable, "unexpected request")
    }
}
