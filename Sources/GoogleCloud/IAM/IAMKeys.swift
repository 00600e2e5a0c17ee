import JOSE
public import Cryptography
import OAuthClient
import StrictJSON

/// The keys of a service account in Google's IAM.
public struct IAMKeys: Sendable {
    /// How many keys an account may have, disabled ones included.
    public static let maximumKeys = 10

    private static let role = "roles/iam.serviceAccountKeyAdmin"

    private let account: AccountName
    private let project: String
    private let tokens: any AccessTokenSource
    private let connection: GoogleConnection

    /// Makes a client; nothing is sent.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - project: Its project; `-` where Google is to find it.
    ///   - tokens: Access tokens of whoever may manage the keys.
    ///   - connection: What calls need.
    /// - Throws: `GoogleCloudError` with code `parameterInvalid`.
    public init(
        account: AccountName, project: String = "-", tokens: any AccessTokenSource, connection: GoogleConnection
    ) throws(GoogleCloudError) {
        let isFit = project.utf8.allSatisfy { byte in
            0x30...0x39 ~= byte || 0x61...0x7A ~= byte || "-.:".utf8.contains(byte)
        }
        guard 1...128 ~= project.utf8.count, isFit else {
            throw GoogleCloudError(.parameterInvalid, "\(project.argumentExcerpt) is no identifier of a project")
        }
        self.account = account
        self.project = project
        self.tokens = tokens
        self.connection = connection
    }

    /// Has Google make a key; its private half is in the answer alone.
    ///
    /// It is not sent again by itself: a key that was made and not answered would stay without an owner.
    ///
    /// - Returns: The key with its key file.
    /// - Throws: `GoogleCloudError`.
    public func create() async throws(GoogleCloudError) -> CreatedIAMKey {
        var body = JSONObject()
        body["privateKeyType"] = "TYPE_GOOGLE_CREDENTIALS_FILE"
        body["keyAlgorithm"] = "KEY_ALG_RSA_2048"
        let call = call("make a key of \(account.email)", "create", addsKey: true)
        let members = try await post("", body, call, .harmful)
        guard let data = members["privateKeyData"]?.string.flatMap(StandardBase64.decode) else {
            throw GoogleCloudError(.answerMalformed, "the answer to the attempt to \(call.action) has no private key")
        }
        return CreatedIAMKey(key: try IAMKey(members, action: call.action), keyFile: data)
    }

    /// Uploads the public half of a key that was made here.
    ///
    /// - Parameter certificatePEM: The RSA public key in an X.509 certificate, as PEM.
    /// - Returns: The key, with the identifier that Google gave it.
    /// - Throws: `GoogleCloudError`.
    public func upload(certificatePEM: [UInt8]) async throws(GoogleCloudError) -> IAMKey {
        try Self.check(certificatePEM)
        var body = JSONObject()
        body["publicKeyData"] = .string(StandardBase64.encode(certificatePEM))
        let call = call("upload a key to \(account.email)", "create", addsKey: true)
        return try IAMKey(await post(":upload", body, call, .harmful), action: call.action)
    }

    /// Nothing but a certificate may leave: a private key in the same text would be sent with it.
    private static func check(_ certificatePEM: [UInt8]) throws(GoogleCloudError) {
        let marker = "-----BEGIN CERTIFICATE-----"
        do throws(CryptographyError) {
            _ = try PublicKey(parsing: certificatePEM)
        } catch {
            throw GoogleCloudError(.parameterInvalid, "the key is not uploaded: \(error.reason)")
        }
        guard String(decoding: certificatePEM, as: UTF8.self).contains(marker) else {
            throw GoogleCloudError(
                .parameterInvalid,
                "the key is not uploaded: IAM takes a certificate in PEM, and this is a bare public key",
                hint: "wrap it: openssl req -x509 -new -key key.pem -days 365 -subj /CN=unused")
        }
    }

    /// The keys that the owner looks after.
    ///
    /// - Returns: The keys.
    /// - Throws: `GoogleCloudError`.
    public func list() async throws(GoogleCloudError) -> [IAMKey] {
        let call = call("list the keys of \(account.email)", "list")
        let members = try await get("?keyTypes=USER_MANAGED", call)
        var keys: [IAMKey] = []
        for value in members["keys"]?.array ?? [] {
            keys.append(try IAMKey(value.object ?? JSONObject(), action: call.action))
        }
        return keys
    }

