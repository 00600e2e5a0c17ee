import OAuthClient

extension ProviderError {
    /// What a provider's part of a request could not be made of.
    ///
    /// - Parameters:
    ///   - error: Why, in the words of the OAuth client.
    ///   - provider: The provider's name in the configuration.
    init(_ error: OAuthClientError, of provider: String) {
        let code: Code =
            switch error.code {
            case .addressNotAllowed: .endpointInvalid
            case .reservedParameter: .reservedParameter
            case .scopeNotPreconfigured: .scopeNotPreconfigured
            case .clientMisconfigured: .clientAuthenticationMissing
            case .cryptographyFailed: .cryptographyFailed
            default: .parameterInvalid
            }
        self.init(code, "\(provider): \(error.reason)")
    }
}

extension ConfiguredProvider {
    /// Makes a part of a request.
    func making<Value>(_ make: () throws(OAuthClientError) -> Value) throws(ProviderError) -> Value {
        do throws(OAuthClientError) {
            return try make()
        } catch {
            throw ProviderError(error, of: id)
        }
    }
}
