public import OAuthClient

/// A provider as an operator has set it up: all that is needed to prove its credentials, nothing that changes (PRV-10).
public struct ConfiguredProvider: Sendable {
    /// Where the keys of its ID tokens come from.
    public enum Keys: Sendable {
        /// The provider publishes them.
        case published
        /// A file holds them: no network is needed.
        case file(FixedKeySet)
    }

    /// Its name in the configuration, which callers ask for it by.
    public let id: String
    /// What persons read in the place of its name in the configuration; nil where the operator has chosen nothing.
    public var chosenDisplayName: String?
    /// What is known about it.
    public let preset: ResolvedPreset
    /// What our client proves itself with.
    public let credential: ClientCredential
    /// How its subjects become uids.
    public let userIDs: UserIDMapping
    /// What is asked of its ID tokens; nil where it issues none.
    public var idToken: IDTokenPolicy?
    /// Where the keys of its ID tokens come from.
    public var keys = Keys.published
    /// Scopes beside the preset's (PRV-17).
    public var scopes: ScopeSet?
    /// The scopes that the provider knows the client by, where only these may be asked for (PRV-18).
    public var preconfiguredScopes: ScopeSet?
    /// Parameters of authorization requests beside the preset's (PRV-16).
    public var parameters: AuthorizationParameters?
    /// Whether the preset is followed about PKCE.
    public var proofKey = ProofKeyPolicy.asPreset
    /// Where authorization responses go, for providers that want it with each refresh token.
    public var redirectURI: RedirectURI?
    /// Facebook's client token, for its device login.
    public var clientToken: ClientSecret?
    /// What is done about sign-in on devices without a browser.
    public var deviceFlow = DeviceFlowPolicy()

    /// Sets a provider up.
    ///
    /// - Parameters:
    ///   - id: Its name in the configuration.
    ///   - preset: What is known about it.
    ///   - credential: What our client proves itself with.
    ///   - userIDs: How its subjects become uids.
    public init(id: String, preset: ResolvedPreset, credential: ClientCredential, userIDs: UserIDMapping) {
        self.id = id
        self.preset = preset
        self.credential = credential
        self.userIDs = userIDs
        idToken = IDTokenPolicy(preset.preset)
    }

    /// Our client as its token endpoint knows it.
    ///
    /// - Parameter advertised: The methods that the provider's metadata lists; nil where there is no list.
    /// - Returns: The client.
    /// - Throws: `ProviderError` with code `clientAuthenticationMissing` where the configuration lacks what the
    ///   provider wants.
    public func client(advertised: [String]?) throws(ProviderError) -> Client {
        let method = try method(advertised: advertised)
        guard let authentication = credential.authentication(by: method) else {
            throw ProviderError(
                .clientAuthenticationMissing,
                "\(id) wants the client to authenticate by \(method.rawValue), and the configuration has no \(method.need)"
            )
        }
        do throws(OAuthClientError) {
            return try Client(
                ClientIdentifier(preset.audience.primary), authentication: authentication,
                parameterNames: ClientParameterNames(
                    identifier: preset.preset.client.identifierParameter, secret: preset.preset.client.secretParameter))
        } catch {
            throw ProviderError(.clientAuthenticationMissing, "\(id): \(error.reason)")
        }
    }

    private func method(advertised: [String]?) throws(ProviderError) -> ClientAuthenticationMethod {
        switch preset.clientAuthentication {
        case .method(let method): return publicMethod ?? method
        case .advertised(let otherwise):
            if let publicMethod { return publicMethod }
            let known = (advertised ?? []).compactMap { ClientAuthenticationMethod(rawValue: $0) }
            // Metadata has no say about ways that are no standard's, such as a secret in a query.
            return known.first {
                [.basic, .post, .privateKeyJWT].contains($0) && credential.authentication(by: $0) != nil
            } ?? otherwise
        case .noTokenEndpoint:
            throw ProviderError(.clientAuthenticationMissing, "\(id) has no token endpoint")
        }
    }

    /// How a client without anything to prove itself with is named, where the provider has such clients.
    private var publicMethod: ClientAuthenticationMethod? {
        guard case .none = credential else { return nil }
        switch preset.preset.client.authentication {
        case .methods(let methods): return methods.first { $0 == .none || $0 == .basicWithEmptySecret }
        case .advertised, .configured: return ClientAuthenticationMethod.none
        case .noTokenEndpoint: return nil
        }
    }
}

extension ClientAuthenticationMethod {
    /// What it needs, for people.
    fileprivate var need: String {
        switch self {
        case .basic, .post, .query: "client secret"
        case .privateKeyJWT: "key to sign assertions with"
        case .signedSecret: "key to sign the secret with"
        case .none, .basicWithEmptySecret: "need of anything"
        }
    }
}
