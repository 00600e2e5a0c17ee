import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Token requests of providers")
struct TokenRequestRuleTests {
    private func form(_ request: TokenRequest, _ endpoint: TokenEndpoint) throws -> [String: String] {
        try RequestSamples.form(
            request.httpRequest(from: endpoint.client, to: endpoint.url, fields: endpoint.fields))
    }

    @Test("Naver and VK want parameters of the response back with the code")
    func fromResponse() throws {
        for (id, names) in [("naver", ["state"]), ("vk", ["device_id", "state"])] {
            let provider = try RequestSamples.provider(id)
            let endpoint = try provider.tokenEndpoint(nil)
            let sent = try form(
                provider.codeRequest(RequestSamples.grant(), response: RequestSamples.response()), endpoint)
            #expect(sent["state"] == "the-state")
            #expect(sent["device_id"] == (id == "vk" ? "the-device" : nil))
            for name in names {
                let rest = try RequestSamples.response().parameters.filter { $0.name != name }
                let lacking = try FormParameters(rest.map { ($0.name, $0.value) })
                let error = try #require(throws: ProviderError.self) {
                    try provider.codeRequest(RequestSamples.grant(), response: lacking)
                }
                #expect(error.code == .parameterMissing)
                #expect(error.reason.contains(name))
                let empty = try FormParameters(rest.map { ($0.name, $0.value) } + [(name, "")])
                let code = try refusal { try provider.codeRequest(RequestSamples.grant(), response: empty) }
                #expect(code == .parameterMissing)
            }
        }
    }

    @Test("nothing else of a response goes along", arguments: ["google", "yahoo", "github", "wechat", "vk"])
    func nothingElse(_ id: String) throws {
        let provider = try RequestSamples.provider(id)
        let response = try FormParameters([
            ("state", "s"), ("device_id", "d"), ("client_id", "evil"), ("client_secret", "evil"), ("scope", "evil"),
            ("redirect_uri", "https://evil.example"), ("code", "evil"), ("code_verifier", "evil"),
        ])
        let endpoint = try provider.tokenEndpoint(nil)
        let request = try provider.codeRequest(RequestSamples.grant(), response: response)
            .httpRequest(from: endpoint.client, to: endpoint.url)
        let text = request.url.text + String(decoding: request.body ?? [], as: UTF8.self)
        #expect(!text.contains("evil"))
    }

    @Test("LINE is asked for ID tokens with a published key")
    func line() throws {
        let provider = try RequestSamples.provider("line")
        let sent = try form(provider.codeRequest(RequestSamples.grant()), provider.tokenEndpoint(nil))
        #expect(sent["id_token_key_type"] == "JWK")
    }

    @Test(
        "what Instagram appends to a code is dropped, once and for Instagram only",
        arguments: [
            ("instagram", "AQB#_", "AQB"), ("instagram", "AQB#_#_", "AQB#_"), ("instagram", "AQB_", "AQB_"),
            ("instagram", "A#_B", "A#_B"), ("github", "AQB#_", "AQB#_"),
        ])
    func suffix(_ id: String, _ code: String, _ sent: String) throws {
        let provider = try RequestSamples.provider(id)
        let form = try form(
            provider.codeRequest(RequestSamples.grant(code)), provider.tokenEndpoint(nil))
        #expect(form["code"] == sent)
    }

    @Test("a public client without proof key redeems no code")
    func publicClient() throws {
        let provider = try RequestSamples.provider("spotify", ClientCredential.none)
        let endpoint = try provider.tokenEndpoint(nil)
        let request = try provider.codeRequest(
            RequestSamples.grant(proofKey: .withoutProofKey(because: .unknownToProvider)))
        #expect(throws: OAuthClientError(.clientMisconfigured, "")) {
            try request.httpRequest(from: endpoint.client, to: endpoint.url)
        }
    }

    @Test("Yahoo wants the redirect address with each refresh token")
    func yahooRefresh() throws {
        let provider = try RequestSamples.provider("yahoo")
        let token = RefreshToken("rt")
        #expect(try refusal { try provider.refreshRequest(token) } == .parameterMissing)
        let sent = try form(
            provider.refreshRequest(token, redirectURI: RedirectURI(RequestSamples.redirectURI)),
            provider.refreshEndpoint(nil))
        #expect(
            sent == [
                "grant_type": "refresh_token", "refresh_token": "rt", "redirect_uri": RequestSamples.redirectURI,
            ])
    }

    @Test("Microsoft wants the scopes with each refresh token, and only those that are allowed")
    func microsoftRefresh() throws {
        let provider = try RequestSamples.provider("microsoft")
        let endpoint = try provider.refreshEndpoint(nil)
        let sent = try form(
            provider.refreshRequest(RefreshToken("rt"), additionalScopes: ScopeSet(["User.Read"])), endpoint)
        #expect(sent["scope"] == "openid profile email offline_access User.Read")
        let limited = try RequestSamples.provider("microsoft", nil, resolve: { _ in }) {
            $0.preconfiguredScopes = try ScopeSet(["openid", "profile", "email", "offline_access"])
        }
        let code = try refusal {
            try limited.refreshRequest(RefreshToken("rt"), additionalScopes: try ScopeSet(["User.Read"]))
        }
        #expect(code == .scopeNotPreconfigured)
    }

    @Test("others get neither", arguments: ["google", "kakao", "naver", "twitter", "discord", "github"])
    func plainRefresh(_ id: String) throws {
        let provider = try RequestSamples.provider(id)
        let request = try provider.refreshRequest(
            RefreshToken("rt"), redirectURI: RedirectURI(RequestSamples.redirectURI),
            additionalScopes: ScopeSet(["more"]))
        let sent = try form(request, provider.refreshEndpoint(nil))
        #expect(sent["redirect_uri"] == nil && sent["scope"] == nil)
        #expect(sent["refresh_token"] == "rt")
    }

    @Test(
        "refresh tokens of providers without any, or with a way of their own, are refused",
        arguments: ["facebook", "facebook-limited", "mastodon", "instagram", "wechat"])
    func noRefresh(_ id: String) throws {
        let provider = try RequestSamples.provider(id)
        #expect(try refusal { try provider.refreshRequest(RefreshToken("rt")) } == .credentialTypeNotAccepted)
        #expect(try refusal { try provider.refreshEndpoint(nil) } == .credentialTypeNotAccepted)
    }

    @Test(
        "a confidential client without a secret is refused, and not made a public one",
        arguments: ["yahoo", "github", "google", "wechat", "apple", "linkedin"])
    func noSecret(_ id: String) throws {
        let provider = try RequestSamples.provider(id, ClientCredential.none)
        #expect(try refusal { try provider.tokenEndpoint(nil) } == .clientAuthenticationMissing)
    }

    @Test(
        "metadata cannot make a client put its secret into a query, or leave it out",
        arguments: ["query", "client_secret_basic_empty", "none", "client_secret_post_es256_jwt", "tls_client_auth"])
    func metadataMethods(_ method: String) throws {
        let metadata = try RequestSamples.metadata([
            "token_endpoint_auth_methods_supported": .array([.string(method), .string("client_secret_post")])
        ])
        let endpoint = try RequestSamples.provider("oidc").tokenEndpoint(metadata)
        guard case .clientSecretPost = endpoint.client.authentication else {
            Issue.record("another way than client_secret_post")
            return
        }
    }

    @Test("a code that makes WeChat's address too long is refused, and nothing of it is quoted")
    func weChatTooLong() throws {
        let provider = try RequestSamples.provider("wechat", .secret(ClientSecret("s3cret-canary")))
        let endpoint = try provider.tokenEndpoint(nil)
        let request = try provider.codeRequest(
            RequestSamples.grant("canary" + String(repeating: "c", count: 2000)))
        let error = try #require(throws: OAuthClientError.self) {
            try request.httpRequest(from: endpoint.client, to: endpoint.url)
        }
        #expect(error.code == .parameterInvalid)
        #expect(!error.reason.contains("canary") && !error.reason.contains("ccc"))
    }

    @Test("a parameter cannot be in WeChat's address twice")
    func weChatTwice() throws {
        let provider = try RequestSamples.provider("wechat") {
            $0.endpoints.token = try EndpointURL("https://proxy.example/token?appid=other")
        }
        let endpoint = try provider.tokenEndpoint(nil)
        let error = try #require(throws: OAuthClientError.self) {
            try provider.codeRequest(RequestSamples.grant()).httpRequest(from: endpoint.client, to: endpoint.url)
        }
        #expect(error.code == .parameterInvalid)
        #expect(!error.reason.contains("canary") && !error.reason.contains("other"))
    }
}
