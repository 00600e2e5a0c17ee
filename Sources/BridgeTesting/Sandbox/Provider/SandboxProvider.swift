public import Cryptography
public import HTTPServer
public import JOSE
import StrictJSON
import Threads

/// A small OpenID provider for this machine alone: it asks nobody for a password.
///
/// It has a login page, codes with PKCE, the device grant, refresh tokens that rotate, introspection, revocation, and
/// keys of both kinds. Requests that break a rule are refused as the standards say.
public final class SandboxProvider: Sendable {
    /// How long what it hands out is good for, in seconds.
    public struct Lifetimes: Sendable, Equatable {
        /// An authorization code.
        public var code: Int64 = 60
        /// An access token.
        public var accessToken: Int64 = 3600
        /// An ID token.
        public var idToken: Int64 = 3600
        /// A refresh token.
        public var refreshToken: Int64 = 86_400
        /// A device code.
        public var deviceCode: Int64 = 600
        /// A page that waits for an answer.
        public var page: Int64 = 600
        /// The time between two polls of a device.
        public var interval: Int64 = 5

        /// Makes lifetimes that suit most.
        public init() {}
    }

    /// The issuer, which is also where its paths begin.
    public let issuer: String
    /// The people whom it knows.
    public let users: [SandboxUser]
    /// The clients that are registered.
    public let clients: [SandboxClient]

    let lifetimes: Lifetimes
    let source: SandboxSource
    let state: Locked<ProviderState>

    /// Makes a provider.
    ///
    /// - Parameters:
    ///   - issuer: The issuer, without a slash at its end.
    ///   - users: The people whom it knows.
    ///   - clients: The clients that are registered.
    ///   - lifetimes: How long what it hands out is good for.
    ///   - keys: Its first keys.
    ///   - clock: The time.
    ///   - random: Where codes, tokens and further keys come from.
    public init(
        issuer: String, users: [SandboxUser] = [.ada, .alan], clients: [SandboxClient] = SandboxClient.standard,
        lifetimes: Lifetimes = Lifetimes(), keys: SandboxKeys, clock: any WallClock, random: any RandomSource
    ) {
        self.issuer = issuer
        self.users = users
        self.clients = clients
        self.lifetimes = lifetimes
        source = SandboxSource(clock: clock, random: random)
        state = Locked(ProviderState(keys: ProviderKeys(keys)))
    }

    /// Lets new keys sign; those before stay published.
    ///
    /// - Throws: `SandboxError` with code `failed`.
    public func rotateKeys() throws(SandboxError) {
        let new = try ProviderKeys(source)
        state.withLock { $0.keys.rotate(to: new) }
    }

    /// Publishes the keys no more that sign no more: what they signed can be verified by nobody then.
    public func forgetOldKeys() {
        state.withLock { $0.keys.forgetOld() }
    }

    func client(_ identifier: String) -> SandboxClient? {
        clients.first { $0.identifier.hasSameBytes(as: identifier) }
    }

    func user(_ name: String) -> SandboxUser? {
        users.first { $0.name.hasSameBytes(as: name) }
    }
}

extension SandboxProvider: RequestHandler {
    /// Answers a request to the provider.
    public func response(to request: ServerRequest) async -> ServerResponse {
        guard let read = SandboxRequest(request) else {
            return OAuthFault.invalidRequest("the path is malformed").response
        }
        do throws(OAuthFault) {
            return try answer(read)
        } catch {
            return error.response
        }
    }

    private func answer(_ request: SandboxRequest) throws(OAuthFault) -> ServerResponse {
        let isReading = request.method == "GET" || request.method == "HEAD"
        switch (request.path, request.method) {
        case ("", _) where isReading: return SandboxPage.front(issuer: issuer).response()
        case (".well-known/openid-configuration", _) where isReading,
            (".well-known/oauth-authorization-server", _) where isReading:
            return .sandboxPublicJSON(metadata, cacheControl: "public, max-age=60")
        case ("jwks.json", _) where isReading:
            return .sandboxPublicJSON(state.withLock { $0.keys.document }, cacheControl: "public, max-age=60")
        case ("authorize", "GET"): return loginPage(request)
        case ("authorize", "POST"): return try loginAnswer(request)
        case ("device", "GET"): return devicePage(request)
        case ("device", "POST"): return try deviceAnswer(request)
        case ("token", "POST"): return try tokens(request)
        case ("device_authorization", "POST"): return try deviceAuthorization(request)
        case ("userinfo", "GET"), ("userinfo", "POST"): return try userinfo(request)
        case ("introspect", "POST"): return try introspection(request)
        case ("revoke", "POST"): return try revocation(request)
        case ("sandbox/rotate", "POST"), ("sandbox/forget-keys", "POST"), ("sandbox/tokens", "POST"):
            return try wish(request)
        default: throw OAuthFault("not_found", "the sandbox has nothing for \(request.method) here", status: 404)
        }
    }

    /// The metadata (OpenID Connect Discovery, section 3; RFC 8414).
    private var metadata: JSONObject {
        .of([
            "issuer": .string(issuer), "authorization_endpoint": .string("\(issuer)/authorize"),
            "token_endpoint": .string("\(issuer)/token"),
            "device_authorization_endpoint": .string("\(issuer)/device_authorization"),
            "userinfo_endpoint": .string("\(issuer)/userinfo"), "jwks_uri": .string("\(issuer)/jwks.json"),
            "introspection_endpoint": .string("\(issuer)/introspect"),
            "revocation_endpoint": .string("\(issuer)/revoke"),
            "scopes_supported": .strings(["openid", "email", "profile", "offline_access"]),
            "response_types_supported": .strings(["code"]), "response_modes_supported": .strings(["query"]),
            "grant_types_supported": .strings(["authorization_code", "refresh_token", Self.deviceGrant]),
            "subject_types_supported": .strings(["public"]),
            "id_token_signing_alg_values_supported": .strings(
                SandboxClient.SigningAlgorithm.allCases.map(\.rawValue)),
            "token_endpoint_auth_methods_supported": .strings(["client_secret_basic", "client_secret_post", "none"]),
            "code_challenge_methods_supported": .strings(["S256"]),
            "claims_supported": .strings(["sub", "email", "email_verified", "name", "nonce", "auth_time"]),
            "authorization_response_iss_parameter_supported": true,
        ])
    }

    static let deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"
}
