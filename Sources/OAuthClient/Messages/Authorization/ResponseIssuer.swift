import StrictJSON

/// What an authorization response must say about its issuer (RFC 9207).
public enum ResponseIssuer: Sendable {
    /// The provider has announced that it names this issuer; a response without is refused.
    case required(String)
    /// The provider may name this issuer, and no other.
    case ifPresent(String)
    /// The provider has not announced that it names an issuer; a response that does is refused.
    case notAnnounced

    /// Returns if a response, an error too, says what it must.
    ///
    /// - Throws: `OAuthClientError` with code `issuerMismatch`.
    func check(_ response: FormParameters) throws(OAuthClientError) {
        let found = response.hasParameter(named: "iss") ? response["iss"] ?? "" : nil
        switch (self, found) {
        case (.notAnnounced, nil), (.ifPresent, nil): return
        case (.required(let issuer), let found?), (.ifPresent(let issuer), let found?):
            guard !issuer.isEmpty, found.hasSameBytes(as: issuer) else {
                throw OAuthClientError(
                    .issuerMismatch,
                    "the authorization response is from \(found.quotedExcerpt), expected \(issuer.quotedExcerpt)")
            }
        case (.required(let issuer), nil):
            throw OAuthClientError(
                .issuerMismatch,
                "the authorization response does not say that it is from \(issuer.quotedExcerpt) (iss)")
        case (.notAnnounced, let found?):
            throw OAuthClientError(
                .issuerMismatch,
                "the authorization response is from \(found.quotedExcerpt), which the provider has not announced (iss)")
        }
    }
}
