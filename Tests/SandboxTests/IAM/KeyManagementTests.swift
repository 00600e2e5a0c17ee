import BridgeTesting
import Cryptography
import CustomTokens
import HTTPServer
import JOSE
import OAuthClient
import StrictJSON
import Testing

@Suite("IAM: keys of service accounts")
struct KeyManagementTests {
    private static let account = "sandbox@sandbox-bridge.iam.gserviceaccount.com"
    private static let keys = "/iam.googleapis.com/v1/projects/sandbox-bridge/serviceAccounts/\(account)/keys"

    private let bench: Bench
    private let token: String

    init() throws {
        bench = try Bench()
        token = try bench.administrator()
    }

    private func ask(_ method: String, _ path: String, query: String? = nil, _ body: String = "") async -> Reply {
        await bench.call(
            method, path, query: query, ["Authorization": "Bearer \(token)"], body: [UInt8](body.utf8))
    }

    private func upload(_ pem: [UInt8]) async -> Reply {
        await ask("POST", "\(Self.keys):upload", #"{"publicKeyData":"\#(StandardBase64.encode(pem))"}"#)
    }

    private func keyID(_ reply: Reply) throws -> String {
        try #require(reply.json["name"]?.string?.split(separator: "/").last.map(String.init))
    }

    private var published: [String] {
        get async { await bench.call("GET", "/www.googleapis.com/robot/v1/metadata/x509/\(Self.account)").json.names }
    }

    @Test("FB-13: an uploaded certificate is answered as recorded, with the times of the certificate")
    func uploadAnswer() async throws {
        let reply = await upload(try Signer.other.get().certificate)
        #expect(reply.status == 200)
        #expect(
            reply.json.names == ["name", "validAfterTime", "validBeforeTime", "keyAlgorithm", "keyOrigin", "keyType"])
        #expect(reply.json["keyAlgorithm"] == "KEY_ALG_RSA_2048")
        #expect(reply.json["keyOrigin"] == "USER_PROVIDED")
        #expect(reply.json["keyType"] == "USER_MANAGED")
        let keyID = try keyID(reply)
        #expect(reply.json["name"] == .string("projects/sandbox-bridge/serviceAccounts/\(Self.account)/keys/\(keyID)"))
        #expect(keyID.count == 40)
        #expect(keyID.allSatisfy { $0.isHexDigit })
        let first = try #require(reply.json["validAfterTime"]?.string)
        let last = try #require(reply.json["validBeforeTime"]?.string)
        #expect(first.hasSuffix("Z"))
        #expect(first.dropFirst(10) == last.dropFirst(10))
    }

