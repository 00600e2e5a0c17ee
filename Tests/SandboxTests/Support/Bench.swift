import BridgeTesting
import Cryptography
import HTTPServer
import JOSE
import OAuthClient
import StrictJSON

/// The services of a sandbox on a clock that stands still, and a way to call them.
struct Bench: Sendable {
    static let start: Int64 = 1_800_000_000

    /// One for tests that change nothing in it.
    static let shared = Result { try Bench() }

    let clock = SandboxClock(NumericDate(secondsSinceEpoch: start))
    let services: SandboxServices

    private static let keys = Result { try SandboxKeys(random: SecureRandom()) }

    init() throws {
        var settings = SandboxSettings()
        settings.keys = try Self.keys.get()
        services = try SandboxServices(
            base: "http://127.0.0.1:9099", settings: settings, clock: clock, random: SecureRandom())
        let signer = try Signer.own.get()
        try services.iam.addCertificate(signer.certificate, keyID: Signer.keyID, to: services.serviceAccount)
    }

    var now: Int64 { clock.now().secondsSinceEpoch }

    /// Sends a request.
    func call(
        _ method: String, _ path: String, query: String? = nil, _ headers: KeyValuePairs<String, String> = [:],
        body: [UInt8] = []
    ) async -> Reply {
        let fields = HeaderFields(headers.map { HeaderFields.Field($0.key, $0.value) })
        let response = await services.response(
            to: ServerRequest(
                method: method, path: path, query: query, headers: fields, body: body, peer: .local))
        return Reply(response)
    }

    /// Posts JSON.
    func post(
        _ path: String, query: String? = nil, bearer: String? = nil, _ text: String
    ) async -> Reply {
        guard let bearer else { return await call("POST", path, query: query, body: [UInt8](text.utf8)) }
        return await call(
            "POST", path, query: query, ["Authorization": "Bearer \(bearer)"], body: [UInt8](text.utf8))
    }

    /// Posts a form.
    func form(
        _ path: String, query: String? = nil, _ pairs: KeyValuePairs<String, String>,
        headers: KeyValuePairs<String, String> = [:]
    ) async throws -> Reply {
        let text = try FormParameters(pairs.map { (name: $0.key, value: $0.value) }).encodedText
        var fields = HeaderFields([HeaderFields.Field("Content-Type", "application/x-www-form-urlencoded")])
        for (name, value) in headers { fields.append(name, value) }
        let request = ServerRequest(
            method: "POST", path: path, query: query, headers: fields, body: [UInt8](text.utf8), peer: .local)
        return Reply(await services.response(to: request))
    }

    /// Signs in with a custom token.
    func signIn(_ token: String, tenant: String? = nil, key: String = "sandbox-api-key") async -> Reply {
        var body = JSONObject()
        body["token"] = .string(token)
        body["returnSecureToken"] = true
        body["tenantId"] = tenant.map { .string($0) }
        return await post(
            "/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken", query: "key=\(key)",
            JSONValue.object(body).compactText)
    }

    /// A custom token of the own account, with some members changed; null takes one out.
    func token(_ changes: JSONObject = JSONObject(), at time: Int64? = nil) throws -> String {
        try Signer.own.get().token(
            Signer.payload(of: services.serviceAccount, at: time ?? now, changes))
    }

    /// A session of a uid.
    func session(_ uid: String = "ada") async throws -> (idToken: String, refreshToken: String) {
        var changes = JSONObject()
        changes["uid"] = .string(uid)
        let reply = await signIn(try token(changes))
        guard let idToken = reply.json["idToken"]?.string, let refreshToken = reply.json["refreshToken"]?.string else {
            throw BenchFailure("no session: \(reply.text)")
        }
        return (idToken, refreshToken)
    }

    /// Refreshes a session.
    func refresh(_ token: String) async throws -> Reply {
        try await form(
            "/securetoken.googleapis.com/v1/token", query: "key=sandbox-api-key",
            ["grant_type": "refresh_token", "refresh_token": token])
    }

    /// An access token with which anything may be done.
    func administrator() throws -> String {
        try services.iam.accessToken(for: "admin@sandbox-bridge.iam.gserviceaccount.com").secretText
    }
}

/// What came back.
struct Reply: Sendable {
    let status: Int
    let text: String
    let headers: HeaderFields
    let json: JSONObject

    init(_ response: ServerResponse) {
        status = response.status
        text = String(decoding: response.body, as: UTF8.self)
        headers = response.headers
        json = (try? JSONObject(parsing: response.body, limits: .document)) ?? JSONObject()
    }

    /// What Google's envelope says.
    var error: JSONObject { json["error"]?.object ?? JSONObject() }

    /// The message of Google's envelope.
    var message: String? { error["message"]?.string }

    /// The code of an OAuth error.
    var oauthError: String? { json["error"]?.string }
}

/// What went wrong in a test.
struct BenchFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Reads the payload of a token without looking at its signature.
func payload(of token: String) throws -> JSONObject {
    try JSONObject(parsing: CompactJWS(parsing: token).unverifiedPayload, limits: .token)
}
