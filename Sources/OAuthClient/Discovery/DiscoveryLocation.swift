import StrictJSON

/// Where the metadata of an issuer is.
///
/// The two standards differ, and which one a provider follows is configured: nothing is guessed, least of all a host.
public struct DiscoveryLocation: Sendable {
    /// The address of the metadata.
    public let url: EndpointURL

    /// Takes an address that is configured for the provider.
    ///
    /// - Parameter url: The address.
    public init(configured url: EndpointURL) {
        self.url = url
    }

    /// The place after the issuer's path (OpenID Connect Discovery, section 4.1).
    ///
    /// - Parameter issuer: The issuer; one slash at its end is dropped.
    /// - Returns: The place.
    /// - Throws: `OAuthClientError` with code `addressNotAllowed` where the address would be too long.
    public static func openIDConnect(_ issuer: IssuerIdentifier) throws(OAuthClientError) -> DiscoveryLocation {
        let text = withoutSlash(issuer.text[...]) + "/.well-known/openid-configuration"
        return DiscoveryLocation(configured: try EndpointURL(text))
    }

    /// The place between the issuer's host and path (RFC 8414, section 3.1).
    ///
    /// - Parameter issuer: The issuer; one slash at its end is dropped.
    /// - Returns: The place.
    /// - Throws: `OAuthClientError` with code `addressNotAllowed` where the address would be too long.
    public static func authorizationServer(_ issuer: IssuerIdentifier) throws(OAuthClientError) -> DiscoveryLocation {
        let authority = issuer.text.dropFirst(issuer.url.scheme.utf8.count + "://".utf8.count)
        let path = authority.drop { $0 != "/" }
        let origin = issuer.text[..<path.startIndex]
        let text = origin + "/.well-known/oauth-authorization-server" + withoutSlash(path)
        return DiscoveryLocation(configured: try EndpointURL(String(text)))
    }

    private static func withoutSlash(_ text: Substring) -> String {
        String(text.hasSuffix("/") ? text.dropLast() : text)
    }
}
