import Bridge
import OAuthClient
import StrictJSON
import Testing

/// Clients and requests that are right but for what a test changes.
enum AuthorizationSamples {
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    /// The challenge of RFC 7636, appendix B.
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    static func client(
        _ id: String = "desktop", redirectURIs: [String] = ["http://127.0.0.1/callback", "https://app.test/cb"],
        grants: Set<RegisteredClient.Grant> = [.authorizationCode], providers: RegisteredClient.Providers = .all,
        providerTokens: RegisteredClient.ProviderTokens = .withheld
    ) throws -> RegisteredClient {
        RegisteredClient(
            id: id, kind: .publicClient, grants: grants, providers: providers,
            redirectURIs: try redirectURIs.map { try RedirectURI($0) }, providerTokens: providerTokens)
    }

    static func endpoint(
        _ clients: RegisteredClient..., providers: [String] = ["example", "other"]
    ) throws -> AuthorizationEndpoint {
        AuthorizationEndpoint(
            issuer: try IssuerIdentifier("https://bridge.test"),
            clients: clients.isEmpty ? [try client()] : clients, providers: providers)
    }

    /// The query of a request, some parameters changed; nil leaves one out.
    static func query(_ changes: [String: String?] = [:], adding more: String = "") -> String {
        var parameters: [String: String] = [
            "client_id": "desktop", "redirect_uri": "https://app.test/cb", "response_type": "code",
            "state": "a state", "code_challenge": challenge, "code_challenge_method": "S256", "provider": "example",
        ]
        for (name, value) in changes { parameters[name] = value }
        let pairs = parameters.sorted { $0.key < $1.key }
            .map { "\(FormURLEncoding.encode($0.key))=\(FormURLEncoding.encode($0.value))" }
        return pairs.joined(separator: "&") + more
    }
}

extension AuthorizationEndpoint {
    /// The error of a request that must not be answered with a redirect.
    func page(_ query: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> BridgeError {
        let error = try #require(throws: AuthorizationEndpointError.self, sourceLocation: sourceLocation) {
            try request(query: query)
        }
        guard case .showPage(let cause) = error else {
            Issue.record("the browser is redirected: \(error)", sourceLocation: sourceLocation)
            return error.cause
        }
        return cause
    }

    /// The address that a refused request is answered with.
    func redirect(_ query: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let error = try #require(throws: AuthorizationEndpointError.self, sourceLocation: sourceLocation) {
            try request(query: query)
        }
        guard case .redirect(let redirect, _) = error else {
            Issue.record("a page is shown: \(error)", sourceLocation: sourceLocation)
            return ""
        }
        return redirect.url
    }
}
