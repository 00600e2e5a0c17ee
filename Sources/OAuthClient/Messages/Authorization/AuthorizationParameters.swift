import StrictJSON

/// Custom parameters of an authorization request, such as `prompt` or `language`, passed on unchanged.
public struct AuthorizationParameters: Sendable {
    /// The names that callers may not set: those of the request itself, and those that only this library sets.
    public static let reservedNames = [
        "client_id", "redirect_uri", "response_type", "scope", "state", "nonce", "code_challenge",
        "code_challenge_method", "response_mode", "client_secret", "code", "grant_type", "request", "request_uri",
        "code_verifier", "client_assertion", "client_assertion_type",
    ]

    package let parameters: FormParameters

    /// Makes a list of custom parameters.
    ///
    /// - Parameter pairs: Names and values.
    /// - Throws: `OAuthClientError` with code `reservedParameter` for a name that is not the caller's to set, even
    ///   where it is percent-encoded; `parameterInvalid` for one that is malformed or there twice.
    public init(_ pairs: [(name: String, value: String)] = []) throws(OAuthClientError) {
        for (name, _) in pairs {
            try Self.refuse(name, among: Self.reservedNames)
            guard name.isParameterName else {
                throw OAuthClientError(
                    .parameterInvalid,
                    "the parameter name \(name.quotedExcerpt) has other characters than - . _ letters and digits")
            }
        }
        parameters = try FormParameters(pairs)
    }

    /// Refuses a name, as it is and percent-decoded, if it is one of those given.
    static func refuse(_ name: String, among reserved: [String]) throws(OAuthClientError) {
        let spellings = [name, FormURLEncoding.decode(name.utf8) ?? name]
        guard let found = reserved.first(where: { reserved in spellings.contains { $0.hasSameBytes(as: reserved) } })
        else { return }
        throw OAuthClientError(.reservedParameter, "the parameter \(found) cannot be set as a custom parameter")
    }
}

extension String {
    /// Whether the text is a parameter name of RFC 6749, section 8.2.
    fileprivate var isParameterName: Bool {
        isUnreservedText && !utf8.contains(UInt8(ascii: "~"))
    }
}