    @Test(
        "what is no RSA certificate of version 3 in base64 is refused",
        arguments: ["", "!!!", "garbage", "pem", "key", "ec", "version 1"])
    func uploadRefused(kind: String) async throws {
        let data =
            switch kind {
            case "garbage": StandardBase64.encode([1, 2, 3])
            case "pem":
                StandardBase64.encode([UInt8]("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".utf8))
            case "key": StandardBase64.encode(try Signer.other.get().privateKey.publicKey.pem())
            case "ec": StandardBase64.encode(try Certificates.ellipticCurve())
            case "version 1": StandardBase64.encode(try Certificates.ofVersion1(Signer.other.get().privateKey))
            default: kind
            }
        let reply = await ask("POST", "\(Self.keys):upload", #"{"publicKeyData":"\#(data)"}"#)
        #expect(reply.status == 400)
        #expect(reply.error["status"] == "INVALID_ARGUMENT")
    }

    @Test("FB-14: a new key shows after the delay, and signs for the account from then on")
    func propagation() async throws {
        let keyID = try keyID(await upload(try Signer.other.get().certificate))
        let payload = Signer.payload(of: Self.account, at: Bench.start, JSONObject())
        let token = try Signer.other.get().token(payload)
        bench.clock.advance(by: 59)
        #expect(await !published.contains(keyID))
        #expect(await bench.signIn(token).message == "INVALID_CUSTOM_TOKEN")
        bench.clock.advance(by: 1)
        #expect(await published.contains(keyID))
        #expect(await bench.signIn(token).status == 200)
    }

    @Test("FB-12: a disabled key shows until the delay is over, and again when it was enabled; a deleted one never")
    func disabling() async throws {
        let keyID = try keyID(await upload(try Signer.other.get().certificate))
        bench.clock.advance(by: 60)
        #expect(await ask("POST", "\(Self.keys)/\(keyID):disable", "{}").text == "{}")
        #expect(await ask("GET", "\(Self.keys)/\(keyID)").json["disabled"] == true)
        #expect(await published.contains(keyID))
        bench.clock.advance(by: 60)
        #expect(await !published.contains(keyID))
        #expect(await ask("POST", "\(Self.keys)/\(keyID):enable", "{}").text == "{}")
        bench.clock.advance(by: 60)
        #expect(await published.contains(keyID))
        #expect(await ask("DELETE", "\(Self.keys)/\(keyID)").text == "{}")
        #expect(await ask("GET", "\(Self.keys)/\(keyID)").error["status"] == "NOT_FOUND")
        #expect(await ask("DELETE", "\(Self.keys)/\(keyID)").error["status"] == "NOT_FOUND")
        bench.clock.advance(by: 60)
        #expect(await !published.contains(keyID))
    }

    @Test("a created key comes with its file once, and the file signs in")
    func creation() async throws {
        let reply = await ask("POST", Self.keys, "{}")
        let data = try #require(reply.json["privateKeyData"]?.string)
        let keyID = try keyID(reply)
        #expect(reply.json["validBeforeTime"] == "9999-12-31T23:59:59Z")
        let text = try Base64URL.decode(
            data.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "").utf8)
        let account = try ServiceAccount(parsing: text)
        #expect(account.privateKeyID == keyID)
        #expect(await ask("GET", "\(Self.keys)/\(keyID)").json["privateKeyData"] == nil)
        bench.clock.advance(by: 60)
        let signer = try ServiceAccountSigner(account, clock: bench.clock)
        let token = try signer.customToken(for: CustomTokenRequest(userID: try UserID("ada")))
        #expect(await bench.signIn(token.serialized).status == 200)
    }

    @Test("lists keys by their kind, and shows a certificate where it is asked for")
    func listing() async throws {
        let listed = await ask("GET", Self.keys, query: "keyTypes=USER_MANAGED")
        #expect(listed.json["keys"]?.array?.count == 1)
        #expect(await ask("GET", Self.keys, query: "keyTypes=SYSTEM_MANAGED").text == "{}")
        #expect(await ask("GET", Self.keys, query: "keyTypes=ANY").error["status"] == "INVALID_ARGUMENT")
        let read = await ask("GET", "\(Self.keys)/\(Signer.keyID)", query: "publicKeyType=TYPE_X509_PEM_FILE")
        #expect(read.json["publicKeyData"]?.string?.hasPrefix("LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t") == true)
        let wild = "/iam.googleapis.com/v1/projects/-/serviceAccounts/\(Self.account)/keys"
        #expect(await ask("GET", wild).json["keys"]?.array?.count == 1)
    }

