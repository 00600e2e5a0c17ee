import Bridge
import CustomTokenBridge
import Logins
import StrictJSON

/// A custom token that a login brought, in whatever way.
struct ObtainedToken: Sendable {
    /// The token itself.
    let customToken: String
    /// The uid that it is for.
    let userID: String?
    /// The result for programs.
    let json: JSONObject

    /// Takes the token of a bridge.
    init(_ token: LoginToken) {
        customToken = token.customToken.secretText
        userID = token.userID
        var json = JSONObject(["custom_token": .string(customToken), "uid": .optional(token.userID)])
        json["expires_in"] = token.expiresIn.map { .integer($0) } ?? .null
        json["profile"] = token.profile.map { .object($0) }
        self.json = json
    }

    /// Takes a token that was signed here.
    init(_ token: ExchangedToken) {
        customToken = token.customToken.serialized
        userID = token.customToken.userID.value
        json = JSONObject(token)
    }
}
