public import OAuthClient
import StrictJSON

/// A sign-in on a device without a browser that we run at a provider (RFC 8628), as a value: nothing has been sent.
public struct DeviceSignIn: Sendable {
    /// The scopes that are asked for.
    public let scopes: ScopeSet
    /// How the provider words refusals.
    public let errors: DeviceErrorVocabulary
    /// The hosts that the provider may send the person to (PRV-27).
    public let hosts: VerificationHosts
    /// Where the token answer leaves the standard.
    let rules: TokenResponseRules
    /// Where it is asked whether the person has decided.
    let pollURL: EndpointURL
    private let startURL: EndpointURL
    private let clientID: String
    private let form: DeviceRequestForm
    private let proof: DeviceClientProof
    private let fields: [HTTPField]

    init(
        at provider: ConfiguredProvider, scopes additionalScopes: ScopeSet?, metadata: AuthorizationServerMetadata?
    ) throws(ProviderError) {
        let rule = provider.preset.preset.deviceFlow
        let endpoints = provider.endpoints(metadata)
        try provider.checkDeviceFlow(metadata)
        guard let form = rule.form(clientToken: provider.clientToken) else {
            throw ProviderError(
                .clientAuthenticationMissing,
                "\(provider.id) needs the client token of the app for its device login, and the configuration has none")
        }
        self.form = form
        clientID = provider.preset.audience.primary
        scopes = try provider.deviceScopes(adding: additionalScopes)
        proof = try DeviceClientProof(rule, of: provider, metadata: metadata)
        pollURL = try endpoints.devicePolling
        let start = try endpoints.deviceAuthorization
        startURL = try provider.startAddress(start)
        hosts = provider.verificationHosts(start, try endpoints.authorization)
        errors = rule.errors(of: provider.preset.preset.displayName)
        rules = provider.tokenResponseRules
        fields = provider.requestFields
    }

    /// The request for the codes, to be sent once (RFC 8628, section 3.1).
    ///
    /// - Returns: The request.
    /// - Throws: `OAuthClientError` with code `cryptographyFailed`.
    public func startRequest() throws(OAuthClientError) -> HTTPRequest {
        try proof.start(
            form.authorizationParameters(clientID: clientID, scopes: scopes.scopes), at: startURL, fields: fields)
    }

    /// The request that asks whether the person has decided (RFC 8628, section 3.4).
    ///
    /// - Parameter authorization: The answer to the request for the codes.
    /// - Returns: The request.
    /// - Throws: `OAuthClientError` with code `cryptographyFailed`.
    public func pollRequest(for authorization: DeviceAuthorizationAnswer) throws(OAuthClientError) -> HTTPRequest {
        try proof.poll(
            form.pollParameters(for: authorization, clientID: clientID, scopes: scopes.scopes), at: pollURL,
            fields: fields)
    }

    /// Asks the provider for the codes.
    ///
    /// - Parameters:
    ///   - transport: What carries the requests.
    ///   - clock: What the waits are measured with.
    /// - Returns: The codes, and the wait for the person's decision.
    /// - Throws: `OAuthClientError` with code `refusedByProvider`, `addressNotAllowed` where the person would be sent
    ///   elsewhere, `providerUnavailable`, `answerMalformed` or `cancelled`.
    public func start(
        over transport: some HTTPTransport, clock: any MonotonicClock = SystemMonotonicClock()
    ) async throws(OAuthClientError) -> StartedDeviceSignIn {
        let answer = try DeviceEndpointAnswer(parsing: await transport.send(startRequest()))
        let authorization = try DeviceAuthorizationAnswer(answer, vocabulary: errors, hosts: hosts)
        return StartedDeviceSignIn(self, authorization, over: transport, clock: clock)
    }
}

extension ConfiguredProvider {
    /// A sign-in on a device without a browser.
    ///
    /// - Parameters:
    ///   - additionalScopes: Scopes beside the preset's and the configured ones (PRV-17).
    ///   - metadata: What the provider says of itself; nil where all is known beforehand.
    /// - Returns: The sign-in.
    /// - Throws: `ProviderError` with code `deviceFlowUnavailable` where there is no flow or it is not switched on,
    ///   `clientAuthenticationMissing`, `scopeNotPreconfigured`, `endpointMissing` or `endpointInvalid`.
    public func deviceSignIn(
        additionalScopes: ScopeSet? = nil, metadata: AuthorizationServerMetadata? = nil
    ) throws(ProviderError) -> DeviceSignIn {
        try DeviceSignIn(at: self, scopes: additionalScopes, metadata: metadata)
    }
}
