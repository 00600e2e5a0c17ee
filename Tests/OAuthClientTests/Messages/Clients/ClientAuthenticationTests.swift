import OAuthClient
import Testing

@Suite("Client authentication")
struct ClientAuthenticationTests {
    private func request(
        _ authentication: ClientAuthentication, identifier: String = "client-ours",
        names: ClientParameterNames = .standard, fields: [HTTPField] = []
    ) throws -> HTTPRequest {
        let client = try Client(ClientIdentifier(identifier), authentication: authentication, parameterNames: names)
        return try TokenRequest(.refreshToken(RefreshToken("rt"))).httpRequest(
            from: client, to: MessageFixtures.tokenURL(), fields: fields)
    }

    @Test("a public client names itself in the body")
    func none() throws {
        let request = try request(.none)
        #expect(try MessageFixtures.form(request)["client_id"] == "client-ours")
        #expect(MessageFixtures.field("Authorization", of: request) == nil)
    }

    @Test(
        "identifier and secret are form-encoded before HTTP Basic (6749-03)",
        arguments: [
            ("id", "secret", "Basic aWQ6c2VjcmV0"), ("id:1", "a+b/c", "Basic aWQlM0ExOmElMkJiJTJGYw=="),
            ("id", "~?>", "Basic aWQ6fiUzRiUzRQ=="),
        ])
    func basic(_ identifier: String, _ secret: String, _ expected: String) throws {
        let request = try request(.clientSecretBasic(ClientSecret(secret)), identifier: identifier)
        #expect(MessageFixtures.field("Authorization", of: request) == expected)
        let form = try MessageFixtures.form(request)
        #expect(form["client_id"] == nil)
        #expect(form["client_secret"] == nil)
    }

    @Test("the other variant encodes nothing, and uses the alphabet of standard base64")
    func basicWithoutEncoding() throws {
        let request = try request(.clientSecretBasicWithoutEncoding(ClientSecret("~?>+/")), identifier: "id~")
        #expect(MessageFixtures.field("Authorization", of: request) == "Basic aWR+On4/Pisv")
    }

    @Test("a public client may have to name itself by HTTP Basic")
    func identifierByBasic() throws {
        #expect(
            MessageFixtures.field("Authorization", of: try request(.identifierByBasic, identifier: "id"))
                == "Basic aWQ6")
    }

    @Test("a secret in the body has the names of the preset")
    func post() throws {
        let standard = try MessageFixtures.form(request(.clientSecretPost(ClientSecret("s&x=1"))))
        #expect(standard["client_id"] == "client-ours")
        #expect(standard["client_secret"] == "s&x=1")
        let named = try MessageFixtures.form(
            request(
                .clientSecretPost(ClientSecret("s")),
                names: ClientParameterNames(identifier: "appid", secret: "secret")))
        #expect(named == ["grant_type": "refresh_token", "refresh_token": "rt", "appid": "client-ours", "secret": "s"])
    }

    @Test("no request has two methods (6749-04)")
    func oneMethod() throws {
        let secret = ClientSecret("s3cret")
        for authentication in [
            ClientAuthentication.none, .identifierByBasic, .clientSecretBasic(secret),
            .clientSecretBasicWithoutEncoding(secret), .clientSecretPost(secret),
        ] {
            let request = try request(authentication)
            let form = try MessageFixtures.form(request)
            let methods = [
                MessageFixtures.field("Authorization", of: request) != nil, form["client_secret"] != nil,
                form["client_assertion"] != nil,
            ]
            #expect(methods.filter { $0 }.count <= 1)
            #expect(request.fields.filter { $0.name.lowercased() == "authorization" }.count <= 1)
            #expect(!request.url.text.contains("s3cret"))
        }
    }

    @Test(
        "a field that would be a second method is refused (6749-04)",
        arguments: ["Authorization", "authorization", "Accept", "CONTENT-TYPE"])
    func fields(_ name: String) throws {
        let error = try messageRefusal { try request(.none, fields: [HTTPField(name: name, value: "x")]) }
        #expect(error.code == .reservedParameter)
    }

    @Test("every request asks for JSON, sends a form, once (B36)")
    func always() throws {
        let request = try request(.none, fields: [HTTPField(name: "X-Version", value: "1")])
        #expect(MessageFixtures.field("Accept", of: request) == "application/json")
        #expect(MessageFixtures.field("Content-Type", of: request) == "application/x-www-form-urlencoded")
        #expect(MessageFixtures.field("X-Version", of: request) == "1")
        #expect(request.method == .post)
        guard case .never = request.repetition else {
            Issue.record("the request may be sent again")
            return
        }
    }

    @Test(
        "an identifier that is empty, too long or not ASCII is refused",
        arguments: ["", "é", "a\nb", String(repeating: "a", count: 513)])
    func identifier(_ text: String) throws {
        #expect(try messageRefusal { try ClientIdentifier(text) }.code == .clientMisconfigured)
    }

    @Test(
        "a secret that is empty or not ASCII is refused, and not shown",
        arguments: ["", "canary\n", "canaré", "canary\r\nX: y"])
    func secret(_ text: String) throws {
        let secret = ClientSecret(text)
        for authentication in [
            ClientAuthentication.clientSecretBasic(secret), .clientSecretBasicWithoutEncoding(secret),
            .clientSecretPost(secret),
        ] {
            let error = try messageRefusal { try Client(ClientIdentifier("c"), authentication: authentication) }
            #expect(error.code == .clientMisconfigured)
            #expect(!error.reason.contains("canar"))
        }
    }

    @Test("an unencoded identifier has no colon")
    func colon() throws {
        let error = try messageRefusal {
            try request(.clientSecretBasicWithoutEncoding(ClientSecret("s")), identifier: "a:b")
        }
        #expect(error.code == .clientMisconfigured)
    }

    @Test("a client and its requests do not show the secret when they are printed (B52)")
    func printed() throws {
        let client = try MessageFixtures.confidentialClient()
        let request = try TokenRequest(.refreshToken(RefreshToken("s3cret-canary")))
        let http = try request.httpRequest(from: client, to: MessageFixtures.tokenURL())
        var dumped = ""
        dump(client, to: &dumped)
        dump(request, to: &dumped)
        dump(http, to: &dumped)
        for text in [
            "\(client)", String(reflecting: client), "\(request)", String(reflecting: request), "\(http)", dumped,
        ] {
            #expect(!text.contains("s3cret"))
        }
    }
}
