@testable import Bridge
import CredentialProofs
import OAuthClient
import Testing

@Suite("Requests to the token endpoint")
struct TokenEndpointRequestTests {
    private static func request(_ form: String) throws -> TokenEndpointRequest {
        try TokenEndpointRequest(Desk.parameters(form))
    }

    private static func refusal(_ form: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> BridgeError
    {
        try #require(throws: BridgeError.self, sourceLocation: sourceLocation) { _ = try request(form) }
    }

    private static func exchange(_ form: String) throws -> TokenExchangeRequest {
        guard case .tokenExchange(let request) = try request(form) else {
            throw BridgeError(.requestInvalid, "no exchange")
        }
        return request
    }

    @Test("oidcc-ensure-request-with-unknown-parameter-succeeds (6749-01)")
    func ignoresUnknownParameters() throws {
        let request = try Self.exchange(Desk.exchangeForm("a.b.c", "foo=bar&prompt=none&x-y="))
        guard case .idToken(let token) = request.subject else {
            Issue.record("no ID token")
            return
        }
        #expect(token.secretText == "a.b.c")
        #expect(request.provider == nil)
        #expect(request.grantedScope == nil)
    }

    @Test("Each grant is read with what belongs to it")
    func readsGrants() throws {
        let device = try Self.request("grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=dc")
        guard case .deviceCode(let code) = device else {
            Issue.record("no device code")
            return
        }
        #expect(code.secretText == "dc")
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        let authorization = try Self.request(
            "grant_type=authorization_code&code=c&redirect_uri=http://127.0.0.1/cb&code_verifier=\(verifier)")
        guard case .authorizationCode(let request) = authorization else {
            Issue.record("no code")
            return
        }
        #expect(request.code.secretText == "c")
        #expect(request.redirectURI == "http://127.0.0.1/cb")
        #expect(request.proofKey?.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        let minting = try Self.request("grant_type=client_credentials&uid=svc:1&ttl=60&claims=%7B%7D&tenant_id=t")
        guard case .clientCredentials(let mint) = minting else {
            Issue.record("no minting")
            return
        }
        #expect(mint.userID == "svc:1")
        #expect(mint.lifetime == 60)
        #expect(mint.tenantID == "t")
        #expect(mint.claims == [UInt8]("{}".utf8))
        let grants = [device, authorization, minting].map(\.grant)
        #expect(grants == [.deviceCode, .authorizationCode, .clientCredentials])
    }

    @Test(
        "6749-08, 9700-08: another grant is not supported",
        arguments: [
            "password", "implicit", "refresh_token", "device_code", "AUTHORIZATION_CODE", "authorization_code%20",
        ])
    func refusesGrants(_ grant: String) throws {
        let error = try Self.refusal("grant_type=\(grant)&username=a&password=hunter2")
        #expect(error.code == .grantNotSupported)
        #expect(!error.reason.contains("hunter2"))
    }

    @Test(
        "6749-01, 8693-01: what a grant needs must be there and not be empty",
        arguments: [
            "", "grant_type=", "x=1", "grant_type=authorization_code", "grant_type=authorization_code&code=",
            "grant_type=client_credentials", "grant_type=urn:ietf:params:oauth:grant-type:device_code",
            "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer",
            "grant_type=urn:ietf:params:oauth:grant-type:token-exchange",
            "grant_type=urn:ietf:params:oauth:grant-type:token-exchange&subject_token=a.b.c",
            Desk.exchangeForm(""), Desk.exchangeForm("a.b.c", type: ""),
        ])
    func needsParameters(_ form: String) throws {
        #expect(try Self.refusal(form).code == .requestInvalid)
    }

    @Test(
        "Credentials have no blanks, line breaks or other characters that no credential has",
        arguments: ["a%20b", "a+b", "a%0D%0AX:1", "a%C3%A9", "a%7F", "%09"])
    func refusesCharacters(_ text: String) throws {
        for form in [
            Desk.exchangeForm(text), "grant_type=authorization_code&code=\(text)",
            "grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=\(text)",
            "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer&assertion=\(text)",
        ] {
            #expect(try Self.refusal(form).code == .requestInvalid)
        }
    }

    @Test("8693-02: the kinds of subject tokens; what is called a JWT is taken for an ID token")
    func readsKinds() throws {
        for name in ["id_token", "jwt"] {
            let type = "urn:ietf:params:oauth:token-type:\(name)"
            guard case .idToken = try Self.exchange(Desk.exchangeForm("a.b.c", type: type)).subject else {
                Issue.record("no ID token")
                continue
            }
        }
        let access = try Self.exchange(
            Desk.exchangeForm("t", type: "urn:ietf:params:oauth:token-type:access_token", "provider=p"))
        guard case .accessToken = access.subject else {
            Issue.record("no access token")
            return
        }
        let refresh = try Self.exchange(
            Desk.exchangeForm("t", type: "urn:ietf:params:oauth:token-type:refresh_token", "provider=p"))
        guard case .refreshToken = refresh.subject, refresh.provider == "p" else {
            Issue.record("no refresh token")
            return
        }
        let code = try Self.exchange(
            Desk.exchangeForm(
                "c", type: "urn:token-bridge:token-type:authorization_code",
                "redirect_uri=http://127.0.0.1/cb&nonce=n&provider=p"))
        guard case .authorizationCode(let grant) = code.subject, case .raw = code.nonce else {
            Issue.record("no code")
            return
        }
        #expect(grant.redirectURI.text == "http://127.0.0.1/cb")
    }

    @Test(
        "8693-02: other kinds are an invalid request",
        arguments: ["saml1", "saml2", "ID_TOKEN", "id_token%20", "device-secret"])
    func refusesKinds(_ name: String) throws {
        let error = try Self.refusal(Desk.exchangeForm("a", type: "urn:ietf:params:oauth:token-type:\(name)"))
        #expect(error.code == .requestInvalid)
        #expect(error.reason.contains("urn:ietf:params:oauth:token-type:id_token"))
        #expect(try Self.refusal(Desk.exchangeForm("a", type: "id_token")).code == .requestInvalid)
    }

    @Test(
        "8693-03: an actor is refused, never ignored",
        arguments: [
            "actor_token=a.b.c&actor_token_type=urn:ietf:params:oauth:token-type:jwt", "actor_token=a.b.c",
            "actor_token_type=urn:ietf:params:oauth:token-type:jwt",
        ])
    func refusesActors(_ more: String) throws {
        let error = try Self.refusal(Desk.exchangeForm("a.b.c", more))
        #expect(error.code == .requestInvalid)
        #expect(error.reason.contains("actor_token"))
    }

    @Test("8693-06: a JWT is what can be asked for")
    func readsRequestedType() throws {
        #expect(throws: Never.self) {
            try Self.exchange(
                Desk.exchangeForm("a.b.c", "requested_token_type=urn:ietf:params:oauth:token-type:jwt"))
        }
        for name in ["access_token", "id_token", "JWT"] {
            let form = Desk.exchangeForm("a.b.c", "requested_token_type=urn:ietf:params:oauth:token-type:\(name)")
            #expect(try Self.refusal(form).code == .requestInvalid)
        }
    }

