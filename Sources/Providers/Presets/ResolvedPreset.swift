import OAuthClient
import StrictJSON

/// A preset that can be used: it is supported, has an audience, and each of its addresses is one that may be called.
public final class ResolvedPreset: Sendable {
    /// Who its ID tokens must be from.
    public enum AcceptedIssuers: Sendable, Equatable {
        /// It issues no ID tokens that are accepted.
        case none
        /// One of these, byte for byte.
        case oneOf([String])
        /// Microsoft, with a `tid` that fits (PRV-22).
        case microsoft(MicrosoftTenant)
    }

    /// The preset.
    public let preset: ProviderPreset
    /// Our client identifiers.
    public let audience: ClientIdentifiers
    /// The issuer that stands for the provider in uids: an identifier, not always an address.
    public let issuer: String
    /// Who its ID tokens must be from.
    public let acceptedIssuers: AcceptedIssuers
    /// What `iss` in an authorization response must be if it is there (PRV-20); nil where nothing is known.
    public let authorizationResponseIssuer: String?
    /// The addresses.
    public let endpoints: ResolvedEndpoints
    /// How our client authenticates at the token endpoint.
    public let clientAuthentication: ResolvedClientAuthentication
    /// The kinds of credentials that are accepted (PRV-01).
    public let acceptedCredentials: [ProviderCredentialKind]
    /// How an access token's audience is proven; nil where access tokens are refused (PRV-02).
    public let accessTokenCheck: ResolvedAccessTokenCheck?
    /// Where the account's identifier is.
    public let subject: SubjectRule
    /// Where the e-mail address is, and what it is worth.
    public let email: EmailRule
    /// What a tenant's word about an address is worth.
    public let tenantEmail: PresetConfiguration.TenantEmailPolicy
    /// Where the name is.
    public let name: [[JSONPath]]
    /// Where the picture is.
    public let picture: PictureRule

    /// Puts a configuration into a preset.
    ///
    /// - Parameters:
    ///   - preset: The preset.
    ///   - configuration: What the configuration says; nothing of it may come from a request (PRV-03).
    /// - Throws: `ProviderError`: the preset is not supported, a value is missing or malformed, an address cannot be
    ///   called, or an option does not apply.
    public init(_ preset: ProviderPreset, configuration: PresetConfiguration) throws(ProviderError) {
        if case .notSupported(let reason) = preset.support {
            throw ProviderError(.providerNotSupported, "\(preset.displayName) is not supported: \(reason)")
        }
        let filler = try TemplateFiller(preset, configuration)
        self.preset = preset
        audience = configuration.audience
        (issuer, acceptedIssuers) = try Self.issuers(preset, configuration, filler)
        clientAuthentication = try ResolvedClientAuthentication(preset, configuration)
        endpoints = try ResolvedEndpoints(preset, overrides: configuration.endpoints, filler)
        accessTokenCheck = try ResolvedAccessTokenCheck.make(preset, configuration, endpoints, filler)
        acceptedCredentials = Self.credentials(preset, accessTokenCheck)
        switch preset.authorization.issuerParameter {
        case .notAnnounced: authorizationResponseIssuer = nil
        case .ifPresent(let template): authorizationResponseIssuer = try filler.text(template)
        }
        let members = try ResolvedMembers(preset, configuration, acceptedIssuers)
        (subject, email, tenantEmail) = (members.subject, members.email, members.tenantEmail)
        (name, picture) = (members.name, members.picture)
    }

    private static func issuers(
        _ preset: ProviderPreset, _ configuration: PresetConfiguration, _ filler: TemplateFiller
    ) throws(ProviderError) -> (String, AcceptedIssuers) {
        switch preset.issuer {
        // What stands for any server is told apart by the server's address: its accounts are nobody else's.
        case .none: return (preset.isGeneric ? configuration.endpoints.token?.text ?? preset.id : preset.id, .none)
        case .serverOnly(let template): return (try filler.text(template), .none)
        case .oneOf(let templates):
            var issuers: [String] = []
            for template in templates { issuers.append(try filler.text(template)) }
            return (issuers.first ?? preset.id, .oneOf(issuers))
        case .microsoft:
            let text = try filler.text("{tenant}")
            guard let tenant = MicrosoftTenant(text) else {
                throw ProviderError(.placeholderInvalid, "tenant: \(text.quotedExcerpt) is not a tenant")
            }
            // Microsoft makes subjects that differ between tenants: one issuer stands for all of them.
            return ("https://login.microsoftonline.com/{tenantid}/v2.0", .microsoft(tenant))
        case .configured, .configuredWithFinalSlash:
            let issuer = try filler.text("{issuer}")
            guard preset.issuer == .configured || issuer.hasSuffix("/") else {
                throw ProviderError(
                    .placeholderInvalid,
                    "issuer: an issuer of \(preset.displayName) ends with a slash, and \(issuer.quotedExcerpt) does not"
                )
            }
            return (issuer, .oneOf([issuer]))
        }
    }

    private static func credentials(
        _ preset: ProviderPreset, _ check: ResolvedAccessTokenCheck?
    ) -> [ProviderCredentialKind] {
        let others = preset.acceptedCredentials.filter { $0 != .accessToken }
        guard check != nil else { return others }
        return preset.acceptedCredentials.contains(.accessToken) ? preset.acceptedCredentials : others + [.accessToken]
    }

    /// How the provider's subjects become uids.
    ///
    /// - Parameters:
    ///   - prefix: What the uids begin with; nil for the preset's name. Several installations of one product need
    ///     several prefixes.
    ///   - style: How uids look; nil for what the preset says.
    /// - Returns: The mapping.
    /// - Throws: `ProviderError` with code `prefixInvalid`.
    public func userIDMapping(
        prefix: String? = nil, style: UserIDMapping.Style? = nil
    ) throws(ProviderError) -> UserIDMapping {
        try UserIDMapping(
            prefix: prefix ?? subject.sharedWith ?? preset.id, issuer: issuer, style: style ?? subject.userIDStyle)
    }
}
