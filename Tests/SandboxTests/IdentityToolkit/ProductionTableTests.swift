import BridgeTesting
import Cryptography
import CustomTokens
import JOSE
import StrictJSON
import Testing

@Suite("Identity Toolkit: what production makes of a custom token")
struct ProductionTableTests {
    /// A row: how a token differs from a good one, and the message it is answered with.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let changes: String
        let message: String

        init(_ description: String, _ changes: String, _ message: String) {
            testDescription = description
            self.changes = changes
            self.message = message
        }
    }

    private static let lengthMessage =
        "INVALID_IDENTIFIER : Invalid user ID length. Expect to have length between 1 and 128."
    private static let mismatch = "TENANT_ID_MISMATCH : Specified tenant ID does not match the custom token."

    static let refused: [Row] = [
        Row("iat 600 s in the future", #"{"iat":1800000600,"exp":1800003600}"#, "INVALID_CUSTOM_TOKEN"),
        Row("iat 1 s in the future", #"{"iat":1800000001,"exp":1800003600}"#, "INVALID_CUSTOM_TOKEN"),
        Row("a lifetime of 7200 s", #"{"exp":1800007200}"#, "INVALID_CUSTOM_TOKEN"),
        Row("a lifetime of 3601 s", #"{"exp":1800003601}"#, "INVALID_CUSTOM_TOKEN"),
        Row("a lifetime of 0 s", #"{"exp":1800000000}"#, "INVALID_CUSTOM_TOKEN"),
        Row("no exp", #"{"exp":null}"#, "INVALID_CUSTOM_TOKEN"),
        Row("no iat", #"{"iat":null}"#, "INVALID_CUSTOM_TOKEN"),
        Row("exp with a fraction", #"{"exp":1800003600.5}"#, "INVALID_CUSTOM_TOKEN"),
        Row("exp as text", #"{"exp":"1800003600"}"#, "INVALID_CUSTOM_TOKEN"),
        Row("exp beyond all time", #"{"exp":9223372036854775807}"#, "INVALID_CUSTOM_TOKEN"),
        Row("iat before all time", #"{"iat":-9223372036854775807}"#, "INVALID_CUSTOM_TOKEN"),
        Row("another audience", #"{"aud":"https://example.com/"}"#, "INVALID_CUSTOM_TOKEN"),
        Row("an audience in an array", #"{"aud":["\#(Signer.audience)"]}"#, "INVALID_CUSTOM_TOKEN"),
        Row("no audience", #"{"aud":null}"#, "INVALID_CUSTOM_TOKEN"),
        Row("sub that is not iss", #"{"sub":"other@sandbox-bridge.iam.gserviceaccount.com"}"#, "INVALID_CUSTOM_TOKEN"),
        Row("no uid", #"{"uid":null}"#, "MISSING_IDENTIFIER"),
        Row("an empty uid", #"{"uid":""}"#, lengthMessage),
        Row("a uid of 129 bytes", #"{"uid":"\#(String(repeating: "u", count: 129))"}"#, lengthMessage),
        Row("claims as text", #"{"claims":"role"}"#, "INVALID_CLAIMS"),
        Row("claims as an array", #"{"claims":["role"]}"#, "INVALID_CLAIMS"),
        Row("a tenant that the request does not name", #"{"tenant_id":"sandbox-tenant"}"#, mismatch),
        Row("a tenant that is unknown", #"{"tenant_id":"nobody"}"#, mismatch),
    ]

    private static func object(_ text: String) throws -> JSONObject {
        try JSONObject(parsing: [UInt8](text.utf8), limits: .document)
    }

    /// The envelope of version 1, as it was recorded.
    private static func envelope(_ message: String) -> String {
        #"{"error":{"code":400,"message":"\#(message)","errors":[{"message":"\#(message)","domain":"global","reason":"invalid"}]}}"#
    }

    @Test("a good token is answered with a session")
    func good() async throws {
        let bench = try Bench()
        let reply = await bench.signIn(try bench.token())
        #expect(reply.status == 200)
        #expect(reply.json.names == ["kind", "idToken", "refreshToken", "expiresIn", "isNewUser"])
        #expect(reply.json["kind"] == "identitytoolkit#VerifyCustomTokenResponse")
        #expect(reply.json["expiresIn"] == "3600")
        #expect(reply.json["isNewUser"] == true)
    }

    @Test("a good token can be used again: it is a bearer token")
    func again() async throws {
        let bench = try Bench()
        let token = try bench.token()
        #expect(await bench.signIn(token).json["isNewUser"] == true)
        let second = await bench.signIn(token)
        #expect(second.status == 200)
        #expect(second.json["isNewUser"] == false)
    }

    @Test("a token is taken until 299 s after its end, and not at 300 s")
    func expiration() async throws {
        let bench = try Bench()
        let token = try bench.token()
        bench.clock.advance(by: 3899)
        #expect(await bench.signIn(token).status == 200)
        bench.clock.advance(by: 1)
        let reply = await bench.signIn(token)
        #expect(reply.status == 400)
        #expect(reply.text == Self.envelope("INVALID_CUSTOM_TOKEN"))
    }

    @Test("refused, with the recorded message in the recorded envelope", arguments: refused)
    func refusal(row: Row) async throws {
        let bench = try Bench.shared.get()
        let reply = await bench.signIn(try bench.token(Self.object(row.changes)))
        #expect(reply.status == 400)
        #expect(reply.text == Self.envelope(row.message))
    }

    @Test(
        "refused is every reserved name, and only at the top level",
        arguments: [
            "acr", "amr", "at_hash", "aud", "auth_time", "azp", "c_hash", "cnf", "exp", "firebase", "iat", "iss", "jti",
            "nbf", "nonce", "sub",
        ])
    func reserved(name: String) async throws {
        let bench = try Bench.shared.get()
        let refused = await bench.signIn(try bench.token(Self.object(#"{"claims":{"ok":1,"\#(name)":1}}"#)))
        #expect(refused.text == Self.envelope("FORBIDDEN_CLAIM : \(name)"))
        let nested = await bench.signIn(try bench.token(Self.object(#"{"claims":{"nested":{"\#(name)":1}}}"#)))
        #expect(nested.status == 200)
    }

    @Test(
        "what is not three parts is told so",
        arguments: ["garbage", #"{"uid":"ada"}"#, "ya29.a0AfH6SMB", "a.b", "a.b.c.d", "a.b.c."])
    func segments(text: String) async throws {
        let reply = await (try Bench.shared.get()).signIn(text)
        #expect(
            reply.message == "INVALID_CUSTOM_TOKEN : Invalid assertion format. 3 dot separated segments required.")
    }

    @Test("a token whose signature is cut off is told so")
    func signatureMissing() async throws {
        let bench = try Bench.shared.get()
        let token = try bench.token()
        let cut = token.prefix(through: try #require(token.lastIndex(of: ".")))
        #expect(await bench.signIn(String(cut)).message == "INVALID_CUSTOM_TOKEN : Missing signature.")
        #expect(await bench.signIn("a.b.").message == "INVALID_CUSTOM_TOKEN : Missing signature.")
    }

    @Test("a token that was changed, or signed by another key, is refused without a detail")
    func signature() async throws {
        let bench = try Bench.shared.get()
        let payload = Signer.payload(of: bench.services.serviceAccount, at: Bench.start, JSONObject())
        var forged = payload
        forged["uid"] = "mallory"
        let parts = try bench.token().split(separator: ".")
        let tampered = "\(parts[0]).\(Base64URL.encode(forged.compactBytes)).\(parts[2])"
        #expect(await bench.signIn(tampered).text == Self.envelope("INVALID_CUSTOM_TOKEN"))
        let foreign = try Signer.other.get().token(payload)
        #expect(await bench.signIn(foreign).text == Self.envelope("INVALID_CUSTOM_TOKEN"))
        let claimed = try Signer.other.get().token(
            payload, header: #"{"alg":"RS256","typ":"JWT","kid":"\#(Signer.keyID)"}"#)
        #expect(await bench.signIn(claimed).text == Self.envelope("INVALID_CUSTOM_TOKEN"))
    }

    @Test(
        "other algorithms and headers are refused",
        arguments: [
            #"{"alg":"none","typ":"JWT"}"#, #"{"alg":"HS256","typ":"JWT"}"#, #"{"alg":"RS512","typ":"JWT"}"#,
            #"{"alg":"rs256","typ":"JWT"}"#, #"{"typ":"JWT"}"#, #"{"alg":"RS256","crit":["x"],"x":1}"#,
            #"{"alg":"RS256","alg":"RS256"}"#, "not json",
        ])
    func headers(header: String) async throws {
        let bench = try Bench.shared.get()
        let payload = Signer.payload(of: bench.services.serviceAccount, at: Bench.start, JSONObject())
        let token = try Signer.own.get().token(payload, header: header)
        #expect(await bench.signIn(token).text == Self.envelope("INVALID_CUSTOM_TOKEN"))
    }

    @Test("a kid is not needed, and a strange one does not matter: the keys of the account are tried")
    func keyID() async throws {
        let bench = try Bench.shared.get()
        let payload = Signer.payload(of: bench.services.serviceAccount, at: Bench.start, JSONObject())
        for header in [#"{"alg":"RS256"}"#, #"{"alg":"RS256","typ":"JWT","kid":"strange"}"#] {
            #expect(await bench.signIn(try Signer.own.get().token(payload, header: header)).status == 200)
        }
    }

    @Test(
        "an absent or empty token is told apart from a bad one", arguments: ["{}", #"{"token":""}"#, #"{"token":7}"#])
    func missing(body: String) async throws {
        let reply = await (try Bench.shared.get()).post(
            "/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken", query: "key=sandbox-api-key", body)
        #expect(reply.text == Self.envelope("MISSING_CUSTOM_TOKEN"))
    }

    @Test("the account of another project is a mismatch, and an unknown one no account")
    func otherProject() async throws {
        let bench = try Bench()
        let account = "signer@other-project.iam.gserviceaccount.com"
        let payload = Signer.payload(of: account, at: bench.now, JSONObject())
        let token = try Signer.other.get().token(payload)
        #expect(await bench.signIn(token).message == "INVALID_CUSTOM_TOKEN")
        bench.services.iam.addAccount(account, projectID: "other-project")
        try bench.services.iam.addCertificate(Signer.other.get().certificate, to: account)
        #expect(await bench.signIn(token).text == Self.envelope("CREDENTIAL_MISMATCH"))
    }

    @Test("a uid that is a number is taken as text; signs are no matter")
    func uids() async throws {
        let bench = try Bench.shared.get()
        for (uid, expected) in [("12345", "12345"), (#""a/b. +c""#, "a/b. +c"), (#""é""#, "é")] {
            let reply = await bench.signIn(try bench.token(Self.object(#"{"uid":\#(uid)}"#)))
            let token = try #require(reply.json["idToken"]?.string)
            #expect(try payload(of: token)["sub"] == .string(expected))
        }
    }

    @Test("uids that look alike are two accounts")
    func canonicalEquivalence() async throws {
        let bench = try Bench()
        let composed = await bench.signIn(try bench.token(Self.object(#"{"uid":"\u00e9"}"#)))
        let decomposed = await bench.signIn(try bench.token(Self.object(#"{"uid":"e\u0301"}"#)))
        #expect(composed.json["isNewUser"] == true)
        #expect(decomposed.json["isNewUser"] == true)
    }

    @Test("a disabled account is told so")
    func disabled() async throws {
        let bench = try Bench()
        _ = try await bench.session()
        bench.services.identityToolkit.disableUser("ada")
        #expect(await bench.signIn(try bench.token()).text == Self.envelope("USER_DISABLED"))
        bench.services.identityToolkit.enableUser("ada")
        #expect(await bench.signIn(try bench.token()).status == 200)
    }

    @Test("an account with a second factor is not asked for it")
    func secondFactor() async throws {
        let bench = try Bench()
        _ = try await bench.session()
        bench.services.identityToolkit.enrollSecondFactor("ada")
        #expect(await bench.signIn(try bench.token()).json["refreshToken"] != nil)
    }

    @Test("the tenant of token and request is the one of the ID token")
    func tenant() async throws {
        let bench = try Bench()
        let token = try bench.token(Self.object(#"{"tenant_id":"sandbox-tenant"}"#))
        let reply = await bench.signIn(token, tenant: "sandbox-tenant")
        let idToken = try #require(reply.json["idToken"]?.string)
        #expect(try payload(of: idToken)["firebase"]?.object?["tenant"] == "sandbox-tenant")
        bench.services.identityToolkit.set(.enabled, of: "second-tenant")
        #expect(await bench.signIn(token, tenant: "second-tenant").message == Self.mismatch)
        #expect(await bench.signIn(token, tenant: "").message == Self.mismatch)
    }

    @Test("a request for a tenant with a token without one is answered as an internal error")
    func tenantMissing() async throws {
        let bench = try Bench.shared.get()
        let reply = await bench.signIn(try bench.token(), tenant: "sandbox-tenant")
        #expect(reply.status == 500)
        #expect(
            reply.text
                == #"{"error":{"code":500,"message":"Internal error encountered.","errors":[{"message":"Internal error encountered.","domain":"global","reason":"backendError"}],"status":"INTERNAL"}}"#
        )
    }

    @Test("the empty tenant of a request is none, an unknown one is told so")
    func tenantOfRequest() async throws {
        let bench = try Bench.shared.get()
        #expect(await bench.signIn(try bench.token(), tenant: "").status == 200)
        #expect(await bench.signIn(try bench.token(), tenant: "nobody").text == Self.envelope("INVALID_TENANT_ID"))
    }

    @Test("a tenant that is disabled or deleted is told so")
    func tenantStatus() async throws {
        let bench = try Bench()
        let token = try bench.token(Self.object(#"{"tenant_id":"sandbox-tenant"}"#))
        for (status, message) in [(TenantStatus.disabled, "TENANT_DISABLED"), (.deleted, "TENANT_DELETED")] {
            bench.services.identityToolkit.set(status, of: "sandbox-tenant")
            #expect(await bench.signIn(token, tenant: "sandbox-tenant").text == Self.envelope(message))
        }
    }

    @Test("a bad API key is told so, and a missing one in another way")
    func apiKey() async throws {
        let bench = try Bench.shared.get()
        let bad = await bench.signIn(try bench.token(), key: "AIzaWrong")
        #expect(bad.status == 400)
        #expect(bad.message == "API key not valid. Please pass a valid API key.")
        #expect(bad.error["status"] == "INVALID_ARGUMENT")
        #expect(bad.error["details"]?.array?.first?.object?["reason"] == "API_KEY_INVALID")
        let none = await bench.signIn(try bench.token(), key: "")
        #expect(none.status == 403)
        #expect(none.error["status"] == "PERMISSION_DENIED")
    }

    @Test("without returnSecureToken there is an old token, and no refresh token")
    func legacy() async throws {
        let bench = try Bench.shared.get()
        let reply = await bench.post(
            "/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken", query: "key=sandbox-api-key",
            #"{"token":"\#(try bench.token())"}"#)
        #expect(reply.json["refreshToken"] == nil)
        let token = try CompactJWS(parsing: try #require(reply.json["idToken"]?.string))
        #expect(token.unverifiedHeader.type == nil)
        let payload = try JSONObject(parsing: token.unverifiedPayload, limits: .token)
        #expect(payload["iss"] == "https://identitytoolkit.google.com/")
        #expect(payload["exp"] == .integer(Bench.start + 1_209_600))
    }

    @Test("snake_case is read too, and a member that is unknown refused")
    func names() async throws {
        let bench = try Bench.shared.get()
        let path = "/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken"
        let token = try bench.token()
        let snake = await bench.post(
            path, query: "key=sandbox-api-key", #"{"token":"\#(token)","return_secure_token":true}"#)
        #expect(snake.json["refreshToken"] != nil)
        let strange = await bench.post(path, query: "key=sandbox-api-key", #"{"token":"\#(token)","tenant":"x"}"#)
        #expect(strange.status == 400)
        #expect(strange.error["status"] == "INVALID_ARGUMENT")
        let twice = await bench.post(path, query: "key=sandbox-api-key", #"{"token":"x","token":"y"}"#)
        #expect(twice.error["status"] == "INVALID_ARGUMENT")
    }

    @Test("says of every row what our own examination says", arguments: refused)
    func agreement(row: Row) async throws {
        let bench = try Bench.shared.get()
        let token = try bench.token(Self.object(row.changes))
        let context = ExaminationContext(
            authority: .publicKey(try Signer.own.get().privateKey.publicKey), projectID: "sandbox-bridge",
            tenantID: nil,
            now: NumericDate(secondsSinceEpoch: Bench.start))
        let examination = CustomTokenExamination(of: [UInt8](token.utf8), in: context)
        let named = try payload(of: token)["tenant_id"] != nil
        // The examination takes the tenant of the request for the token's own where none is given.
        guard !named else {
            #expect(examination.verdict == .accepted)
            return
        }
        #expect(examination.decisive?.code == row.message)
    }
}
