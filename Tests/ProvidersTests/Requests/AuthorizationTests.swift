import Cryptography
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Authorization requests of providers")
struct AuthorizationTests {
    private func query(_ request: AuthorizationRequest) throws -> [String: String] {
        try RequestSamples.query(request.url)
    }

    @Test(
        "PRV-15: reserved names are refused, percent-encoded too",
        arguments: AuthorizationParameters.reservedNames + ["%63lient_id", "st%61te"])
    func reserved(_ name: String) throws {
        let error = try #require(throws: OAuthClientError.self) { try AuthorizationParameters([(name, "x")]) }
        #expect(error.code == .reservedParameter)
        #expect(error.code.rawValue == "RESERVED_PARAMETER")
    }

    @Test("PRV-15: a provider's own name of the client is reserved too", arguments: ["appid", "secret"])
    func ownNames(_ name: String) throws {
        let provider = try RequestSamples.provider("wechat")
        let code = try refusal { try provider.authorizationRequest(parameters: [(name, "x")]) }
        #expect(code == .reservedParameter)
    }

    @Test("what a preset always sends cannot be set", arguments: [("twitch", "claims"), ("notion", "owner")])
    func fixed(_ id: String, _ name: String) throws {
        let parameters = [(name: name, value: "x")]
        let provider = try RequestSamples.provider(id)
        #expect(try refusal { try provider.authorizationRequest(parameters: parameters) } == .reservedParameter)
        let configured = try RequestSamples.provider(id, nil, resolve: { _ in }) {
            $0.parameters = try AuthorizationParameters(parameters)
        }
        #expect(try refusal { try configured.authorizationRequest() } == .reservedParameter)
    }

    @Test(
        "PRV-16: other parameters are passed on unchanged",
        arguments: [
            ("yahoo", "prompt", "login"), ("yahoo", "language", "de-de"), ("github", "allow_signup", "false"),
            ("facebook", "display", "page"), ("facebook", "auth_type", "rerequest"), ("google", "hd", "example.com"),
            ("google", "login_hint", "a+b@example.com"), ("google", "access_type", "online"), ("line", "x.y", "ä &=/"),
        ])
    func passedOn(_ id: String, _ name: String, _ value: String) throws {
        let request = try RequestSamples.provider(id).authorizationRequest(parameters: [(name, value)])
        #expect(try query(request)[name] == value)
    }

    @Test("PRV-16: a caller's parameter stands in the place of a configured one, which stands in that of the preset's")
    func replaced() throws {
        let provider = try RequestSamples.provider("google", nil, resolve: { _ in }) {
            $0.parameters = try AuthorizationParameters([("hd", "a.example"), ("access_type", "online")])
        }
        let request = try provider.authorizationRequest(parameters: [("hd", "b.example")], refreshToken: .wanted)
        #expect(try query(request)["hd"] == "b.example")
        #expect(try query(request)["access_type"] == "online")
    }

    @Test("PRV-17: scopes are added to the preset's in their order, none twice")
    func scopes() throws {
        let provider = try RequestSamples.provider("yahoo", nil, resolve: { _ in }) {
            $0.scopes = try ScopeSet(["sdct-w", "email"])
        }
        let request = try provider.authorizationRequest(scopes: ["mail-r", "openid", "sdct-w"])
        #expect(try query(request)["scope"] == "openid profile email sdct-w mail-r")
        let facebook = try RequestSamples.provider("facebook").authorizationRequest(scopes: ["user_birthday"])
        #expect(try query(facebook)["scope"] == "email,public_profile,user_birthday")
    }

