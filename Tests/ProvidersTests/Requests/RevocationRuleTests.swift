import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Revocation by the ways of providers")
struct RevocationRuleTests {
    private let token = IssuedToken.accessToken(AccessToken("at-canary"))

    private func revocation(_ id: String, _ token: IssuedToken? = nil) throws -> TokenRevocation {
        try RequestSamples.provider(id).revocation(
            of: token ?? self.token, subject: SubjectID("77"), metadata: RequestSamples.metadata())
    }

    @Test(
        "GitHub: DELETE with the token in JSON and our credentials in Basic",
        arguments: ["github", "github-enterprise"])
    func gitHub(_ id: String) throws {
        let request = try revocation(id).request
        let api = id == "github" ? "https://api.github.com" : "https://git.example/api/v3"
        #expect(request.method == .delete)
        #expect(request.url.text == "\(api)/applications/client-ours/token")
        #expect(String(decoding: try #require(request.body), as: UTF8.self) == #"{"access_token":"at-canary"}"#)
        #expect(
            RequestSamples.field("Authorization", of: request) == "Basic Y2xpZW50LW91cnM6czNjcmV0LWNhbmFyeQ==")
        #expect(RequestSamples.field("Content-Type", of: request) == "application/json")
        #expect(request.repetition == .never)
    }

    @Test(
        "a token in Authorization and no body",
        arguments: [
            ("facebook", "DELETE", "https://graph.facebook.com/v24.0/77/permissions"),
            ("dropbox", "POST", "https://api.dropboxapi.com/2/auth/token/revoke"),
            ("kakao", "POST", "https://kapi.kakao.com/v1/user/unlink"),
        ])
    func bearer(_ id: String, _ method: String, _ url: String) throws {
        let request = try revocation(id).request
        #expect(request.method.rawValue == method)
        #expect(request.url.text == url)
        #expect(request.body?.isEmpty ?? true)
        #expect(RequestSamples.field("Authorization", of: request) == "Bearer at-canary")
        #expect(!request.fields.contains { $0.value.contains("s3cret") })
    }

    @Test("Naver: everything in the query of a GET that is sent once, and shown without it")
    func naver() throws {
        let request = try revocation("naver").request
        #expect(request.method == .get)
        #expect(request.repetition == .never)
        #expect(
            try RequestSamples.query(request.url.text) == [
                "grant_type": "delete", "service_provider": "NAVER", "client_id": Samples.client,
                "client_secret": RequestSamples.secret, "access_token": "at-canary",
            ])
        #expect("\(request)" == "GET https://nid.naver.com/oauth2.0/token")
    }

    @Test(
        "RFC 7009 for the others, with the client's authentication",
        arguments: ["google", "yahoo", "apple", "twitch", "oidc", "reddit", "slack", "twitter"])
    func standard(_ id: String) throws {
        let form = try RequestSamples.form(revocation(id, .refreshToken(RefreshToken("rt"))).request)
        #expect(form["token"] == "rt")
        #expect(form["token_type_hint"] == "refresh_token")
        #expect(try RequestSamples.form(revocation(id).request)["token_type_hint"] == "access_token")
    }

    @Test("Strava and Weibo call the token otherwise", arguments: ["strava", "weibo"])
    func otherName(_ id: String) throws {
        let form = try RequestSamples.form(revocation(id).request)
        #expect(form["access_token"] == "at-canary")
        #expect(form["token"] == nil)
    }

    @Test(
        "where only access tokens can be revoked, a refresh token is refused",
        arguments: ["github", "facebook", "dropbox", "kakao", "naver", "strava", "weibo"])
    func refreshTokens(_ id: String) throws {
        let code = try refusal { try revocation(id, .refreshToken(RefreshToken("rt"))) }
        #expect(code == .credentialTypeNotAccepted)
    }

    @Test(
        "a provider that revokes nothing is an error",
        arguments: ["spotify", "vk", "microsoft", "linkedin", "amazon", "facebook-limited"])
    func none(_ id: String) throws {
        #expect(try refusal { try revocation(id) } == .endpointMissing)
    }

    @Test("an address of the configuration is asked as RFC 7009 says")
    func configured() throws {
        let provider = try RequestSamples.provider("okta") {
            $0.endpoints.revocation = try EndpointURL("https://id.example/realm/v1/revoke")
        }
        let request = try provider.revocation(of: token).request
        #expect(request.url.text == "https://id.example/realm/v1/revoke")
        #expect(try RequestSamples.form(request)["token"] == "at-canary")
    }

    @Test("Facebook's needs the account; a client without secret revokes nothing at GitHub and Naver")
    func missing() throws {
        #expect(
            try refusal { try RequestSamples.provider("facebook").revocation(of: token) } == .subjectMissing)
        for id in ["github", "naver"] {
            let provider = try RequestSamples.provider(id, ClientCredential.none)
            #expect(try refusal { try provider.revocation(of: token) } == .clientAuthenticationMissing)
        }
    }

    @Test(
        "a success may have any body or none",
        arguments: ["", "{}", "null", "<html>", #"{"ok":true,"revoked":true}"#, #"{"success":true}"#, "[1]"])
    func success(_ body: String) throws {
        try revocation("slack").check(RequestSamples.answer(body))
        try revocation("github").check(RequestSamples.answer(body, status: 204))
    }

    @Test(
        "a refusal is one, with status 200 too",
        arguments: [
            ("slack", 200, #"{"ok":false,"error":"invalid_auth"}"#), ("slack", 200, #"{"ok":false}"#),
            ("naver", 200, #"{"error":"invalid_request"}"#), ("google", 400, #"{"error":"invalid_token"}"#),
            ("facebook", 400, #"{"error":{"message":"m","code":190}}"#),
        ])
    func refusals(_ id: String, _ status: Int, _ body: String) throws {
        let revocation = try revocation(id)
        let error = try #require(throws: OAuthClientError.self) {
            try revocation.check(RequestSamples.answer(body, status: status))
        }
        #expect(error.code == .refusedByProvider)
        #expect(!error.reason.contains("canary"))
    }

    @Test("no answer is no success", arguments: [302, 429, 500, 503, 404])
    func others(_ status: Int) throws {
        let revocation = try revocation("github")
        #expect(throws: OAuthClientError.self) { try revocation.check(RequestSamples.answer("{}", status: status)) }
    }
}
