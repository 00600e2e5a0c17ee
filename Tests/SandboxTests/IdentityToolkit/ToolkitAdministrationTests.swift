import BridgeTesting
import JOSE
import OAuthClient
import StrictJSON
import Testing

@Suite("Identity Toolkit: accounts in the hands of an administrator")
struct ToolkitAdministrationTests {
    private static let project = "/identitytoolkit.googleapis.com/v1/projects/sandbox-bridge"

    private let bench: Bench
    private let token: String

    init() throws {
        bench = try Bench()
        token = try bench.administrator()
    }

    private func ask(_ method: String, _ body: String) async -> Reply {
        await bench.post("\(Self.project)/\(method)", bearer: token, body)
    }

    @Test("without an access token, with a bad one, and with an API key alone: 401")
    func authentication() async throws {
        for bearer in [nil, "ya29.wrong"] as [String?] {
            let reply = await bench.post(
                "\(Self.project)/accounts:lookup", query: "key=sandbox-api-key", bearer: bearer, #"{"localId":["ada"]}"#
            )
            #expect(reply.status == 401)
            #expect(reply.error["status"] == "UNAUTHENTICATED")
        }
    }

    @Test("an access token that has ended, has another scope, or no permission is refused")
    func authorization() async throws {
        let path = "\(Self.project)/accounts:lookup"
        let body = #"{"localId":["ada"]}"#
        let narrow = try bench.services.iam.accessToken(
            for: "a@b.iam.gserviceaccount.com", scopes: ["https://www.googleapis.com/auth/userinfo.email"])
        #expect(await bench.post(path, bearer: narrow.secretText, body).status == 403)
        bench.services.iam.withhold(.administerUsers)
        #expect(await bench.post(path, bearer: token, body).error["status"] == "PERMISSION_DENIED")
        bench.services.iam.grant(.administerUsers)
        #expect(await bench.post(path, bearer: token, body).status == 200)
        bench.clock.advance(by: 3600)
        #expect(await bench.post(path, bearer: token, body).status == 401)
    }

