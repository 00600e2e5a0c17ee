import StrictJSON

/// The parameters of the two requests of the device flow, in the order of the specification and not yet encoded.
///
/// Credentials of the client are added by whoever encodes them.
public enum DeviceRequestForm: Sendable {
    /// RFC 8628, sections 3.1 and 3.4.
    case standard
    /// Twitch: the scopes are called `scopes`, and sent with each poll.
    case twitch
    /// Facebook: the client is named by its identifier and its client token, and scopes are separated by commas.
    case facebook(clientToken: ClientSecret)
    /// Login with Amazon: an own grant type, and the user code with each poll.
    case amazon
    /// Salesforce: both requests go to the token endpoint, and the device code is called `code`.
    case salesforce
    /// Yandex: an own grant type, and the device code is called `code`.
    case yandex

    /// The grant type of RFC 8628, section 3.4.
    public static let grantType = "urn:ietf:params:oauth:grant-type:device_code"

    /// The parameters of the device authorization request.
    ///
    /// - Parameters:
    ///   - clientID: The client identifier.
    ///   - scopes: The scopes; none leaves the parameter out.
    /// - Returns: Names and values.
    public func authorizationParameters(clientID: String, scopes: [String]) -> [(String, String)] {
        switch self {
        case .standard, .yandex: [("client_id", clientID)] + Self.list("scope", scopes, " ")
        case .twitch: [("client_id", clientID)] + Self.list("scopes", scopes, " ")
        case .facebook(let token):
            [("access_token", "\(clientID)|\(token.secretText)")] + Self.list("scope", scopes, ",")
        case .amazon, .salesforce:
            [("response_type", "device_code"), ("client_id", clientID)] + Self.list("scope", scopes, " ")
        }
    }

    /// The parameters of a poll.
    ///
    /// - Parameters:
    ///   - authorization: The answer to the device authorization request.
    ///   - clientID: The client identifier.
    ///   - scopes: The scopes that were asked for.
    /// - Returns: Names and values, the device code among them.
    public func pollParameters(
        for authorization: DeviceAuthorizationAnswer, clientID: String, scopes: [String]
    ) -> [(String, String)] {
        let code = authorization.deviceCode.secretText
        switch self {
        case .standard: return [("grant_type", Self.grantType), ("device_code", code), ("client_id", clientID)]
        case .twitch:
            return [("client_id", clientID)] + Self.list("scopes", scopes, " ")
                + [("device_code", code), ("grant_type", Self.grantType)]
        case .facebook(let token): return [("access_token", "\(clientID)|\(token.secretText)"), ("code", code)]
        case .amazon:
            return [("grant_type", "device_code"), ("device_code", code), ("user_code", authorization.userCode)]
        case .salesforce: return [("grant_type", "device"), ("code", code), ("client_id", clientID)]
        case .yandex: return [("grant_type", "device_code"), ("code", code), ("client_id", clientID)]
        }
    }

    private static func list(_ name: String, _ scopes: [String], _ separator: String) -> [(String, String)] {
        scopes.isEmpty ? [] : [(name, scopes.joined(separator: separator))]
    }
}
