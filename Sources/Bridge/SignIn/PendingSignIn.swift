import Cryptography
import JOSE
import OAuthClient
import StrictJSON

/// What is kept of a sign-in between a browser's departure and its return, but for the state, which it brings back.
struct PendingSignIn: Sendable {
    /// The provider's name in the configuration.
    let provider: String
    /// The issuer that was asked (RFC 9700, section 4.4.2).
    let providerIssuer: String
    /// The client of ours that asked.
    let client: String
    /// The hash of what binds it to the browser.
    let browser: SHA256Digest
    /// What it is for.
    let purpose: SignInPurpose
    /// What the response is held against.
    let authorization: PendingAuthorization
}

extension PendingSignIn {
    private static let version: Int64 = 1

    /// The sign-in as it is kept.
    var object: JSONObject {
        var object = JSONObject()
        object["v"] = .integer(Self.version)
        object["provider"] = .string(provider)
        object["provider_issuer"] = .string(providerIssuer)
        object["client"] = .string(client)
        object["browser"] = .string(Base64URL.encode(browser.bytes))
        object["purpose"] = .object(purpose.object)
        object["request"] = .object(authorization.objectWithoutState)
        return object
    }

    /// Reads a sign-in that was kept.
    ///
    /// - Throws: `BridgeError` with code `storedRecordInvalid`.
    init(reading object: JSONObject, state: AuthorizationState) throws(BridgeError) {
        let stored = try StoredObject(object, what: "sign-in at a provider", version: Self.version)
        self.init(
            provider: try stored.string("provider"), providerIssuer: try stored.string("provider_issuer"),
            client: try stored.string("client"), browser: try stored.digest("browser"),
            purpose: try SignInPurpose(reading: stored.object("purpose")),
            authorization: try PendingAuthorization(reading: stored.object("request"), state: state))
    }
}
