public import Cryptography

/// The `state` of an authorization request (RFC 6749, section 10.12): what binds its response to it.
///
/// A caller must keep it where only the same browser or device leads to it, and forget it at the first response.
public struct AuthorizationState: SecretText {
    /// The state itself.
    public let secretText: String

    /// Makes a new state of 256 bits.
    ///
    /// - Parameter random: Where its bytes come from.
    /// - Throws: `OAuthClientError` with code `cryptographyFailed`.
    public init(random: some RandomSource) throws(OAuthClientError) {
        secretText = try UnguessableText.make(random)
    }

    /// Takes a state that was kept.
    ///
    /// - Parameter text: Its text.
    /// - Throws: `OAuthClientError` with code `parameterInvalid` unless it has room for 128 bits in unreserved characters.
    public init(restoring text: String) throws(OAuthClientError) {
        secretText = try UnguessableText.checked(text, "state")
    }

    /// Returns if a response brings this state back, by a comparison that takes the same time wherever they differ.
    ///
    /// - Throws: `OAuthClientError` with code `stateMismatch`.
    func check(_ response: FormParameters) throws(OAuthClientError) {
        guard let text = response["state"] else {
            throw OAuthClientError(.stateMismatch, "the authorization response has no state")
        }
        guard ConstantTime.areEqual([UInt8](text.utf8), [UInt8](secretText.utf8)) else {
            throw OAuthClientError(
                .stateMismatch, "the state of the authorization response is not that of the request")
        }
    }
}
