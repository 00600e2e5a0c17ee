import JOSE
import OAuthClient
import StrictJSON

/// Has Google sign with a key of a service account that Google keeps (`signBlob`, `signJwt`).
public struct IAMCredentials: Sendable {
    /// The account that signs.
    public let account: AccountName

    private let delegates: [AccountName]
    private let tokens: any AccessTokenSource
    let connection: GoogleConnection

    /// Makes a client; nothing is sent.
    ///
    /// - Parameters:
    ///   - account: The account that signs.
    ///   - delegates: The accounts over which the caller may act as that one, in their order.
    ///   - tokens: Access tokens of the caller, who needs `roles/iam.serviceAccountTokenCreator` on the account.
    ///   - connection: What calls need.
    public init(
        account: AccountName, delegates: [AccountName] = [], tokens: any AccessTokenSource,
        connection: GoogleConnection
    ) {
        self.account = account
        self.delegates = delegates
        self.tokens = tokens
        self.connection = connection
    }

    /// Has bytes signed with RS256.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The signature, and the key that made it.
    /// - Throws: `GoogleCloudError`.
    func signature(over bytes: [UInt8]) async throws(GoogleCloudError) -> (signature: [UInt8], keyID: String) {
        let members = try await call("signBlob", payload: StandardBase64.encode(bytes))
        guard let signature = members["signedBlob"]?.string.flatMap(StandardBase64.decode), signature.count >= 256
        else {
            throw GoogleCloudError(.answerMalformed, "the answer of signBlob has no RSA signature in standard base64")
        }
        return (signature, try keyID(members, "signBlob"))
    }

    /// Has claims signed as a JWT.
    ///
    /// - Parameter claims: The text of a JSON object.
    /// - Returns: The JWT, which says what the claims say, and the key that signed it.
    /// - Throws: `GoogleCloudError`.
    func jwt(claims: [UInt8]) async throws(GoogleCloudError) -> (token: String, keyID: String) {
        let members = try await call("signJwt", payload: String(decoding: claims, as: UTF8.self))
        guard let token = members["signedJwt"]?.string else {
            throw GoogleCloudError(.answerMalformed, "the answer of signJwt has no token")
        }
        let keyID = try keyID(members, "signJwt")
        try Self.check(token, claims: claims, keyID: keyID)
        return (token, keyID)
    }

    /// Checks that a token says what was asked for, and nothing else.
    private static func check(_ token: String, claims: [UInt8], keyID: String) throws(GoogleCloudError) {
        do {
            let jws = try CompactJWS(parsing: token)
            guard jws.unverifiedHeader.algorithm == .rs256,
                jws.unverifiedHeader.keyID.map({ $0.hasSameBytes(as: keyID) }) ?? true
            else { throw malformed("is signed by another algorithm or key than it says") }
            let theirs = try JSONObject(parsing: jws.unverifiedPayload, limits: .token)
            let ours = try JSONObject(parsing: claims, limits: .token)
            // The order of members is the signer's own.
            let isSame = theirs.names.count == ours.names.count && ours.names.allSatisfy { theirs[$0] == ours[$0] }
            guard isSame else { throw malformed("says something else than was asked for") }
        } catch let error as GoogleCloudError {
            throw error
        } catch {
            throw malformed("cannot be read")
        }
    }

    private static func malformed(_ fault: String) -> GoogleCloudError {
        GoogleCloudError(.answerMalformed, "the token that signJwt answers with \(fault); it is not given out")
    }

    private func keyID(_ members: JSONObject, _ method: String) throws(GoogleCloudError) -> String {
        guard let keyID = members["keyId"]?.string else {
            throw GoogleCloudError(.answerMalformed, "the answer of \(method) does not name the key (keyId)")
        }
        try IAMKey.check(keyID, .answerMalformed)
        return keyID
    }

    private func call(_ method: String, payload: String) async throws(GoogleCloudError) -> JSONObject {
        let token = try await tokens.accessToken()
        let url = try connection.endpoints.address(
            .iamCredentials, "/v1/projects/-/serviceAccounts/\(account.email):\(method)"
        ).url
        var body = JSONObject()
        body["payload"] = .string(payload)
        if !delegates.isEmpty {
            body["delegates"] = .array(delegates.map { .string("projects/-/serviceAccounts/\($0.email)") })
        }
        let request = HTTPRequest.post(url, fields: .authorized(by: token), body: body.compactBytes)
        let call = GoogleCall(
            "sign as \(account.email) by \(method)", account, permission: "iam.serviceAccounts.\(method)",
            role: "roles/iam.serviceAccountTokenCreator", api: "iamcredentials.googleapis.com")
        let response = try await connection.send(request, .harmless)
        return try call.members(response, secrets: SentSecrets([token.secretText, payload]))
    }
}
