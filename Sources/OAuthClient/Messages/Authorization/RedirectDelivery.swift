import StrictJSON

/// An authorization response as it arrived, unread; its texts may be credentials.
public enum RedirectDelivery: Sendable {
    /// The query of the redirect address, without the question mark.
    case query(String)
    /// The body of a POST to the redirect address.
    case formPost([UInt8])
    /// The whole redirect address, as a person copies it out of a browser.
    case pastedAddress(String)

    /// The largest response, in bytes.
    static let maximumBytes = 16 << 10

    /// Reads the parameters.
    ///
    /// - Throws: `OAuthClientError` with code `answerMalformed`.
    func parameters(for pending: PendingAuthorization) throws(OAuthClientError) -> FormParameters {
        switch (self, pending.responseMode) {
        case (.query(let text), .query): try Self.parse([UInt8](text.utf8))
        case (.formPost(let body), .formPost): try Self.parse(body)
        case (.pastedAddress(let text), .query):
            try Self.parse(Self.query(ofPasted: text, redirectURI: pending.redirectURI))
        case (.query, .formPost), (.pastedAddress, .formPost), (.formPost, .query):
            throw OAuthClientError(
                .answerMalformed,
                "the authorization response did not come in the way that was asked for (\(pending.responseMode.rawValue))"
            )
        }
    }

    private static func parse(_ text: [UInt8]) throws(OAuthClientError) -> FormParameters {
        guard text.count <= maximumBytes else {
            throw OAuthClientError(
                .answerMalformed, "the authorization response is larger than \(maximumBytes) bytes")
        }
        return try FormParameters(parsing: text)
    }

    /// What stands between `?` and `#`; Facebook appends `#_=_`.
    private static func query(
        ofPasted text: String, redirectURI: RedirectURI
    ) throws(OAuthClientError) -> [UInt8] {
        let address = OuterBlanks.trimmed([UInt8](text.utf8)).prefix { $0 != UInt8(ascii: "#") }
        let place = address.prefix { $0 != UInt8(ascii: "?") }
        guard place.elementsEqual(redirectURI.textBeforeQuery.utf8) else {
            throw OAuthClientError(
                .answerMalformed,
                "this is not the address that the browser was sent to, \(redirectURI.textBeforeQuery.quotedExcerpt)")
        }
        return [UInt8](address[place.endIndex...].dropFirst())
    }
}

extension RedirectDelivery: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Nothing of the response.
    public var description: String { "authorization response (redacted)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
