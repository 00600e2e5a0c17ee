import Threads
import CredentialProofs
import Cryptography
import JOSE
import OAuthClient
import Providers
import StrictJSON
import TestSupport
import Testing

/// A provider of OpenID Connect that answers in place of a network; a request to anywhere else is an issue.
final class SignInProvider: HTTPTransport {
    static let clientID = "client-ours"

    private struct Content {
        var metadata: [String: JSONValue] = [:]
        var tokenAnswer = HTTPResponse(status: 500, fields: [], body: [])
        var tokenRequests: [FormParameters] = []
    }

    let id: String
    let issuer: String
    private let key: ECPrivateKey
    private let content = Locked(Content())

    init(_ id: String, issuer: String? = nil) throws {
        self.id = id
        self.issuer = issuer ?? "https://\(id).test"
        key = try ECPrivateKey(
            parsing: Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/ec-p256.pem"))
    }

    /// A connection to it, as our client is configured there.
    func connection(
        clock: any WallClock, client: String = SignInProvider.clientID,
        change: (inout ConfiguredProvider) throws -> Void = { _ in }
    ) throws -> ProviderConnection {
        var configuration = PresetConfiguration(audience: try ClientIdentifiers([client]))
        configuration.parameters = PresetParameters([.issuer: issuer])
        let preset = try ResolvedPreset(try PresetTable.preset("oidc"), configuration: configuration)
        var provider = ConfiguredProvider(
            id: id, preset: preset, credential: .secret(ClientSecret("a-client-secret")),
            userIDs: try preset.userIDMapping())
        try change(&provider)
        return try ProviderConnection(provider, transport: self, clock: clock)
    }

    /// Says something else in its metadata.
    func announce(_ name: String, _ value: JSONValue) {
        content.withLock { $0.metadata[name] = value }
    }

    /// Answers token requests with an ID token for this nonce.
    func grant(nonce: String?, now: Int64, claims changes: [String: JSONValue] = [:]) throws {
        var claims = JSONObject()
        claims["iss"] = .string(issuer)
        claims["aud"] = .string(Self.clientID)
        claims["sub"] = "user-0001"
        claims["iat"] = .integer(now)
        claims["exp"] = .integer(now + 600)
        claims["nonce"] = nonce.map { .string($0) }
        claims["email"] = "person@example.test"
        claims["name"] = "A Person"
        for (name, value) in changes { claims[name] = value }
        let header = Base64URL.encode([UInt8](#"{"alg":"ES256","kid":"ec"}"#.utf8))
        let input = "\(header).\(Base64URL.encode(claims.compactBytes))"
        let signature = Base64URL.encode(try key.signature(over: [UInt8](input.utf8)))
        var answer = JSONObject()
        answer["access_token"] = "provider-access-token"
        answer["refresh_token"] = "provider-refresh-token"
        answer["token_type"] = "Bearer"
        answer["expires_in"] = 3600
        answer["id_token"] = .string("\(input).\(signature)")
        self.answer(200, answer)
    }

    /// Answers token requests with this.
    func answer(_ status: Int, _ body: JSONObject) {
        content.withLock { $0.tokenAnswer = Self.response(status, body) }
    }

    /// The token requests so far.
    var tokenRequests: [FormParameters] { content.withLock { $0.tokenRequests } }

    func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        switch request.url.textForMessages {
        case "\(issuer)/.well-known/openid-configuration": return Self.response(200, metadata)
        case "\(issuer)/jwks": return Self.response(200, keys)
        case "\(issuer)/token":
            let form = try FormParameters(parsing: request.body ?? [])
            return content.withLock { content in
                content.tokenRequests.append(form)
                return content.tokenAnswer
            }
        default:
            Issue.record("unexpected request: \(request)")
            throw OAuthClientError(.providerUnavailable, "unexpected request")
        }
    }

    private var metadata: JSONObject {
        var metadata = JSONObject()
        metadata["issuer"] = .string(issuer)
        metadata["authorization_endpoint"] = .string("\(issuer)/authorize")
        metadata["token_endpoint"] = .string("\(issuer)/token")
        metadata["jwks_uri"] = .string("\(issuer)/jwks")
        metadata["code_challenge_methods_supported"] = .array(["S256"])
        for (name, value) in content.withLock({ $0.metadata }) { metadata[name] = value }
        return metadata
    }

    private var keys: JSONObject {
        guard case .ellipticCurve(let curve, let x, let y) = key.publicKey.material else { return JSONObject() }
        var webKey = JSONObject()
        webKey["kty"] = "EC"
        webKey["kid"] = "ec"
        webKey["crv"] = .string(curve.rawValue)
        webKey["x"] = .string(Base64URL.encode(x))
        webKey["y"] = .string(Base64URL.encode(y))
        var keys = JSONObject()
        keys["keys"] = .array([.object(webKey)])
        return keys
    }

    private static func response(_ status: Int, _ body: JSONObject) -> HTTPResponse {
        let type = HTTPField(name: "Content-Type", value: "application/json")
        return HTTPResponse(status: status, fields: [type], body: body.compactBytes)
    }
}