    @Test("the eleventh key is refused, disabled ones count, and a deleted one makes room")
    func limit() async throws {
        let pem = try Signer.other.get().certificate
        for _ in 0..<9 { #expect(await upload(pem).status == 200) }
        _ = await ask("POST", "\(Self.keys)/\(Signer.keyID):disable", "{}")
        let refused = await upload(pem)
        #expect(refused.status == 400)
        #expect(refused.error["status"] == "FAILED_PRECONDITION")
        #expect(await ask("POST", Self.keys, "{}").error["status"] == "FAILED_PRECONDITION")
        _ = await ask("DELETE", "\(Self.keys)/\(Signer.keyID)")
        #expect(await upload(pem).status == 200)
    }

    @Test("a constraint of the organisation refuses what it is about, and nothing else")
    func constraints() async throws {
        bench.services.iam.enforce(.keyCreation)
        let refused = await ask("POST", Self.keys, "{}")
        #expect(refused.status == 400)
        #expect(refused.error["status"] == "FAILED_PRECONDITION")
        #expect(refused.message == "Key creation is not allowed on this service account.")
        let violation = refused.error["details"]?.array?.first?.object?["violations"]?.array?.first?.object
        #expect(violation?["type"] == "constraints/iam.disableServiceAccountKeyCreation")
        let pem = try Signer.other.get().certificate
        #expect(await upload(pem).status == 200)
        bench.services.iam.enforce(.keyUpload)
        #expect(await upload(pem).error["status"] == "FAILED_PRECONDITION")
        bench.services.iam.lift(.keyUpload)
        #expect(await upload(pem).status == 200)
    }

    @Test("a key that the organisation lets expire signs nobody in after its end")
    func expiry() async throws {
        bench.services.iam.expireNewKeys(afterHours: 8)
        let account = try ServiceAccount(parsing: try bench.services.makeKeyFile())
        let signer = try ServiceAccountSigner(account, clock: bench.clock)
        let request = CustomTokenRequest(userID: try UserID("ada"))
        #expect(await bench.signIn(try signer.customToken(for: request).serialized).status == 200)
        bench.clock.advance(by: 8 * 3600)
        let late = try signer.customToken(for: request).serialized
        #expect(await bench.signIn(late).message == "INVALID_CUSTOM_TOKEN")
    }

    @Test("each method needs its own permission", arguments: StrictIAM.Permission.allCases.prefix(6))
    func permissions(permission: StrictIAM.Permission) async throws {
        bench.services.iam.withhold(permission)
        let replies: [StrictIAM.Permission: Reply] = [
            .createKeys: await ask("POST", "\(Self.keys):upload", #"{"publicKeyData":"x"}"#),
            .listKeys: await ask("GET", Self.keys), .getKeys: await ask("GET", "\(Self.keys)/\(Signer.keyID)"),
            .disableKeys: await ask("POST", "\(Self.keys)/\(Signer.keyID):disable", "{}"),
            .enableKeys: await ask("POST", "\(Self.keys)/\(Signer.keyID):enable", "{}"),
            .deleteKeys: await ask("DELETE", "\(Self.keys)/\(Signer.keyID)"),
        ]
        for (other, reply) in replies {
            #expect((reply.status == 403) == (other == permission), "\(other)")
        }
        #expect(
            replies[permission]?.message
                == "Permission '\(permission.rawValue)' denied on resource (or it may not exist).")
    }

    @Test("nobody without a good token, no unknown account, no unknown path")
    func strangers() async throws {
        let bare = await bench.call("GET", Self.keys)
        #expect(bare.status == 401)
        #expect(bare.error["status"] == "UNAUTHENTICATED")
        let unknown = "/iam.googleapis.com/v1/projects/-/serviceAccounts/nobody@x.iam.gserviceaccount.com/keys"
        #expect(await ask("GET", unknown).error["status"] == "NOT_FOUND")
        let elsewhere = "/iam.googleapis.com/v1/projects/other/serviceAccounts/\(Self.account)/keys"
        #expect(await ask("GET", elsewhere).error["status"] == "NOT_FOUND")
        #expect(await ask("PUT", Self.keys).status == 404)
        #expect(await ask("GET", "/iam.googleapis.com/v1/x").status == 404)
    }

    @Test("fails as often as is wished, and works again", arguments: [429, 500, 503])
    func failures(status: Int) async throws {
        bench.services.iam.failNext(2, status: status)
        #expect(await ask("GET", Self.keys).status == status)
        #expect(await ask("GET", Self.keys).status == status)
        #expect(await ask("GET", Self.keys).status == 200)
    }

    @Test("the public keys are to be had at every address that Google has, and as a key set")
    func publicKeys() async throws {
        for path in ["robot/v1/metadata/x509", "service_accounts/v1/metadata/x509"] {
            let account = "sandbox%40sandbox-bridge.iam.gserviceaccount.com"
            let reply = await bench.call("GET", "/www.googleapis.com/\(path)/\(account)")
            #expect(reply.json[Signer.keyID]?.string?.hasPrefix("-----BEGIN CERTIFICATE-----") == true)
        }
        for path in ["service_accounts/v1/jwk", "service_accounts/v1/metadata/jwk"] {
            let reply = await bench.call("GET", "/www.googleapis.com/\(path)/\(Self.account)")
            let keys = try JSONWebKeySet(parsing: [UInt8](reply.text.utf8), limits: .document)
            #expect(keys.keys.map(\.keyID) == [Signer.keyID])
        }
        let raw = await bench.call("GET", "/www.googleapis.com/service_accounts/v1/metadata/raw/\(Self.account)")
        #expect(raw.json[Signer.keyID]?.string?.hasPrefix("-----BEGIN PUBLIC KEY-----") == true)
        let unknown = "/www.googleapis.com/robot/v1/metadata/x509/nobody@x.iam.gserviceaccount.com"
        #expect(await bench.call("GET", unknown).status == 404)
    }
}
