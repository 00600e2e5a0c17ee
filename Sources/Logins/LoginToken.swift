public import OAuthClient
public import StrictJSON

/// A custom token as text.
public struct CustomTokenText: SecretText {
    /// The token itself.
    public let secretText: String

    init(_ secretText: String) {
        self.secretText = secretText
    }
}

/// What a bridge hands out at the end of a login.
public struct LoginToken: Sendable {
    /// The custom token, which signs the person in to Firebase.
    public let customToken: CustomTokenText
    /// The uid that the bridge says it is for.
    public let userID: String?
    /// For how many seconds the token can be exchanged.
    public let expiresIn: Int64?
    /// What the provider says about the account; nil where the bridge says nothing.
    public let profile: JSONObject?

    /// What the bridge calls a custom token (RFC 8693, section 3).
    private static let tokenType = "urn:ietf:params:oauth:token-type:jwt"
    /// The longest token, in bytes.
    private static let maximumBytes = 16 << 10

    /// Reads the answer of a token endpoint.
    ///
    /// Another server's access token is none of ours: only what is called a JWT and looks like one is taken.
    ///
    /// - Parameter answer: The answer.
    /// - Throws: `LoginError` with code `bridgeAnswerInvalid`.
    init(_ answer: DeviceEndpointAnswer) throws(LoginError) {
        let members = answer.members
        guard members["issued_token_type"]?.string?.hasSameBytes(as: Self.tokenType) == true else {
            throw LoginError(
                .bridgeAnswerInvalid, "the answer has no custom token: its issued_token_type is not \(Self.tokenType)")
        }
        guard let token = members["access_token"]?.string, Self.isCompact(token) else {
            throw LoginError(.bridgeAnswerInvalid, "the answer has no custom token: its access_token is no signed JWT")
        }
        customToken = CustomTokenText(token)
        userID = members["uid"]?.string
        expiresIn = members["expires_in"]?.integer
        profile = members["profile"]?.object
    }

    /// Whether a text is three parts of base64url, which is what may be printed.
    private static func isCompact(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return text.utf8.count <= maximumBytes && parts.count == 3
            && parts.dropLast().allSatisfy { !$0.isEmpty } && parts.joined().allSatisfy(isBase64URLDigit)
    }

    private static func isBase64URLDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
