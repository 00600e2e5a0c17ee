import OAuthClient
import StrictJSON

/// What is kept for a code.
struct IssuedCode: Sendable {
    /// The request that it answers, to which it is bound.
    let request: AuthorizationEndpointRequest
    /// What it stands for.
    let signIn: StoredSignIn
    /// The provider's tokens, for a client that is registered to get them.
    let tokens: HandedOnTokens?

    /// Returns if the code was issued to a client, at a redirect address (RFC 6749, section 4.1.3).
    ///
    /// - Throws: `BridgeError` with code `grantInvalid`.
    func check(_ client: RegisteredClient, _ redirectURI: String) throws(BridgeError) {
        guard client.id.hasSameBytes(as: request.clientID) else {
            throw BridgeError(.grantInvalid, "the code was issued to another client than \(client.id.quotedExcerpt)")
        }
        guard redirectURI.hasSameBytes(as: request.redirectURI.text) else {
            throw BridgeError(.grantInvalid, "the redirect_uri is not that of the authorization request")
        }
    }
}

extension IssuedCode {
    private static let version: Int64 = 1

    /// It as it is kept.
    var object: JSONObject {
        var object = JSONObject()
        object["v"] = .integer(Self.version)
        object["request"] = .object(request.object)
        object["sign_in"] = .object(signIn.object)
        object["tokens"] = tokens.map { .object($0.object) }
        return object
    }

    /// Reads what was kept.
    ///
    /// - Throws: `BridgeError` with code `storedRecordInvalid`.
    init(reading object: JSONObject) throws(BridgeError) {
        let stored = try StoredObject(object, what: "code", version: Self.version)
        var tokens: HandedOnTokens?
        if let kept = try stored.optional("tokens", { $0.object }) { tokens = try HandedOnTokens(reading: kept) }
        self.init(
            request: try AuthorizationEndpointRequest(reading: stored.object("request")),
            signIn: try StoredSignIn(reading: stored.object("sign_in")),
            tokens: tokens)
    }
}
