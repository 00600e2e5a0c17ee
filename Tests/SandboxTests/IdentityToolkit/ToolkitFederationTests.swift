import BridgeTesting
import StrictJSON
import Testing

@Suite("Identity Toolkit: sign-in by a provider")
struct ToolkitFederationTests {
    private static let unknown = "OPERATION_NOT_ALLOWED : The identity provider configuration is not found."
    private static let invalid = "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: "

    private func post(
        _ method: String, _ body: String, key: String? = "key=sandbox-api-key", in bench: Bench
    ) async -> Reply {
        await bench.post("/identitytoolkit.googleapis.com/v1/accounts:\(method)", query: key, body)
    }

    /// Expects a refusal of version 1.
    private func expect(_ reply: Reply, _ message: String, _ status: Int = 400) {
        #expect(reply.status == status && reply.message == message, "\(reply.text)")
        #expect(reply.error["status"] == nil)
        #expect(reply.error["errors"]?.array?.first?.object?["reason"] == "invalid")
    }

    @Test(
        "a credential of a provider that the project does not know is refused, whatever it is",
        arguments: [
            "providerId=google.com&id_token=garbage", "providerId=facebook.com&access_token=garbage",
            "id_token=a.b.c&providerId=oidc.elsewhere&nonce=n", "providerId=apple.com&code=c",
            "providerId=yahoo.com&id_token=a%2Bb%26c",
        ])
    func unknownProvider(form: String) async throws {
        let body = #"{"requestUri":"http://localhost","postBody":"\#(form)","returnSecureToken":true}"#
        let reply = await post("signInWithIdp", body, in: try Bench.shared.get())
        expect(reply, Self.unknown)
        #expect(!reply.text.contains("idToken"))
    }

    @Test(
        "a form without a provider or without a credential is refused, and told back",
        arguments: [
            "", "&providerId=undefined", "providerId=google.com", "id_token=a.b.c", "provider_id=google.com&id_token=a",
            "providerId=&id_token=a", "providerId=google.com&id_token=", "providerId=google.com&token=a",
            "providerId=google.com&nonce=n", "providerId=a&providerId=b&id_token=c",
        ])
    func incomplete(form: String) async throws {
        let body = #"{"requestUri":"http://localhost","postBody":"\#(form)","returnSecureToken":true}"#
        expect(
            await post("signInWithIdp", body, in: try Bench.shared.get()), "\(Self.invalid)http://localhost?\(form)")
    }

    @Test(
        "the address of the request must be there, and absolute",
        arguments: [
            ("", "MISSING_REQUEST_URI"), (#""requestUri":"","#, "MISSING_REQUEST_URI"),
            (#""requestUri":"localhost","#, "INVALID_REQUEST_URI"), (#""requestUri":"/path","#, "INVALID_REQUEST_URI"),
            (#""requestUri":"http:","#, "INVALID_REQUEST_URI"), (#""requestUri":"1http://x","#, "INVALID_REQUEST_URI"),
            (#""requestUri":"http://local host","#, "INVALID_REQUEST_URI"),
        ])
    func requestAddress(member: String, message: String) async throws {
        let body = #"{\#(member)"postBody":"providerId=google.com&id_token=a","returnSecureToken":true}"#
        expect(await post("signInWithIdp", body, in: try Bench.shared.get()), message)
    }

    @Test("a link to an account needs that account's ID token, and a tenant must be there")
    func link() async throws {
        let bench = try Bench()
        let (token, _) = try await bench.session()
        func body(_ more: String) -> String {
            #"{"requestUri":"http://localhost","postBody":"providerId=a.b&id_token=c",\#(more)}"#
        }
        expect(await post("signInWithIdp", body(#""idToken":"x""#), in: bench), "INVALID_ID_TOKEN")
        expect(await post("signInWithIdp", body(#""idToken":"\#(token)""#), in: bench), Self.unknown)
        expect(await post("signInWithIdp", body(#""tenantId":"elsewhere""#), in: bench), "INVALID_TENANT_ID")
        bench.services.identityToolkit.set(.disabled, of: "sandbox-tenant")
        expect(await post("signInWithIdp", body(#""tenantId":"sandbox-tenant""#), in: bench), "TENANT_DISABLED")
        bench.services.identityToolkit.disableUser("ada")
        expect(await post("signInWithIdp", body(#""idToken":"\#(token)""#), in: bench), "USER_DISABLED")
    }

    @Test(
        "a key is needed, as everywhere; an unknown member is no method's",
        arguments: ["signInWithIdp", "createAuthUri"])
    func key(method: String) async throws {
        let bench = try Bench.shared.get()
        #expect(await post(method, "{}", key: nil, in: bench).status == 403)
        #expect(
            await post(method, "{}", key: "key=AIzaWrong", in: bench).message
                == "API key not valid. Please pass a valid API key.")
        #expect(await post(method, #"{"whatever":1}"#, in: bench).error["status"] == "INVALID_ARGUMENT")
        #expect(await bench.call("GET", "/identitytoolkit.googleapis.com/v1/accounts:\(method)").status == 404)
    }

    @Test("createAuthUri says of no address whether somebody has it")
    func noEnumeration() async throws {
        let bench = try Bench()
        let body = #"{"identifier":"EMAIL","continueUri":"http://localhost"}"#
        let created = await bench.post(
            "/identitytoolkit.googleapis.com/v1/projects/sandbox-bridge/accounts", bearer: try bench.administrator(),
            #"{"localId":"ada","email":"ada@example.com"}"#)
        #expect(created.status == 200)
        var sessions: Set<String> = []
        for email in ["ada@example.com", "nobody@example.com"] {
            let reply = await post("createAuthUri", body.replacing("EMAIL", with: email), in: bench)
            #expect(reply.status == 200 && reply.json.names == ["kind", "sessionId"])
            #expect(reply.json["kind"] == "identitytoolkit#CreateAuthUriResponse")
            sessions.insert(try #require(reply.json["sessionId"]?.string))
        }
        #expect(sessions.count == 2)
    }

    @Test(
        "createAuthUri refuses what it cannot use",
        arguments: [
            ("{}", "MISSING_IDENTIFIER"), (#"{"continueUri":"http://localhost"}"#, "MISSING_IDENTIFIER"),
            (#"{"identifier":"a@b.c"}"#, "MISSING_CONTINUE_URI"),
            (#"{"identifier":"a","continueUri":"http://localhost"}"#, "INVALID_IDENTIFIER"),
            (#"{"identifier":"a@b@c","continueUri":"http://localhost"}"#, "INVALID_IDENTIFIER"),
            (#"{"identifier":"a@b.c","continueUri":"localhost"}"#, "INVALID_CONTINUE_URI"),
            (#"{"identifier":"a@b.c","continueUri":"http://localhost","tenantId":"t"}"#, "INVALID_TENANT_ID"),
            (#"{"providerId":"google.com","continueUri":"http://localhost"}"#, Self.unknown),
        ])
    func authURI(body: String, message: String) async throws {
        expect(await post("createAuthUri", body, in: try Bench.shared.get()), message)
    }

    @Test("the names of old are for the same methods")
    func oldNames() async throws {
        let bench = try Bench.shared.get()
        let old = "/www.googleapis.com/identitytoolkit/v3/relyingparty"
        let body = #"{"requestUri":"http://localhost","postBody":"providerId=google.com&id_token=a"}"#
        expect(await bench.post("\(old)/verifyAssertion", query: "key=x", body), Self.unknown)
        expect(await bench.post("\(old)/createAuthUri", query: "key=x", "{}"), "MISSING_IDENTIFIER")
    }
}
