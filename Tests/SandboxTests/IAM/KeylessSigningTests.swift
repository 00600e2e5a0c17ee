import BridgeTesting
import Cryptography
import JOSE
import OAuthClient
import StrictJSON
import Testing

@Suite("IAM Credentials: signatures without a key")
struct KeylessSigningTests {
    private static let account = "sandbox@sandbox-bridge.iam.gserviceaccount.com"
    private static let base = "/iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/\(account)"

    private let bench: Bench
    private let token: String

    init() throws {
        bench = try Bench()
        token = try bench.administrator()
    }

    private func ask(_ verb: String, _ body: String) async -> Reply {
        await bench.post("\(Self.base):\(verb)", bearer: token, body)
    }

    private func ask(_ verb: String, payload: String) async -> Reply {
        var body = JSONObject()
        body["payload"] = .string(payload)
        return await ask(verb, JSONValue.object(body).compactText)
    }

    @Test("FB-15: a token that signJwt signed signs in, at once")
    func signJWT() async throws {
        let claims = Signer.payload(of: Self.account, at: Bench.start, JSONObject())
        let reply = await ask("signJwt", payload: JSONValue.object(claims).compactText)
        #expect(reply.json.names == ["keyId", "signedJwt"])
        let token = try #require(reply.json["signedJwt"]?.string)
        let header = try CompactJWS(parsing: token).unverifiedHeader
        #expect(header.keyID == reply.json["keyId"]?.string)
        #expect(header.object.names == ["alg", "kid", "typ"])
        #expect(await bench.signIn(token).status == 200)
    }

    @Test("FB-15: signBlob signs the bytes, in standard base64, with the same key")
    func signBlob() async throws {
        let claims = Signer.payload(of: Self.account, at: Bench.start, JSONObject())
        let input = "\(Base64URL.encode(#"{"alg":"RS256"}"#.utf8)).\(Base64URL.encode(claims.compactBytes))"
        let reply = await ask("signBlob", payload: StandardBase64.encode([UInt8](input.utf8)))
        #expect(reply.json.names == ["keyId", "signedBlob"])
        let blob = try #require(reply.json["signedBlob"]?.string)
        #expect(blob.hasSuffix("=="))
        let signature = blob.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        #expect(await bench.signIn("\(input).\(signature)").status == 200)
        let keys = await bench.call("GET", "/www.googleapis.com/service_accounts/v1/jwk/\(Self.account)")
        #expect(keys.json["keys"]?.array?.count == 2)
    }

    @Test(
        "what cannot be signed is refused",
        arguments: [
            ("signJwt", "no json"), ("signJwt", "[]"), ("signJwt", #"{"exp":1800043201}"#),
            ("signJwt", #"{"exp":1799999999}"#), ("signJwt", #"{"exp":"1800000001"}"#), ("signBlob", "a b"),
            ("signBlob", "a-b_"), ("signBlob", ""),
        ])
    func refused(verb: String, payload: String) async {
        let reply = await ask(verb, payload: payload)
        #expect(reply.status == 400)
        #expect(reply.error["status"] == "INVALID_ARGUMENT")
    }

    @Test("exp may be 12 hours ahead, and not a second more")
    func twelveHours() async {
        #expect(await ask("signJwt", payload: #"{"exp":1800043200}"#).status == 200)
    }

    @Test("an access token of the account lets the caller act as it")
    func accessToken() async throws {
        let reply = await ask(
            "generateAccessToken", #"{"scope":["https://www.googleapis.com/auth/identitytoolkit"],"lifetime":"300s"}"#)
        #expect(reply.json["expireTime"] == "2027-01-15T08:05:00Z")
        let token = try #require(reply.json["accessToken"]?.string)
        let path = "/identitytoolkit.googleapis.com/v1/projects/sandbox-bridge/accounts:lookup"
        #expect(await bench.post(path, bearer: token, #"{"localId":["a"]}"#).status == 200)
        bench.clock.advance(by: 300)
        #expect(await bench.post(path, bearer: token, #"{"localId":["a"]}"#).status == 401)
    }

    @Test(
        "an access token is refused without a scope, and for longer than an hour",
        arguments: [
            "{}", #"{"scope":[]}"#, #"{"scope":"x"}"#,
            #"{"scope":["https://www.googleapis.com/auth/iam"],"lifetime":"3601s"}"#,
            #"{"scope":["https://www.googleapis.com/auth/iam"],"lifetime":"0s"}"#,
            #"{"scope":["https://www.googleapis.com/auth/iam"],"lifetime":3600}"#,
            #"{"scope":["https://www.googleapis.com/auth/iam"],"delegates":["a@b"]}"#,
        ])
    func accessTokenRefused(body: String) async {
        #expect(await ask("generateAccessToken", body).error["status"] == "INVALID_ARGUMENT")
    }

    @Test("the project is written as a hyphen, the account must be there, and the verb known")
    func paths() async throws {
        let named = Self.base.replacing("projects/-", with: "projects/sandbox-bridge")
        #expect(await bench.post("\(named):signJwt", bearer: token, #"{"payload":"{}"}"#).status == 400)
        let unknown = "/iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/nobody@x.iam.gserviceaccount.com"
        #expect(await bench.post("\(unknown):signJwt", bearer: token, #"{"payload":"{}"}"#).status == 404)
        #expect(await ask("signAnything", payload: "{}").status == 404)
        #expect(await bench.call("GET", "\(Self.base):signJwt").status == 404)
    }

    @Test("a missing permission and a service that is switched off are told apart")
    func permissions() async throws {
        bench.services.iam.withhold(.signBlob)
        let denied = await ask("signBlob", payload: "YQ==")
        #expect(denied.status == 403)
        #expect(
            denied.message == "Permission 'iam.serviceAccounts.signBlob' denied on resource (or it may not exist).")
        #expect(await ask("signJwt", payload: "{}").status == 200)
        bench.services.iam.disableService("iamcredentials.googleapis.com")
        let disabled = await ask("signJwt", payload: "{}")
        #expect(disabled.status == 403)
        #expect(disabled.error["details"]?.array?.first?.object?["reason"] == "SERVICE_DISABLED")
    }
}
