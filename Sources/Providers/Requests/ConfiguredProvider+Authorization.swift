public import Cryptography
public import OAuthClient
import StrictJSON

extension ConfiguredProvider {
    /// A request for a code, to be opened in a browser (RFC 6749, section 4.1.1).
    ///
    /// State is always sent, and a nonce wherever the provider's ID tokens bring it back.
    ///
    /// - Parameters:
    ///   - redirectURI: Where the response goes.
    ///   - additionalScopes: Scopes beside the preset's and the configured ones (PRV-17).
    ///   - parameters: Parameters beside the preset's and the configured ones, passed on unchanged (PRV-16).
    ///   - refreshToken: Whether a refresh token is asked for.
    ///   - proofKey: Whether the preset is followed about PKCE; nil for what is configured.
    ///   - metadata: What the provider says of itself; nil where all is known beforehand.
    ///   - random: Where state, nonce and verifier come from.
    /// - Returns: The request, with what must be kept until the response.
    /// - Throws: `ProviderError` with code `credentialTypeNotAccepted`, `endpointMissing`, `endpointInvalid`,
    ///   `clientAuthenticationMissing`, `scopeNotPreconfigured` (PRV-18), `reservedParameter` (PRV-15),
    ///   `parameterInvalid`, `optionNotApplicable` or `cryptographyFailed`.
    public func authorizationRequest(
        redirectURI: RedirectURI, additionalScopes: ScopeSet? = nil, parameters: AuthorizationParameters? = nil,
        refreshToken: RefreshTokenWish = .none, proofKey: ProofKeyPolicy? = nil,
        metadata: AuthorizationServerMetadata? = nil, random: some RandomSource
    ) throws(ProviderError) -> AuthorizationRequest {
        try checkCodes()
        let rules = preset.preset.authorization
        let client = try client(metadata)
        let endpoint = try endpoints(metadata).authorization
        let scopes = try scopes(adding: scopes(additionalScopes, for: refreshToken))
        let proofKey = try self.proofKey(proofKey ?? self.proofKey, for: client, metadata: metadata, random: random)
        let all = try allParameters(with: parameters, for: refreshToken)
        return try making { () throws(OAuthClientError) in
            let pending = PendingAuthorization(
                state: try AuthorizationState(random: random), nonce: try nonce(random), proofKey: proofKey,
                redirectURI: redirectURI, responseMode: responseMode, issuer: responseIssuer(metadata))
            return try AuthorizationRequest(
                to: endpoint, for: client, scopes: scopes, scopeSeparator: scopeSeparator, pending: pending,
                parameters: AuthorizationParameters(all), fragment: rules.fragment)
        }
    }

    /// The caller's scopes with the one that brings a refresh token.
    private func scopes(_ additional: ScopeSet?, for wish: RefreshTokenWish) throws(ProviderError) -> ScopeSet? {
        guard wish == .wanted else { return additional }
        try checkRefresh()
        guard case .withScope(let scope) = preset.preset.refresh.support else { return additional }
        return try making { () throws(OAuthClientError) in
            let own = try ScopeSet([scope])
            return additional.map { $0.adding(own) } ?? own
        }
    }

    /// The preset's parameters, the configured ones and the caller's; the later replaces the earlier of the same name.
    private func allParameters(
        with callers: AuthorizationParameters?, for wish: RefreshTokenWish
    ) throws(ProviderError) -> [(name: String, value: String)] {
        var fixed: [(name: String, value: String)] = []
        var all: [(name: String, value: String)] = []
        for parameter in preset.preset.authorization.extraParameters {
            switch parameter.use {
            case .always(let value): fixed.append((parameter.name, value))
            case .forRefreshToken(let value): if wish == .wanted { all.append((parameter.name, value)) }
            case .offered: continue
            }
        }
        for parameter in (parameters?.parameters.parameters ?? []) + (callers?.parameters.parameters ?? []) {
            guard !fixed.contains(where: { $0.name.hasSameBytes(as: parameter.name) }) else {
                throw ProviderError(
                    .reservedParameter,
                    "\(id) needs the parameter \(parameter.name.quotedExcerpt) as its preset has it: it cannot be set")
            }
            all.removeAll { $0.name.hasSameBytes(as: parameter.name) }
            all.append((parameter.name, parameter.value))
        }
        return fixed + all
    }

    private func nonce(_ random: some RandomSource) throws(OAuthClientError) -> NonceUse {
        switch idToken?.nonce {
        case nil, .notSupported: .none
        case .raw, .rawOrSHA256Hex: .sent(try Nonce(random: random), .raw)
        case .sha256Hex: .sent(try Nonce(random: random), .sha256Hexadecimal)
        }
    }

    /// The preset's first way that a server can receive.
    private var responseMode: ResponseMode {
        preset.preset.authorization.responseModes.lazy.compactMap { ResponseMode(rawValue: $0.rawValue) }.first
            ?? .query
    }

    /// What the response must say about its issuer (RFC 9207, PRV-20).
    package func responseIssuer(_ metadata: AuthorizationServerMetadata?) -> ResponseIssuer {
        // Microsoft's metadata names a template, with which nothing can be compared.
        let announced = metadata.flatMap { metadata in
            metadata.authorizationResponseIssParameterSupported && !metadata.issuer.contains("{")
                ? metadata.issuer : nil
        }
        switch (preset.authorizationResponseIssuer, announced) {
        case (let known?, nil): return .ifPresent(known)
        case (let known?, _?): return .required(known)
        case (nil, let announced?): return .required(announced)
        // A server that names itself without having announced it is believed as little, and refused as surely.
        case (nil, nil) where preset.preset.isGeneric: return .ifPresent(preset.issuer)
        case (nil, nil): return .notAnnounced
        }
    }
}
