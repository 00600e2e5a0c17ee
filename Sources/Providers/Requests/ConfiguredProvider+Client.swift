import OAuthClient

extension ConfiguredProvider {
    /// Our client where the provider wants it to authenticate otherwise than at the token endpoint.
    ///
    /// - Parameters:
    ///   - method: How.
    ///   - purpose: What for, for the reason of the error.
    /// - Returns: The client.
    /// - Throws: `ProviderError` with code `clientAuthenticationMissing`.
    func client(by method: ClientAuthenticationMethod, _ purpose: String) throws(ProviderError) -> Client {
        guard let authentication = credential.authentication(by: method) else {
            throw ProviderError(
                .clientAuthenticationMissing, "\(id) needs the client secret \(purpose), and the configuration has none"
            )
        }
        return try making { () throws(OAuthClientError) in
            try Client(
                ClientIdentifier(preset.audience.primary), authentication: authentication,
                parameterNames: ClientParameterNames(
                    identifier: preset.preset.client.identifierParameter, secret: preset.preset.client.secretParameter))
        }
    }
}
