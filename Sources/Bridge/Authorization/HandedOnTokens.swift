public import JOSE
public import OAuthClient
import StrictJSON

/// A provider's tokens that a client gets beside its custom token, because its registration says so.
///
/// They are kept for as long as a code lives, sealed with it, and nowhere else.
public struct HandedOnTokens: Sendable {
    /// The access token.
    public let accessToken: AccessToken
    /// When it expires; nil where the provider does not say.
    public let expiration: NumericDate?
    /// The refresh token, where there is one.
    public let refreshToken: RefreshToken?
    /// The ID token, where there is one.
    public let idToken: UnverifiedIDToken?

    /// Takes the tokens of a provider's answer.
    ///
    /// - Parameters:
    ///   - tokens: The answer.
    ///   - now: When it came.
    public init(_ tokens: TokenResponse, receivedAt now: NumericDate) {
        accessToken = tokens.accessToken
        expiration = tokens.expiresIn.map { now + $0 }
        refreshToken = tokens.refreshToken
        idToken = tokens.idToken
    }
}

extension HandedOnTokens {
    private static let version: Int64 = 1

    /// The tokens as they are kept: never without a seal.
    var object: JSONObject {
        var object = JSONObject()
        object["v"] = .integer(Self.version)
        object["access_token"] = .string(accessToken.secretText)
        object["expires_at"] = expiration.map { .integer($0.secondsSinceEpoch) }
        object["refresh_token"] = refreshToken.map { .string($0.secretText) }
        object["id_token"] = idToken.map { .string($0.secretText) }
        return object
    }

    /// Reads tokens that were kept.
    ///
    /// - Throws: `BridgeError` with code `storedRecordInvalid`.
    init(reading object: JSONObject) throws(BridgeError) {
        let stored = try StoredObject(object, what: "provider's tokens", version: Self.version)
        accessToken = AccessToken(try stored.string("access_token"))
        expiration = try stored.optional("expires_at") { $0.integer.map { NumericDate(secondsSinceEpoch: $0) } }
        refreshToken = try stored.optional("refresh_token") { $0.string.map { RefreshToken($0) } }
        idToken = try stored.optional("id_token") { $0.string.map { UnverifiedIDToken($0) } }
    }
}
