@testable import Bridge
import CredentialProofs
import CustomTokens
import OAuthClient
import StrictJSON
import Testing

@Suite("Our authorization endpoint")
struct AuthorizationEndpointTests {
    private typealias Samples = AuthorizationSamples

    @Test("6749-01: takes a request, and ignores what it does not know and what is empty")
    func request() throws {
        let query = Samples.query(
            ["scope": "openid profile", "response_mode": "query", "nonce": "n", "unknown": "x", "prompt": nil],
            adding: "&empty=&alone&&")
        let request = try Samples.endpoint().request(query: query)
        #expect(request.clientID == "desktop")
        #expect(request.providers == ["example"])
        #expect(request.scope == "openid profile")
        #expect(request.state == "a state")
        #expect(request.challenge.text == Samples.challenge)
        let again = try AuthorizationEndpointRequest(reading: request.object)
        #expect(again.object == request.object)
        #expect(!"\(request)".contains("a state"))
    }

    @Test("Without a provider the person chooses among those that the client may use")
    func choice() throws {
        let everything = try Samples.endpoint()
        #expect(try everything.request(query: Samples.query(["provider": nil])).providers == ["example", "other"])
        let one = try Samples.endpoint(Samples.client(providers: .only(["other", "gone"])))
        let request = try one.request(query: Samples.query(["provider": ""]))
        #expect(request.providers == ["other"])
        #expect(throws: BridgeError(.providerNotAllowed, "")) { try request.require("example") }
        #expect(throws: BridgeError(.providerNotAllowed, "")) { try request.require("gone") }
        try request.require("other")
    }

    @Test(
        "6749-18: shows a page where client or redirect address are missing, unknown, malformed or there twice",
        arguments: [
            (AuthorizationSamples.query(["client_id": nil]), BridgeError.Code.requestInvalid),
            (AuthorizationSamples.query(["client_id": ""]), .requestInvalid),
            (AuthorizationSamples.query(["client_id": "unknown"]), .clientInvalid),
            (AuthorizationSamples.query(["client_id": "DESKTOP"]), .clientInvalid),
            (AuthorizationSamples.query(["client_id": "desktop "]), .clientInvalid),
            (AuthorizationSamples.query(adding: "&client_id=desktop"), .requestInvalid),
            (AuthorizationSamples.query(adding: "&client%5Fid=desktop"), .requestInvalid),
            (AuthorizationSamples.query(["redirect_uri": nil]), .redirectURIInvalid),
            (AuthorizationSamples.query(["redirect_uri": ""]), .redirectURIInvalid),
            (AuthorizationSamples.query(adding: "&redirect_uri=https%3A%2F%2Fapp.test%2Fcb"), .requestInvalid),
            (AuthorizationSamples.query(adding: "&redirect_uri="), .requestInvalid),
            (AuthorizationSamples.query(adding: "&x=%"), .requestInvalid),
            (AuthorizationSamples.query(adding: "&x=%FF"), .requestInvalid),
            (AuthorizationSamples.query(adding: "&x=%00"), .requestInvalid),
            (AuthorizationSamples.query(adding: "&x=\(String(repeating: "x", count: 1 << 14))"), .requestInvalid),
            (AuthorizationSamples.query(adding: String(repeating: "&x", count: 100)), .requestInvalid),
            ("", .requestInvalid),
        ])
    func pages(query: String, code: BridgeError.Code) throws {
        #expect(try Samples.endpoint().page(query).code == code)
    }

    @Test(
        "7636-02, 9700-08: tells the app what is wrong with everything else",
        arguments: [
            (["code_challenge": nil], "invalid_request"), (["code_challenge": ""], "invalid_request"),
            (["code_challenge_method": nil], "invalid_request"),
            (["code_challenge_method": "plain"], "invalid_request"),
            (["code_challenge_method": "s256"], "invalid_request"),
            (["code_challenge_method": "S512"], "invalid_request"),
            (["code_challenge": "short"], "invalid_request"),
            (["code_challenge": AuthorizationSamples.challenge + "="], "invalid_request"),
            (["code_challenge": String(repeating: "+", count: 43)], "invalid_request"),
            (["code_challenge": String(repeating: "_", count: 43)], "invalid_request"),
            (["response_type": nil], "invalid_request"), (["response_type": "token"], "unsupported_response_type"),
            (["response_type": "code id_token"], "unsupported_response_type"),
            (["response_type": "Code"], "unsupported_response_type"),
            (["response_mode": "fragment"], "invalid_request"), (["response_mode": "form_post"], "invalid_request"),
            (["provider": "unknown"], "invalid_request"), (["provider": "Example"], "invalid_request"),
            (["scope": "a\"b"], "invalid_request"), (["scope": "caf\u{E9}"], "invalid_request"),
        ] as [([String: String?], String)])
    func redirects(changes: [String: String?], code: String) throws {
        let url = try Samples.endpoint().redirect(Samples.query(changes))
        #expect(url.hasPrefix("https://app.test/cb?"))
        let answer = try SignInStage.query(of: url)
        #expect(answer["error"] == code)
        #expect(answer["state"] == "a state")
        #expect(answer["iss"] == "https://bridge.test")
        #expect(answer["code"] == nil)
    }

