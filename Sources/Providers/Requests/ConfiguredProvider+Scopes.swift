import OAuthClient

extension ConfiguredProvider {
    /// The scopes to ask for: the preset's, then the configured ones, then the caller's, none twice (PRV-17).
    ///
    /// - Parameter additional: The caller's scopes.
    /// - Returns: The scopes.
    /// - Throws: `ProviderError` with code `scopeNotPreconfigured`, whose reason names the requested and the allowed
    ///   scopes (PRV-18).
    func scopes(adding additional: ScopeSet?) throws(ProviderError) -> ScopeSet {
        try making { () throws(OAuthClientError) in
            var all = try ScopeSet(preset.preset.scopes.defaults)
            for more in [scopes, additional] {
                if let more { all = all.adding(more) }
            }
            guard let preconfiguredScopes else { return all }
            return try all.limited(toPreconfigured: preconfiguredScopes)
        }
    }

    /// What stands between two scopes of a request.
    var scopeSeparator: ScopeSeparator {
        switch preset.preset.scopes.separator {
        case .space: .space
        case .comma: .comma
        }
    }
}
