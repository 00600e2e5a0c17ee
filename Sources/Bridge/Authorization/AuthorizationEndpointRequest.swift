public import OAuthClient
import StrictJSON

/// An app's request for a code of ours that was found good (RFC 6749, section 4.1.1; RFC 7636, section 4.3).
///
/// Only `AuthorizationEndpoint` makes one: client and redirect address belong together, and there is always a challenge
/// (RFC 7636, section 4.4.1; RFC 9700, section 2.1.1).
public struct AuthorizationEndpointRequest: Sendable {
    /// The app's client identifier.
    public let clientID: String
    /// Where the answer goes, as the request has it.
    public let redirectURI: RedirectURI
    /// The providers that the person can choose among, never none; one where the request names it.
    public let providers: [String]
    /// The scope of the request, which means nothing to us.
    public let scope: String?
    /// What the app wants back.
    let state: String?
    /// The code challenge, by S256.
    let challenge: CodeChallenge

    /// Returns if the person may sign in at a provider.
    ///
    /// - Parameter provider: The provider's name.
    /// - Throws: `BridgeError` with code `providerNotAllowed`.
    public func require(_ provider: String) throws(BridgeError) {
        guard !providers.contains(where: { $0.hasSameBytes(as: provider) }) else { return }
        throw BridgeError(
            .providerNotAllowed, "\(clientID.quotedExcerpt) has not asked for \(provider.quotedExcerpt)")
    }
}

extension AuthorizationEndpointRequest {
    private static let version: Int64 = 1

    /// The request as it is kept.
    var object: JSONObject {
        var object = JSONObject()
        object["v"] = .integer(Self.version)
        object["client_id"] = .string(clientID)
        object["redirect_uri"] = .string(redirectURI.text)
        object["providers"] = .array(providers.map { .string($0) })
        object["scope"] = scope.map { .string($0) }
        object["state"] = state.map { .string($0) }
        object["code_challenge"] = .string(challenge.text)
        return object
    }

    /// Reads a request that was kept.
    ///
    /// - Throws: `BridgeError` with code `storedRecordInvalid`.
    init(reading object: JSONObject) throws(BridgeError) {
        let stored = try StoredObject(object, what: "authorization request", version: Self.version)
        clientID = try stored.string("client_id")
        redirectURI = try stored.required("redirect_uri") { $0.string.flatMap { try? RedirectURI($0) } }
        providers = try stored.required("providers") { value in
            let names = value.array?.compactMap(\.string) ?? []
            return names.isEmpty || names.count != value.array?.count ? nil : names
        }
        scope = try stored.optional("scope") { $0.string }
        state = try stored.optional("state") { $0.string }
        challenge = try stored.required("code_challenge") { $0.string.flatMap { CodeChallenge($0) } }
    }
}

extension AuthorizationEndpointRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The client, nothing that binds the answer.
    public var description: String { "authorization request of \(clientID.quotedExcerpt)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
