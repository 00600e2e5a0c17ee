import StrictJSON

/// A request to a provider's authorization endpoint for a code (RFC 6749, section 4.1.1).
public struct AuthorizationRequest: Sendable {
    /// The longest address, in bytes.
    static let maximumBytes = 8192

    /// The address to open in a browser.
    ///
    /// It holds state and challenge, so it belongs in no log.
    public let url: String
    /// What to keep for the response.
    public let pending: PendingAuthorization

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - endpoint: The authorization endpoint; its own query is kept.
    ///   - client: The client; a public one needs a proof key.
    ///   - scopes: The scopes.
    ///   - scopeSeparator: What the provider wants between scopes.
    ///   - pending: What binds the response to the request.
    ///   - parameters: Custom parameters.
    ///   - fragment: What the provider wants after them, such as `wechat_redirect`; no fragment if nil.
    /// - Throws: `OAuthClientError` with code `clientMisconfigured`, `reservedParameter`, `parameterInvalid` or
    ///   `cryptographyFailed`.
    public init(
        to endpoint: EndpointURL, for client: Client, scopes: ScopeSet, scopeSeparator: ScopeSeparator = .space,
        pending: PendingAuthorization, parameters: AuthorizationParameters, fragment: String? = nil
    ) throws(OAuthClientError) {
        try pending.proofKey.check(for: client)
        var form = FormParameters()
        try form.append(client.parameterNames.identifier, client.identifier.text)
        try form.append("redirect_uri", pending.redirectURI.text)
        try form.append("response_type", "code")
        if !scopes.isEmpty { try form.append("scope", scopes.text(separatedBy: scopeSeparator)) }
        try form.append("state", pending.state.secretText)
        if case .sent(let nonce, let transform) = pending.nonce { try form.append("nonce", nonce.text(transform)) }
        if case .s256(let proofKey) = pending.proofKey {
            try form.append("code_challenge", proofKey.challenge)
            try form.append("code_challenge_method", "S256")
        }
        if pending.responseMode != .query { try form.append("response_mode", pending.responseMode.rawValue) }
        for parameter in parameters.parameters.parameters {
            try AuthorizationParameters.refuse(
                parameter.name, among: [client.parameterNames.identifier, client.parameterNames.secret])
            try form.append(parameter.name, parameter.value)
        }
        url = try Self.address(endpoint, form) + (fragment.map { "#\(FormURLEncoding.encode($0))" } ?? "")
        self.pending = pending
    }

    /// The endpoint with the parameters after those it has by itself (RFC 6749, section 3.1).
    private static func address(_ endpoint: EndpointURL, _ form: FormParameters) throws(OAuthClientError) -> String {
        let query = endpoint.text.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()
        for own in try FormParameters(parsing: query).parameters where form.hasParameter(named: own.name) {
            throw OAuthClientError(
                .parameterInvalid,
                "the endpoint \(endpoint.textForMessages) has the parameter \(own.name.quotedExcerpt) of its own")
        }
        let separator = query.isEmpty ? (endpoint.text.hasSuffix("?") ? "" : "?") : "&"
        let url = endpoint.text + separator + form.encodedText
        guard url.utf8.count <= maximumBytes else {
            throw OAuthClientError(
                .parameterInvalid,
                "the address for \(endpoint.textForMessages) has \(url.utf8.count) bytes; \(maximumBytes) are the most")
        }
        return url
    }
}

extension AuthorizationRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The endpoint, nothing that binds the response.
    public var description: String { String(url.prefix { $0 != "?" }) }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
