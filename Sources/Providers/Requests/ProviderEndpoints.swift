public import OAuthClient
import StrictJSON

/// The addresses of a provider, with those that its metadata names in their places.
///
/// An address that there is not is an error with code `endpointMissing`, which names what is missing.
public struct ProviderEndpoints: Sendable {
    /// Where an account is described, and how that is asked for.
    public struct Userinfo: Sendable {
        /// The address.
        public let url: EndpointURL
        /// How it is asked for.
        public let rule: UserinfoEndpoint
    }

    private let provider: ConfiguredProvider
    private let metadata: AuthorizationServerMetadata?

    /// Looks addresses up.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - metadata: What it says of itself, where that is known.
    public init(_ provider: ConfiguredProvider, metadata: AuthorizationServerMetadata?) {
        self.provider = provider
        self.metadata = metadata
    }

    private var resolved: ResolvedEndpoints { provider.preset.endpoints }

    /// The authorization endpoint.
    public var authorization: EndpointURL {
        get throws(ProviderError) {
            try address(resolved.authorization, metadata?.authorizationEndpoint, "authorization_endpoint")
        }
    }

    /// The token endpoint.
    public var token: EndpointURL {
        get throws(ProviderError) { try address(resolved.token, metadata?.tokenEndpoint, "token_endpoint") }
    }

    /// Where a refresh token is redeemed.
    public var refresh: EndpointURL {
        get throws(ProviderError) { try address(resolved.refresh, metadata?.tokenEndpoint, "token_endpoint") }
    }

    /// Where a device asks for its codes.
    public var deviceAuthorization: EndpointURL {
        get throws(ProviderError) {
            // Salesforce has one endpoint for both requests.
            if provider.preset.preset.deviceFlow.vocabulary == .salesforce, resolved.deviceAuthorization == .none {
                return try token
            }
            return try address(
                resolved.deviceAuthorization, metadata?.deviceAuthorizationEndpoint, "device_authorization_endpoint")
        }
    }

    /// Where it is asked whether the person has decided.
    public var devicePolling: EndpointURL {
        get throws(ProviderError) { try address(resolved.devicePolling, metadata?.tokenEndpoint, "token_endpoint") }
    }

    /// The introspection endpoint, or what the provider has instead.
    public var introspection: EndpointURL {
        get throws(ProviderError) {
            try address(resolved.introspection, metadata?.introspectionEndpoint, "introspection_endpoint")
        }
    }

    /// The key set.
    public var keySet: EndpointURL {
        get throws(ProviderError) { try address(resolved.keySet, metadata?.jwksURI, "jwks_uri") }
    }

    /// Where an account is described: the main answer first; empty where the provider describes none.
    public var userinfo: [Userinfo] {
        get throws(ProviderError) {
            var all: [Userinfo] = []
            for endpoint in resolved.userinfo {
                let url = try address(endpoint.url, metadata?.userinfoEndpoint, "userinfo_endpoint")
                all.append(Userinfo(url: url, rule: endpoint.rule))
            }
            return all
        }
    }

    /// Where access tokens are checked; nil where they are refused, and where they are looked at here.
    public var accessTokenCheck: EndpointURL? {
        get throws(ProviderError) {
            guard let check = provider.preset.accessTokenCheck, check.url != .none else { return nil }
            return try address(check.url, metadata?.introspectionEndpoint, "introspection_endpoint")
        }
    }

    /// Where the tokens of an account are revoked (RFC 7009).
    ///
    /// - Parameter subject: The account; nil where it is not known, for providers whose address does not name it.
    /// - Returns: The address.
    /// - Throws: `ProviderError` with code `endpointMissing`, `endpointInvalid`, or `subjectMissing` where the address
    ///   names an account and none is given.
    public func revocation(of subject: SubjectID?) throws(ProviderError) -> EndpointURL {
        let endpoint: ResolvedEndpoint
        if let subject {
            endpoint = try resolved.revocation(of: subject)
        } else {
            endpoint = try resolved.revocation(of: SubjectID("0"))
            guard endpoint == (try resolved.revocation(of: SubjectID("1"))) else {
                throw ProviderError(
                    .subjectMissing, "\(provider.id) revokes the tokens of an account that must be named, and none is")
            }
        }
        return try address(endpoint, metadata?.revocationEndpoint, "revocation_endpoint")
    }

    private func address(
        _ endpoint: ResolvedEndpoint, _ discovered: EndpointURL?, _ member: String
    ) throws(ProviderError) -> EndpointURL {
        switch endpoint {
        case .address(let url): return url
        case .none: throw ProviderError(.endpointMissing, "\(provider.id) has no \(member)")
        case .discovered:
            guard let discovered else {
                let source = metadata == nil ? "metadata, which is not there" : "metadata, which does not name it"
                throw ProviderError(.endpointMissing, "\(provider.id) has its \(member) in its \(source)")
            }
            try checkReach(of: discovered, member)
            return discovered
        }
    }

    /// A provider elsewhere must not lead us to services of this machine.
    private func checkReach(of url: EndpointURL, _ member: String) throws(ProviderError) {
        guard url.scheme != "https", resolved.discovery?.scheme == "https" else { return }
        throw ProviderError(
            .endpointInvalid,
            "\(provider.id) names \(url.textForMessages) as its \(member), which is on this machine and not the provider's"
        )
    }
}

extension ConfiguredProvider {
    /// The addresses of the provider.
    ///
    /// - Parameter metadata: What it says of itself; nil is enough where all of its addresses are known beforehand.
    /// - Returns: The addresses.
    public func endpoints(_ metadata: AuthorizationServerMetadata?) -> ProviderEndpoints {
        ProviderEndpoints(self, metadata: metadata)
    }
}
