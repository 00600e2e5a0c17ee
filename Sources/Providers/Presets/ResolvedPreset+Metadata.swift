package import OAuthClient

extension ResolvedPreset {
    /// Whether something must be looked up in the provider's metadata before all of its endpoints can be called.
    package var needsMetadata: Bool {
        let addresses =
            [
                endpoints.authorization, endpoints.token, endpoints.keySet, endpoints.deviceAuthorization,
                endpoints.devicePolling, endpoints.introspection, endpoints.refresh,
            ] + endpoints.userinfo.map(\.url)
        if addresses.contains(.discovered) { return true }
        if case .microsoft(.domain) = acceptedIssuers { return true }
        return false
    }

    /// Whose metadata the provider's must be.
    ///
    /// - Throws: `OAuthClientError` with code `addressNotAllowed`.
    package func expectedMetadataIssuer() throws(OAuthClientError) -> ExpectedIssuer {
        if case .microsoft = acceptedIssuers { return .tenant(of: try MicrosoftTenant.issuerTemplate()) }
        // Of several issuers it is the one at whose address the metadata is.
        if case .oneOf(let issuers) = acceptedIssuers, let discovery = endpoints.discovery,
            let own = issuers.first(where: { discovery.text.hasPrefix("\($0)/") })
        {
            return .exactly(try IssuerIdentifier(own))
        }
        return .exactly(try IssuerIdentifier(issuer))
    }
}

extension MicrosoftTenant {
    /// The issuers of all tenants.
    package static func issuerTemplate() throws(OAuthClientError) -> IssuerTemplate {
        try IssuerTemplate(
            "https://login.microsoftonline.com/{tenantid}/v2.0", tenants: .everyTenantOfTheProvider)
    }

    /// Whether a token's tenant may sign in (PRV-22); a domain's tenant is the one that its metadata names.
    ///
    /// - Parameters:
    ///   - identifier: The token's `tid`.
    ///   - resolved: The tenant that the metadata of a domain names.
    /// - Returns: Whether it may.
    package func accepts(_ identifier: String, resolved: String?) -> Bool {
        guard Self.isGUID(identifier) else { return false }
        let identifier = identifier.lowercased()
        return switch self {
        case .common: true
        case .organizations: identifier != Self.personalAccounts
        case .consumers: identifier == Self.personalAccounts
        case .directory(let directory): identifier == directory
        case .domain: resolved?.lowercased() == identifier
        }
    }
}

extension ResolvedPreset {
    /// How an address is asked that describes an account: as the preset says, with the token in the field otherwise.
    package func endpoint(at url: EndpointURL) -> UserinfoEndpoint {
        endpoints.userinfo.first { $0.url == .address(url) }?.rule ?? UserinfoEndpoint(url: .none)
    }
}

extension ResolvedPreset {
    /// The issuers that the provider's metadata may name, for those who only look at it.
    ///
    /// - Throws: `OAuthClientError` with code `addressNotAllowed`.
    package func acceptableMetadataIssuers() throws(OAuthClientError) -> [ExpectedIssuer] {
        switch acceptedIssuers {
        case .none: return (try? IssuerIdentifier(issuer)).map { [.exactly($0)] } ?? []
        // Google's second issuer is no address: metadata cannot name it.
        case .oneOf(let issuers): return issuers.compactMap { try? IssuerIdentifier($0) }.map { .exactly($0) }
        case .microsoft:
            let template = try MicrosoftTenant.issuerTemplate()
            return [.multiTenantTemplate(template), .tenant(of: template)]
        }
    }
}
