import OAuthClient
import Testing

@Suite("Authorization requests")
struct AuthorizationRequestTests {
    private func request(
        endpoint: String = "https://id.example.com/auth", client: Client? = nil,
        scopes: [String] = ["openid", "email"],
        separator: ScopeSeparator = .space, pending: PendingAuthorization? = nil, _ custom: [(String, String)] = []
    ) throws -> AuthorizationRequest {
        try AuthorizationRequest(
            to: EndpointURL(endpoint), for: client ?? MessageFixtures.publicClient(), scopes: ScopeSet(scopes),
            scopeSeparator: separator, pending: pending ?? MessageFixtures.pending(),
            parameters: AuthorizationParameters(custom.map { (name: $0.0, value: $0.1) }))
    }

    @Test("the address has each parameter once, state and challenge always among them (6749-12, 7636-01)")
    func address() throws {
        #expect(
            try request().url
                == "https://id.example.com/auth?client_id=client-ours&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb"
                + "&response_type=code&scope=openid%20email&state=kD9sN3fWq0b6xLr2TzYh7A"
                + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256")
    }

    @Test("the verifier is not in the address")
    func verifier() throws {
        #expect(!(try request().url.contains(MessageFixtures.verifier)))
    }

    @Test("a nonce is sent where it is asked for, hashed where the provider wants it so (B44)")
    func nonce() throws {
        let nonce = try Nonce(restoring: "n-0S6_WzA2Mj-n-0S6_WzA2Mj-n-0S6_WzA2Mj")
        let raw = try request(pending: MessageFixtures.pending(nonce: .sent(nonce, .raw))).url
        #expect(raw.contains("&nonce=\(nonce.secretText)&"))
        let hashed = try request(pending: MessageFixtures.pending(nonce: .sent(nonce, .sha256Hexadecimal))).url
        #expect(!hashed.contains(nonce.secretText))
        #expect(hashed.contains("&nonce=\(try nonce.text(.sha256Hexadecimal))&"))
        #expect(!(try request().url.contains("nonce")))
    }

    @Test("a confidential client may go without proof key for a reason, a public one never (B44)")
    func proofKey() throws {
        let pending = try MessageFixtures.pending(
            proofKey: .withoutProofKey(because: .refusedFromConfidentialClients))
        let url = try request(client: MessageFixtures.confidentialClient(), pending: pending).url
        #expect(!url.contains("code_challenge"))
        for authentication in [ClientAuthentication.none, .identifierByBasic] {
            let client = try Client(ClientIdentifier("c"), authentication: authentication)
            #expect(try messageRefusal { try request(client: client, pending: pending) }.code == .clientMisconfigured)
        }
    }

    @Test("form_post is asked for by name")
    func responseMode() throws {
        let url = try request(pending: MessageFixtures.pending(responseMode: .formPost)).url
        #expect(url.hasSuffix("&response_mode=form_post"))
    }

    @Test("no scopes are no parameter, commas where the provider wants them")
    func scopes() throws {
        #expect(!(try request(scopes: []).url.contains("scope")))
        #expect(try request(separator: .comma).url.contains("&scope=openid%2Cemail&"))
    }

    @Test("the endpoint's own query is kept (6749, 3.1)")
    func query() throws {
        let url = try request(endpoint: "https://id.example.com/auth?p=a%20b").url
        #expect(url.hasPrefix("https://id.example.com/auth?p=a%20b&client_id="))
        #expect(
            try request(endpoint: "https://id.example.com/auth?").url.hasPrefix(
                "https://id.example.com/auth?client_id="))
        for query in ["state=x", "client%5Fid=x", "a=1&a=2", "a=%zz"] {
            #expect(throws: OAuthClientError.self) { try request(endpoint: "https://id.example.com/auth?\(query)") }
        }
    }

    @Test("custom parameters are passed on unchanged, after the others (PRV-16)")
    func custom() throws {
        let url = try request([("prompt", "select account"), ("hd", "é&=+%2F"), ("x.y-z_1", "")]).url
        #expect(url.hasSuffix("&prompt=select%20account&hd=%C3%A9%26%3D%2B%252F&x.y-z_1="))
    }

    @Test(
        "a reserved or library-owned name is refused by name (PRV-15)", arguments: AuthorizationParameters.reservedNames
    )
    func reserved(_ name: String) throws {
        let error = try messageRefusal { try AuthorizationParameters([(name, "x")]) }
        #expect(error.code == .reservedParameter)
        #expect(error.reason.contains(name))
    }

    @Test("all names of the rule are reserved (PRV-15)")
    func reservedNames() {
        let names = [
            "client_id", "redirect_uri", "response_type", "scope", "state", "nonce", "code_challenge",
            "code_challenge_method", "response_mode", "client_secret", "code", "grant_type", "request", "request_uri",
        ]
        #expect(names.allSatisfy(AuthorizationParameters.reservedNames.contains))
    }

    @Test(
        "an escaped spelling of a reserved name is refused too (PRV-15)",
        arguments: ["client%5Fid", "%73tate", "s%74ate"])
    func escapedReserved(_ name: String) throws {
        #expect(try messageRefusal { try AuthorizationParameters([(name, "x")]) }.code == .reservedParameter)
    }

    @Test("another case is another name (PRV-15)", arguments: ["State", "CLIENT_ID"])
    func otherCase(_ name: String) throws {
        #expect(try request([(name, "x")]).url.hasSuffix("&\(name)=x"))
    }

    @Test(
        "a repeated or malformed name is refused (PRV-15)",
        arguments: [
            [("a", "1"), ("a", "1")], [("", "1")], [("a b", "1")], [("a&state", "1")], [("é", "1")], [("a%", "1")],
        ])
    func refusedNames(_ pairs: [(String, String)]) throws {
        let error = try messageRefusal { try AuthorizationParameters(pairs.map { (name: $0.0, value: $0.1) }) }
        #expect(error.code == .parameterInvalid)
    }

    @Test("the preset's own names of identifier and secret are reserved as well", arguments: ["appid", "secret"])
    func presetNames(_ name: String) throws {
        let client = try Client(
            ClientIdentifier("wx1"), authentication: .clientSecretPost(ClientSecret("s")),
            parameterNames: ClientParameterNames(identifier: "appid", secret: "secret"))
        #expect(try request(client: client).url.contains("?appid=wx1&"))
        #expect(try messageRefusal { try request(client: client, [(name, "x")]) }.code == .reservedParameter)
    }

    @Test("an address beyond 8192 bytes is refused")
    func size() throws {
        let error = try messageRefusal { try request([("a", String(repeating: "a", count: 8192))]) }
        #expect(error.code == .parameterInvalid)
    }

    @Test("a request shows neither state nor challenge when it is printed")
    func printed() throws {
        let request = try request()
        for text in ["\(request)", String(reflecting: request), "\(request.pending)", String(describing: [request])] {
            #expect(!text.contains(MessageFixtures.stateText))
            #expect(!text.contains(MessageFixtures.verifier))
        }
    }
}