    @Test("creates, finds, changes and deletes an account")
    func life() async throws {
        let created = await ask("accounts", #"{"localId":"u","email":"u@example.com","displayName":"U"}"#)
        #expect(created.text == #"{"kind":"identitytoolkit#SignupNewUserResponse","localId":"u"}"#)
        #expect(await ask("accounts", #"{"localId":"u"}"#).message == "DUPLICATE_LOCAL_ID")
        #expect(await ask("accounts", #"{"localId":"v","email":"U@example.com"}"#).message == "EMAIL_EXISTS")
        #expect(await ask("accounts", #"{"localId":"v","email":"nobody"}"#).message == "INVALID_EMAIL")
        let found = await ask("accounts:lookup", #"{"email":["u@example.com"]}"#)
        #expect(found.json["users"]?.array?.first?.object?["displayName"] == "U")
        #expect(await ask("accounts:delete", #"{"localId":"u"}"#).status == 200)
        #expect(await ask("accounts:delete", #"{"localId":"u"}"#).message == "USER_NOT_FOUND")
        let gone = await ask("accounts:lookup", #"{"localId":["u"]}"#)
        #expect(gone.status == 200)
        #expect(gone.json["users"] == nil)
    }

    @Test("a project does not find the accounts of its tenants, nor the other way round")
    func tenants() async throws {
        _ = await bench.post("\(Self.project)/tenants/sandbox-tenant/accounts", bearer: token, #"{"localId":"t"}"#)
        _ = await ask("accounts", #"{"localId":"p"}"#)
        let tenant = "\(Self.project)/tenants/sandbox-tenant/accounts:lookup"
        #expect(await ask("accounts:lookup", #"{"localId":["t"]}"#).json["users"] == nil)
        #expect(await bench.post(tenant, bearer: token, #"{"localId":["p"]}"#).json["users"] == nil)
        let found = await bench.post(tenant, bearer: token, #"{"localId":["t"]}"#)
        #expect(found.json["users"]?.array?.first?.object?["tenantId"] == "sandbox-tenant")
        let unknown = await bench.post(
            "\(Self.project)/tenants/nobody/accounts:lookup", bearer: token, #"{"localId":["t"]}"#)
        #expect(unknown.message == "INVALID_TENANT_ID")
    }

    @Test("another project is not this one")
    func otherProject() async {
        let reply = await bench.post(
            "/identitytoolkit.googleapis.com/v1/projects/other/accounts:lookup", bearer: token, #"{"localId":["a"]}"#)
        #expect(reply.message == "PROJECT_NOT_FOUND")
    }

    @Test(
        "a change that is wrong is refused with its own code, and changes nothing",
        arguments: [
            (#"{"displayName":"X"}"#, "MISSING_LOCAL_ID"),
            (#"{"localId":"nobody","displayName":"X"}"#, "USER_NOT_FOUND"),
            (#"{"localId":"u","displayName":"X","customAttributes":"[]"}"#, "INVALID_CLAIMS"),
            (#"{"localId":"u","displayName":"X","customAttributes":{"a":1}}"#, "INVALID_CLAIMS"),
            (#"{"localId":"u","displayName":"X","customAttributes":"{\"sub\":1}"}"#, "FORBIDDEN_CLAIM : sub"),
            (
                #"{"localId":"u","displayName":"X","customAttributes":"{\"a\":\"\#(String(repeating: "a", count: 1000))\"}"}"#,
                "CLAIMS_TOO_LARGE"
            ),
            (#"{"localId":"u","displayName":"X","linkProviderUserInfo":{"rawId":"1"}}"#, "MISSING_PROVIDER_ID"),
            (#"{"localId":"u","displayName":"X","linkProviderUserInfo":{"providerId":"yahoo.com"}}"#, "MISSING_RAW_ID"),
            (
                #"{"localId":"u","displayName":"X","phoneNumber":"0123"}"#,
                "INVALID_PHONE_NUMBER : Invalid format."
            ),
            (
                #"{"localId":"u","displayName":"X","mfa":{"enrollments":[{"totpInfo":{}}]}}"#,
                "UNSUPPORTED_SECOND_FACTOR : attempting to add a new TOTP enrollment"
            ),
        ])
    func wrongChanges(body: String, message: String) async throws {
        _ = await ask("accounts", #"{"localId":"u"}"#)
        #expect(await ask("accounts:update", body).message == message)
        let user = await ask("accounts:lookup", #"{"localId":["u"]}"#).json["users"]?.array?.first?.object
        #expect(user != nil)
        #expect(user?["displayName"] == nil)
    }

    @Test("FB-28: a provider that was linked is shown and found, and goes into ID tokens")
    func link() async throws {
        _ = try await bench.session("u")
        let body =
            #"{"localId":"u","linkProviderUserInfo":{"providerId":"yahoo.com","rawId":"Y1","email":"y@yahoo.com"}}"#
        #expect(await ask("accounts:update", body).status == 200)
        let found = await ask("accounts:lookup", #"{"federatedUserId":[{"providerId":"yahoo.com","rawId":"Y1"}]}"#)
        let info = found.json["users"]?.array?.first?.object?["providerUserInfo"]?.array?.first?.object
        #expect(info?["federatedId"] == "Y1")
        let claims = try payload(of: try await bench.session("u").idToken)
        #expect(claims["firebase"]?.object?["identities"]?.object?["yahoo.com"] == .array(["Y1"]))
        _ = await ask("accounts:update", #"{"localId":"u","deleteProvider":["yahoo.com"]}"#)
        let gone = await ask("accounts:lookup", #"{"federatedUserId":[{"providerId":"yahoo.com","rawId":"Y1"}]}"#)
        #expect(gone.json["users"] == nil)
    }

    @Test("FB-21: validSince revokes, as text or as a number, and may be moved back")
    func validSince() async throws {
        let (_, refreshToken) = try await bench.session("u")
        _ = await ask("accounts:update", #"{"localId":"u","validSince":"\#(Bench.start + 1)"}"#)
        #expect(try await bench.refresh(refreshToken).message == "TOKEN_EXPIRED")
        _ = await ask("accounts:update", #"{"localId":"u","validSince":\#(Bench.start)}"#)
        #expect(try await bench.refresh(refreshToken).status == 200)
    }

    @Test(
        "what an administrator may change a client may not",
        arguments: [
            (#"{"displayName":"X"}"#, "INVALID_REQ_TYPE : Unsupported request parameters."),
            (#"{"idToken":"T","customAttributes":"{}"}"#, "INSUFFICIENT_PERMISSION"),
            (#"{"idToken":"T","disableUser":true}"#, "OPERATION_NOT_ALLOWED"),
            (#"{"idToken":"garbage","displayName":"X"}"#, "INVALID_ID_TOKEN"),
        ])
    func clientChanges(body: String, message: String) async throws {
        let idToken = try await bench.session().idToken
        let reply = await bench.post(
            "/identitytoolkit.googleapis.com/v1/accounts:update", query: "key=x",
            body.replacing("\"T\"", with: "\"\(idToken)\""))
        #expect(reply.message == message)
    }

    @Test("a session cookie has the claims of the ID token, another issuer, and its own key")
    func cookie() async throws {
        let idToken = try await bench.session().idToken
        let path = "/identitytoolkit.googleapis.com/v1/projects/sandbox-bridge:createSessionCookie"
        let reply = await bench.post(path, bearer: token, #"{"idToken":"\#(idToken)","validDuration":"300"}"#)
        let cookie = try CompactJWS(parsing: try #require(reply.json["sessionCookie"]?.string))
        #expect(cookie.unverifiedHeader.type == nil)
        let claims = try JSONObject(parsing: cookie.unverifiedPayload, limits: .token)
        #expect(claims["iss"] == "https://session.firebase.google.com/sandbox-bridge")
        #expect(claims["exp"] == .integer(Bench.start + 300))
        let keys = await bench.call("GET", "/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys")
        let keyID = try #require(cookie.unverifiedHeader.keyID)
        #expect(keys.json[keyID] != nil)
        for duration in [#""299""#, #""1209601""#, #""0""#, #""-1""#] {
            let refused = await bench.post(
                path, bearer: token, #"{"idToken":"\#(idToken)","validDuration":\#(duration)}"#)
            #expect(refused.message == "INVALID_DURATION")
        }
        let text = await bench.post(path, bearer: token, #"{"idToken":"\#(idToken)","validDuration":"long"}"#)
        #expect(text.error["status"] == "INVALID_ARGUMENT")
        #expect(await bench.post(path, bearer: token, "{}").message == "MISSING_ID_TOKEN")
        #expect(await bench.post(path, bearer: token, #"{"idToken":"x"}"#).message == "INVALID_ID_TOKEN")
    }
}