    @Test(
        "8693-04: a resource is an absolute address without fragment",
        arguments: ["relative", "/path", "//host", "https:", "https://a.example/%23x", "1a://b", "a%20b:c", ":x"])
    func refusesResources(_ resource: String) throws {
        #expect(try Self.refusal(Desk.exchangeForm("a.b.c", "resource=\(resource)")).code == .targetInvalid)
    }

    @Test("What cannot be done with a credential is refused, never ignored")
    func refusesStrayParameters() throws {
        let access = "urn:ietf:params:oauth:token-type:access_token"
        let code = "urn:token-bridge:token-type:authorization_code"
        for form in [
            Desk.exchangeForm("t", type: access, "nonce=n&provider=p"),
            Desk.exchangeForm("t", type: access, "code_verifier=v&provider=p"),
            Desk.exchangeForm("t", "redirect_uri=http://127.0.0.1/cb"), Desk.exchangeForm("t", "nonce=%C3%A9"),
            Desk.exchangeForm("t", type: code, "provider=p"),
            Desk.exchangeForm("t", type: code, "provider=p&redirect_uri=javascript:alert"),
            Desk.exchangeForm("t", type: code, "provider=p&redirect_uri=http://127.0.0.1/&code_verifier=short"),
            Desk.exchangeForm("t", "scope=a%22b"),
            "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer&assertion=a.b.c&uid=svc:1",
            "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer&assertion=a.b.c&claims=%7B%7D",
        ] {
            #expect(try Self.refusal(form).code == .requestInvalid, "\(form)")
        }
    }

    @Test(
        "A ttl is a number of seconds", arguments: ["a", "-1", "1.5", "0x10", "1e3", "%2B60", "99999999999", "6%D9%A0"])
    func refusesLifetimes(_ ttl: String) throws {
        #expect(try Self.refusal("grant_type=client_credentials&uid=svc:1&ttl=\(ttl)").code == .lifetimeInvalid)
    }

    @Test("Nothing of a credential is printed")
    func printsNothing() throws {
        let code = "urn:token-bridge:token-type:authorization_code"
        for form in [
            Desk.exchangeForm("hunter2"), "grant_type=authorization_code&code=hunter2",
            "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer&assertion=hunter2",
            "grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=hunter2",
            Desk.exchangeForm("hunter2", type: code, "provider=p&redirect_uri=http://127.0.0.1/cb&nonce=hunter2"),
        ] {
            let request = try Self.request(form)
            var text = "\(request) \(String(reflecting: request))"
            dump(request, to: &text)
            #expect(!text.contains("hunter2"), "\(text)")
        }
    }
}