    @Test("6749-01: a repeated parameter, known or not, is an invalid request")
    func repeated() throws {
        let endpoint = try Samples.endpoint()
        for name in ["provider", "code_challenge", "response_type", "scope", "unknown"] {
            let url = try endpoint.redirect(Samples.query(["scope": "s", "unknown": "u"], adding: "&\(name)=example"))
            let answer = try SignInStage.query(of: url)
            #expect(answer["error"] == "invalid_request")
            #expect(answer["state"] == "a state")
        }
        let answer = try SignInStage.query(of: endpoint.redirect(Samples.query(adding: "&state=other")))
        #expect(answer["error"] == "invalid_request")
        #expect(answer["state"] == nil)
    }

    @Test("A state that no app has is not given back")
    func states() throws {
        let endpoint = try Samples.endpoint()
        for state in ["line\nbreak", "caf\u{E9}", String(repeating: "s", count: 2049)] {
            let answer = try SignInStage.query(of: endpoint.redirect(Samples.query(["state": state])))
            #expect(answer["error"] == "invalid_request")
            #expect(answer["state"] == nil)
        }
        let odd = "a&b=c#d%20\"<>\\"
        #expect(try endpoint.request(query: Samples.query(["state": odd])).state == odd)
        #expect(try endpoint.request(query: Samples.query(["state": nil])).state == nil)
    }

    @Test("A client that is not registered for codes, or not for the provider, is told so")
    func clients() throws {
        let device = try Samples.endpoint(Samples.client(grants: [.deviceCode]))
        let other = try Samples.endpoint(Samples.client(providers: .only(["other"])))
        let none = try Samples.endpoint(Samples.client(providers: .only(["gone"])))
        for (endpoint, provider) in [(device, "example"), (other, "example"), (none, nil)] {
            let url = try endpoint.redirect(Samples.query(["provider": provider]))
            #expect(try SignInStage.query(of: url)["error"] == "unauthorized_client")
        }
    }

    @Test("9207-05, 6749-09: every refusal names us, in characters that an error may have")
    func refusals() throws {
        let endpoint = try Samples.endpoint()
        let request = try endpoint.request(query: Samples.query())
        let ours = BridgeError(.userIDInvalid, "a \"uid\" with \\ and \u{E9}\n in it")
        let answer = try SignInStage.query(of: endpoint.refusal(of: request, because: ours).url)
        #expect(answer["error"] == "access_denied")
        #expect(answer["error_description"] == "a 'uid' with ? and ?? in it")
        #expect(answer["state"] == "a state")
        #expect(answer["iss"] == "https://bridge.test")
    }

    @Test(
        "What is wrong inside is not told to the app",
        arguments: [BridgeError.Code.storeUnavailable, .storedRecordInvalid, .cryptographyFailed])
    func insideWords(_ code: BridgeError.Code) throws {
        let endpoint = try Samples.endpoint()
        let request = try endpoint.request(query: Samples.query())
        let url = endpoint.refusal(of: request, because: BridgeError(code, "/var/lib/secret-place cannot be opened"))
            .url
        #expect(!url.contains("secret-place"))
        #expect(try SignInStage.query(of: url)["error_description"] == "the service cannot do this for now")
    }

    @Test("6749-09: a provider's own words do not reach the app")
    func providersWords() async throws {
        let stage = try SignInStage()
        let endpoint = try Samples.endpoint()
        let request = try endpoint.request(query: Samples.query())
        for (error, code) in [("access_denied", "access_denied"), ("server_error", "temporarily_unavailable")] {
            let (begun, sent) = try await stage.begin(purpose: .authorization(request))
            let state = try #require(sent["state"])
            let response = "error=\(error)&error_description=go+to+attacker.test&state=\(state)"
            let finished = try await stage.finish(response, browser: begun.browser)
            let refusal = try #require(throws: CredentialError.self) { try finished.result.get() }
            guard case .authorization(let again) = finished.purpose else {
                Issue.record("another purpose")
                return
            }
            let url = endpoint.refusal(of: again, because: refusal).url
            #expect(!url.contains("attacker"))
            let answer = try SignInStage.query(of: url)
            #expect(answer["error"] == code)
            #expect(answer["state"] == "a state")
            #expect(answer["iss"] == "https://bridge.test")
        }
    }

    @Test("A sign-in begins at a provider that the request allows, and at no other")
    func allowedProviders() async throws {
        let stage = try SignInStage()
        let request = try Samples.endpoint().request(query: Samples.query(["provider": "other"]))
        await #expect(throws: BridgeError(.providerNotAllowed, "")) {
            try await stage.begin(purpose: .authorization(request))
        }
    }

    @Test("Every error of ours and of a proof has a code of RFC 6749")
    func totality() {
        let ours = Set(BridgeError.Code.allCases.map { AuthorizationErrorCode($0) })
        let proofs = Set(CredentialError.Code.allCases.map { AuthorizationErrorCode($0) })
        #expect(ours == Set(AuthorizationErrorCode.allCases))
        #expect(proofs == [.accessDenied, .temporarilyUnavailable, .serverError])
        #expect(AuthorizationErrorCode(BridgeError.Code.storeUnavailable) == .temporarilyUnavailable)
    }
}
