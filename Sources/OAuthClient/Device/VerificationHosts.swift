import StrictJSON

/// The hosts that a provider may send the person to.
public enum VerificationHosts: Sendable {
    /// One of these hosts, in lower case, and no host under them.
    case only([String])
    /// Whatever host the provider's answer names, for providers about which nothing is known beforehand.
    case anyHostTheProviderNames

    /// Returns if the person may be sent to an address.
    ///
    /// - Throws: `OAuthClientError` with code `addressNotAllowed`.
    func check(_ url: EndpointURL) throws(OAuthClientError) {
        guard case .only(let hosts) = self, !hosts.contains(where: { $0.hasSameBytes(as: url.host) }) else { return }
        throw OAuthClientError(
            .addressNotAllowed,
            "the provider sends the person to the host \(url.host.quotedExcerpt), which is not one of its own")
    }
}