    /// One key, with its certificate.
    ///
    /// - Parameter keyID: Its identifier.
    /// - Returns: The key.
    /// - Throws: `GoogleCloudError`.
    public func key(_ keyID: String) async throws(GoogleCloudError) -> IAMKey {
        try IAMKey.check(keyID)
        let call = call("read the key \(keyID) of \(account.email)", "get", .key(keyID))
        return try IAMKey(await get("/\(keyID)?publicKeyType=TYPE_X509_PEM_FILE", call), action: call.action)
    }

    /// The key whose public half is this one, so that an upload whose answer was lost is not made twice.
    ///
    /// - Parameter publicKey: The public half.
    /// - Returns: The key; nil where the account has none of the kind.
    /// - Throws: `GoogleCloudError`.
    public func key(with publicKey: PublicKey) async throws(GoogleCloudError) -> IAMKey? {
        for listed in try await list() {
            let key = try await key(listed.keyID)
            guard let certificate = key.certificatePEM, let theirs = try? PublicKey(parsing: certificate) else {
                continue
            }
            if theirs.material == publicKey.material { return key }
        }
        return nil
    }

    /// Disables a key: within minutes nothing that it signs is accepted any more.
    ///
    /// - Parameter keyID: Its identifier.
    /// - Throws: `GoogleCloudError`.
    public func disable(_ keyID: String) async throws(GoogleCloudError) {
        try await change(keyID, "disable")
    }

    /// Enables a disabled key.
    ///
    /// - Parameter keyID: Its identifier.
    /// - Throws: `GoogleCloudError`.
    public func enable(_ keyID: String) async throws(GoogleCloudError) {
        try await change(keyID, "enable")
    }

    private func change(_ keyID: String, _ verb: String) async throws(GoogleCloudError) {
        try IAMKey.check(keyID)
        let call = call("\(verb) the key \(keyID) of \(account.email)", verb, .key(keyID))
        _ = try await post("/\(keyID):\(verb)", JSONObject(), call, .harmless)
    }

    /// Deletes a key, for good.
    ///
    /// - Parameter keyID: Its identifier.
    /// - Throws: `GoogleCloudError`.
    public func delete(_ keyID: String) async throws(GoogleCloudError) {
        try IAMKey.check(keyID)
        let call = call("delete the key \(keyID) of \(account.email)", "delete", .key(keyID))
        let token = try await tokens.accessToken()
        let request = HTTPRequest.delete(try url("/\(keyID)"), fields: .authorized(by: token))
        _ = try call.members(await connection.send(request, .harmless), secrets: SentSecrets([token.secretText]))
    }

    private func call(
        _ action: String, _ verb: String, _ target: GoogleCall.Target = .account, addsKey: Bool = false
    ) -> GoogleCall {
        GoogleCall(
            action, account, permission: "iam.serviceAccountKeys.\(verb)", role: Self.role, api: "iam.googleapis.com",
            target: target, addsKey: addsKey)
    }

    private func url(_ rest: String) throws(GoogleCloudError) -> EndpointURL {
        try connection.endpoints.address(
            .iam, "/v1/projects/\(project)/serviceAccounts/\(account.email)/keys\(rest)"
        ).url
    }

    private func get(_ rest: String, _ call: GoogleCall) async throws(GoogleCloudError) -> JSONObject {
        let token = try await tokens.accessToken()
        let request = HTTPRequest.get(
            try url(rest), fields: .authorized(by: token), maximumAnswerBytes: HTTPRequest.documentBytes)
        return try call.members(await connection.send(request, .harmless), secrets: SentSecrets([token.secretText]))
    }

    private func post(
        _ rest: String, _ body: JSONObject, _ call: GoogleCall, _ repetition: GoogleConnection.Repetition
    ) async throws(GoogleCloudError) -> JSONObject {
        let token = try await tokens.accessToken()
        let request = HTTPRequest.post(try url(rest), fields: .authorized(by: token), body: body.compactBytes)
        return try call.members(await connection.send(request, repetition), secrets: SentSecrets([token.secretText]))
    }
}