    @Test(
        "PRV-18: a scope that is not preconfigured is refused with both sets, and nothing is implied",
        arguments: ["sdct-r", "SDCT-W", "sdct", "sdct-w2"])
    func preconfigured(_ scope: String) throws {
        let provider = try RequestSamples.provider("yahoo", nil, resolve: { _ in }) {
            $0.preconfiguredScopes = try ScopeSet(["openid", "profile", "email", "sdct-w"])
        }
        #expect(
            try query(provider.authorizationRequest(scopes: ["sdct-w"]))["scope"] == "openid profile email sdct-w")
        let error = try #require(throws: ProviderError.self) { try provider.authorizationRequest(scopes: [scope]) }
        #expect(error.code == .scopeNotPreconfigured)
        #expect(error.code.rawValue == "SCOPE_NOT_PRECONFIGURED")
        #expect(error.reason.contains("openid profile email \(scope)"))
        #expect(error.reason.contains("openid profile email sdct-w\""))
    }

    @Test("PRV-18: the preset's own scopes must be preconfigured too")
    func ownScopes() throws {
        let provider = try RequestSamples.provider("yahoo", nil, resolve: { _ in }) {
            $0.preconfiguredScopes = try ScopeSet(["openid"])
        }
        #expect(try refusal { try provider.authorizationRequest() } == .scopeNotPreconfigured)
    }

    @Test("PRV-20: GitHub's issuer may be missing, and must be right", arguments: ["github", "github-enterprise"])
    func issuerIfPresent(_ id: String) throws {
        let origin = id == "github" ? "https://github.com" : "https://git.example"
        let request = try RequestSamples.provider(id).authorizationRequest()
        let state = request.pending.state.secretText
        _ = try AuthorizationResponse(.query("code=c&state=\(state)"), to: request.pending)
        _ = try AuthorizationResponse(
            .query("code=c&state=\(state)&iss=\(origin)/login/oauth"), to: request.pending)
        for iss in [origin, "\(origin)/login/oauth/", "https://evil.example", ""] {
            let error = try #require(throws: OAuthClientError.self) {
                try AuthorizationResponse(.query("code=c&state=\(state)&iss=\(iss)"), to: request.pending)
            }
            #expect(error.code == .issuerMismatch)
        }
    }

    @Test("9207-02: an issuer that metadata announces must be there and be the metadata's")
    func issuerAnnounced() throws {
        let metadata = try RequestSamples.metadata(["authorization_response_iss_parameter_supported": true])
        let request = try RequestSamples.provider("oidc").authorizationRequest(metadata: metadata)
        let state = request.pending.state.secretText
        _ = try AuthorizationResponse(
            .query("code=c&state=\(state)&iss=\(RequestSamples.issuer)"), to: request.pending)
        for iss in ["", "&iss=https://id.example/realm", "&iss=https://evil.example/"] {
            #expect(throws: OAuthClientError(.issuerMismatch, "")) {
                try AuthorizationResponse(.query("code=c&state=\(state)\(iss)"), to: request.pending)
            }
        }
    }

    @Test("9207-03: an issuer that nobody announced is refused, or must be the configured one where there is one")
    func issuerNotAnnounced() throws {
        let unknown = try RequestSamples.provider("yahoo").authorizationRequest()
        let yahoo = "code=c&state=\(unknown.pending.state.secretText)&iss=https://api.login.yahoo.com"
        #expect(throws: OAuthClientError(.issuerMismatch, "")) {
            try AuthorizationResponse(.query(yahoo), to: unknown.pending)
        }
        let request = try RequestSamples.provider("oidc").authorizationRequest(metadata: RequestSamples.metadata())
        let state = request.pending.state.secretText
        _ = try AuthorizationResponse(
            .query("code=c&state=\(state)&iss=\(RequestSamples.issuer)"), to: request.pending)
        _ = try AuthorizationResponse(.query("code=c&state=\(state)"), to: request.pending)
        for iss in ["", "https://evil.example/", "\(RequestSamples.issuer)/"] {
            #expect(throws: OAuthClientError(.issuerMismatch, "")) {
                try AuthorizationResponse(.query("code=c&state=\(state)&iss=\(iss)"), to: request.pending)
            }
        }
    }

    @Test("the nonce goes out raw, or as the hash of the one that is kept (PRV-21)")
    func nonces() throws {
        let raw = try RequestSamples.provider("google").authorizationRequest()
        guard case .sent(let nonce, .raw) = raw.pending.nonce else { throw Missing() }
        #expect(try query(raw)["nonce"] == nonce.secretText)
        let hashed = try RequestSamples.provider("google", nil, resolve: { _ in }) { $0.idToken?.nonce = .sha256Hex }
            .authorizationRequest()
        guard case .sent(let kept, .sha256Hexadecimal) = hashed.pending.nonce else { throw Missing() }
        let sent = try #require(try query(hashed)["nonce"])
        #expect(sent == (try SHA256Digest(of: Array(kept.secretText.utf8)).hexadecimal))
        #expect(!hashed.url.contains(kept.secretText))
    }

    @Test("no nonce goes where none comes back", arguments: ["linkedin", "dropbox", "github", "paypal", "discord"])
    func noNonce(_ id: String) throws {
        let request = try RequestSamples.provider(id).authorizationRequest()
        #expect(try query(request)["nonce"] == nil)
        guard case .none = request.pending.nonce else { throw Missing() }
    }

    @Test("state, nonce and verifier are others in each request")
    func unguessable() throws {
        let random = RequestSamples.Random()
        let provider = try RequestSamples.provider("google")
        let redirectURI = try RedirectURI(RequestSamples.redirectURI)
        let queries = try (0..<2).map { _ in
            try query(provider.authorizationRequest(redirectURI: redirectURI, random: random))
        }
        for name in ["state", "nonce", "code_challenge"] { #expect(queries[0][name] != queries[1][name]) }
        #expect(Set([queries[0]["state"], queries[0]["nonce"], queries[0]["code_challenge"]]).count == 3)
    }

    @Test("Apple's response is a form that the browser posts, all others' a query")
    func responseModes() throws {
        for id in RequestSamples.ids where id != "facebook-limited" {
            let request = try RequestSamples.provider(id).authorizationRequest(metadata: RequestSamples.metadata())
            #expect(request.pending.responseMode == (id == "apple" ? .formPost : .query))
            #expect(try query(request)["response_mode"] == (id == "apple" ? "form_post" : nil))
        }
    }

    @Test("WeChat's address ends with its fragment, after the parameters in its order")
    func weChat() throws {
        let url = try RequestSamples.provider("wechat").authorizationRequest().url
        #expect(url.hasSuffix("#wechat_redirect"))
        #expect(url.hasPrefix("https://open.weixin.qq.com/connect/qrconnect?appid=client-ours&redirect_uri="))
    }

    @Test("Limited Login has no codes for servers")
    func limited() throws {
        let provider = try RequestSamples.provider("facebook-limited")
        #expect(try refusal { try provider.authorizationRequest() } == .credentialTypeNotAccepted)
        #expect(try refusal { try provider.codeRequest(RequestSamples.grant()) } == .credentialTypeNotAccepted)
    }

    @Test(
        "a refresh token is asked for in the provider's way, and only if it is wanted",
        arguments: [
            ("google", "access_type", "offline"), ("dropbox", "token_access_type", "offline"),
            ("reddit", "duration", "permanent"), ("okta", "scope", "openid profile email offline_access"),
            ("salesforce", "scope", "openid profile email refresh_token"),
            ("microsoft", "scope", "openid profile email offline_access"),
        ])
    func refreshTokens(_ id: String, _ name: String, _ value: String) throws {
        let metadata = try RequestSamples.metadata()
        let provider = try RequestSamples.provider(id)
        #expect(try query(provider.authorizationRequest(refreshToken: .wanted, metadata: metadata))[name] == value)
        let plain = try query(provider.authorizationRequest(metadata: metadata))[name]
        #expect((plain == value) == (id == "microsoft"))
    }

    @Test(
        "a refresh token is not wanted from a provider without any", arguments: ["facebook", "mastodon", "instagram"])
    func noRefreshTokens(_ id: String) throws {
        let provider = try RequestSamples.provider(id)
        #expect(try refusal { try provider.authorizationRequest(refreshToken: .wanted) } == .credentialTypeNotAccepted)
    }

    /// What should have been there was not.
    private struct Missing: Error {}
}
