import BridgeTesting
import Cryptography
import HTTPServer
import JOSE
import StrictJSON
import Testing

@Suite("Identity Toolkit: sessions")
struct ToolkitSessionTests {
    private static func object(_ text: String) throws -> JSONObject {
        try JSONObject(parsing: [UInt8](text.utf8), limits: .document)
    }

    @Test("FB-18: an ID token has the members that were recorded")
    func idToken() async throws {
        let bench = try Bench()
        let reply = await bench.signIn(
            try bench.token(Self.object(#"{"claims":{"role":"editor","email":"x@y.example"}}"#)))
        let token = try #require(reply.json["idToken"]?.string)
        let header = try CompactJWS(parsing: token).unverifiedHeader
        #expect(header.object.names == ["alg", "kid", "typ"])
        let payload = try payload(of: token)
        #expect(
            payload.names == ["role", "iss", "aud", "auth_time", "user_id", "sub", "iat", "exp", "firebase"])
        #expect(payload["iss"] == "https://securetoken.google.com/sandbox-bridge")
        #expect(payload["auth_time"] == .integer(Bench.start))
        #expect(payload["exp"] == .integer(Bench.start + 3600))
        #expect(payload["firebase"]?.object?["sign_in_provider"] == "custom")
    }

    @Test("an ID token verifies with the published certificate of its kid, also after a rotation")
    func certificates() async throws {
        let bench = try Bench()
        let (token, _) = try await bench.session()
        try bench.services.identityToolkit.rotateKeys()
        let reply = await bench.call(
            "GET", "/www.googleapis.com/robot/v1/metadata/x509/securetoken%40system.gserviceaccount.com")
        #expect(reply.headers["Cache-Control"] == "public, max-age=19684, must-revalidate, no-transform")
        #expect(reply.json.members.count == 2)
        let jws = try CompactJWS(parsing: token)
        let keyID = try #require(jws.unverifiedHeader.keyID)
        let pem = try #require(reply.json[keyID]?.string)
        let key = try PublicKey(parsing: [UInt8](pem.utf8))
        try key.verify(jws.signature, over: jws.signingInput, algorithm: .rs256)
        #expect(try Certificates.isSelfSigned(pem))
        let second = try await bench.session().idToken
        #expect(try CompactJWS(parsing: second).unverifiedHeader.keyID != jws.unverifiedHeader.keyID)
    }

    @Test("FB-22: a refresh keeps the claims and the time of the sign-in, and answers in text")
    func refresh() async throws {
        let bench = try Bench()
        let signedIn = await bench.signIn(try bench.token(Self.object(#"{"claims":{"role":"editor"}}"#)))
        let token = try #require(signedIn.json["refreshToken"]?.string)
        bench.clock.advance(by: 1000)
        let reply = try await bench.refresh(token)
        #expect(
            reply.json.names == [
                "access_token", "expires_in", "token_type", "refresh_token", "id_token", "user_id", "project_id",
            ])
        #expect(reply.json["expires_in"] == "3600")
        #expect(reply.json["project_id"] == "120000000001")
        #expect(reply.json["access_token"] == reply.json["id_token"])
        let payload = try payload(of: try #require(reply.json["id_token"]?.string))
        #expect(payload["auth_time"] == .integer(Bench.start))
        #expect(payload["iat"] == .integer(Bench.start + 1000))
        #expect(payload["role"] == "editor")
    }

    @Test("a refresh by JSON is as good")
    func refreshByJSON() async throws {
        let bench = try Bench()
        let (_, token) = try await bench.session()
        let reply = await bench.post(
            "/securetoken.googleapis.com/v1/token", query: "key=x",
            #"{"grantType":"refresh_token","refreshToken":"\#(token)"}"#)
        #expect(reply.json["user_id"] == "ada")
    }

    @Test("session claims go before account claims, which come at the next refresh")
    func claimOrder() async throws {
        let bench = try Bench()
        let signedIn = await bench.signIn(try bench.token(Self.object(#"{"claims":{"role":"session"}}"#)))
        _ = await bench.post(
            "/identitytoolkit.googleapis.com/v1/projects/sandbox-bridge/accounts:update",
            bearer: try bench.administrator(),
            #"{"localId":"ada","customAttributes":"{\"role\":\"account\",\"level\":7}"}"#)
        let reply = try await bench.refresh(try #require(signedIn.json["refreshToken"]?.string))
        let payload = try payload(of: try #require(reply.json["id_token"]?.string))
        #expect(payload["role"] == "session")
        #expect(payload["level"] == 7)
    }

    @Test(
        "a refresh without its parameters names the first that is missing",
        arguments: [
            ("refresh_token=x", "MISSING_GRANT_TYPE"), ("grant_type=password&refresh_token=x", "INVALID_GRANT_TYPE"),
            ("grant_type=refresh_token", "MISSING_REFRESH_TOKEN"),
            ("grant_type=refresh_token&refresh_token=x", "INVALID_REFRESH_TOKEN"),
        ])
    func refreshFaults(body: String, message: String) async throws {
        let reply = await (try Bench.shared.get()).call(
            "POST", "/securetoken.googleapis.com/v1/token", query: "key=sandbox-api-key",
            ["Content-Type": "application/x-www-form-urlencoded"], body: [UInt8](body.utf8))
        #expect(reply.status == 400)
        #expect(reply.text == #"{"error":{"code":400,"message":"\#(message)","status":"INVALID_ARGUMENT"}}"#)
    }

    @Test("a refresh without a key is refused before all else")
    func refreshWithoutKey() async throws {
        let reply = await (try Bench.shared.get()).call("POST", "/securetoken.googleapis.com/v1/token")
        #expect(reply.status == 403)
        #expect(reply.message?.hasPrefix("Method doesn't allow unregistered callers") == true)
    }

    @Test("FB-21, FB-22: revoked, disabled and deleted are told apart; a sign-in of that very second stays")
    func endings() async throws {
        let bench = try Bench()
        let toolkit = bench.services.identityToolkit
        let (idToken, token) = try await bench.session()
        toolkit.revokeSessions(of: "ada", before: NumericDate(secondsSinceEpoch: Bench.start))
        #expect(try await bench.refresh(token).status == 200)
        toolkit.revokeSessions(of: "ada", before: NumericDate(secondsSinceEpoch: Bench.start + 1))
        #expect(try await bench.refresh(token).message == "TOKEN_EXPIRED")
        #expect(await lookUp(idToken, bench).message == "TOKEN_EXPIRED")
        toolkit.disableUser("ada")
        #expect(try await bench.refresh(token).message == "USER_DISABLED")
        #expect(await lookUp(idToken, bench).message == "USER_DISABLED")
        toolkit.deleteUser("ada")
        #expect(try await bench.refresh(token).message == "USER_NOT_FOUND")
        #expect(await lookUp(idToken, bench).message == "USER_NOT_FOUND")
    }

    @Test("a refresh for a tenant that has gone is told so")
    func refreshOfTenant() async throws {
        let bench = try Bench()
        let token = try bench.token(Self.object(#"{"tenant_id":"sandbox-tenant"}"#))
        let signedIn = await bench.signIn(token, tenant: "sandbox-tenant")
        let refreshToken = try #require(signedIn.json["refreshToken"]?.string)
        #expect(try await bench.refresh(refreshToken).status == 200)
        bench.services.identityToolkit.set(.disabled, of: "sandbox-tenant")
        #expect(try await bench.refresh(refreshToken).message == "TENANT_DISABLED")
        bench.services.identityToolkit.set(.deleted, of: "sandbox-tenant")
        #expect(try await bench.refresh(refreshToken).message == "TENANT_DELETED")
    }

    private func lookUp(_ token: String, _ bench: Bench, tenant: String? = nil) async -> Reply {
        var body = JSONObject()
        body["idToken"] = .string(token)
        body["tenantId"] = tenant.map { .string($0) }
        return await bench.post(
            "/identitytoolkit.googleapis.com/v1/accounts:lookup", query: "key=sandbox-api-key",
            JSONValue.object(body).compactText)
    }

    @Test("a lookup by an ID token shows the account")
    func lookup() async throws {
        let bench = try Bench()
        let (token, _) = try await bench.session()
        let user = try #require(await lookUp(token, bench).json["users"]?.array?.first?.object)
        #expect(user["localId"] == "ada")
        #expect(user["customAuth"] == true)
        #expect(user["validSince"] == .string("\(Bench.start)"))
        #expect(user["createdAt"] == .string("\(Bench.start)000"))
        #expect(user["email"] == nil)
    }

    @Test("a lookup honours an ID token until 299 s after its end")
    func lookupExpired() async throws {
        let bench = try Bench()
        let (token, _) = try await bench.session()
        bench.clock.advance(by: 3899)
        #expect(await lookUp(token, bench).status == 200)
        bench.clock.advance(by: 1)
        #expect(await lookUp(token, bench).message == "INVALID_ID_TOKEN")
    }

    @Test("a lookup with anything else is refused", arguments: ["garbage", "a.b.c", "custom"])
    func lookupGarbage(token: String) async throws {
        let bench = try Bench.shared.get()
        let token = token == "custom" ? try bench.token() : token
        #expect(await lookUp(token, bench).message == "INVALID_ID_TOKEN")
    }

    @Test("a lookup for a tenant with a token of none is a mismatch")
    func lookupTenant() async throws {
        let bench = try Bench()
        let (token, _) = try await bench.session()
        #expect(
            await lookUp(token, bench, tenant: "sandbox-tenant").message
                == "TENANT_ID_MISMATCH : Specified tenant ID mismatches with the ID token.")
    }

    @Test("the old addresses answer too, as programs of old have them")
    func oldAddresses() async throws {
        let bench = try Bench()
        let reply = await bench.post(
            "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyCustomToken", query: "key=x",
            #"{"token":"\#(try bench.token())","returnSecureToken":true}"#)
        let token = try #require(reply.json["idToken"]?.string)
        let user = await bench.post(
            "/www.googleapis.com/identitytoolkit/v3/relyingparty/getAccountInfo", query: "key=x",
            #"{"idToken":"\#(token)"}"#)
        #expect(user.json["users"]?.array?.first?.object?["localId"] == "ada")
    }
}
