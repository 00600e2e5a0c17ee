public import JOSE
import StrictJSON

/// A request for what a provider knows of a token (RFC 7662, section 2.1).
public struct IntrospectionRequest: Sendable {
    private let token: IssuedToken

    /// Makes a request.
    ///
    /// - Parameter token: The token.
    public init(_ token: IssuedToken) {
        self.token = token
    }

    /// The request as HTTP.
    ///
    /// - Parameters:
    ///   - client: The client that asks.
    ///   - url: The introspection endpoint.
    ///   - fields: Fields that the provider wants besides.
    /// - Returns: The request.
    /// - Throws: `OAuthClientError` with code `reservedParameter` or `cryptographyFailed`.
    public func httpRequest(
        from client: Client, to url: EndpointURL, fields: [HTTPField] = []
    ) throws(OAuthClientError) -> HTTPRequest {
        try client.request(posting: token.form, to: url, fields: fields)
    }
}

/// The provider's word that a token is valid and was issued to a client of ours (RFC 7662, section 2.2).
public struct IntrospectionAnswer: Sendable {
    /// The client of ours that the token was issued to.
    public let client: ClientIdentifier
    /// The subject, where the answer names one.
    public let subject: String?
    /// When the token ends; the answer must not be kept beyond.
    public let expiration: NumericDate?
    /// The scopes of the token, where the answer names them.
    public let scopes: ScopeSet?

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - url: The endpoint, for the reasons of errors.
    ///   - client: The client that the token must have been issued to.
    ///   - otherClients: More clients of ours that it may have been issued to.
    ///   - now: The time.
    /// - Throws: `OAuthClientError` with code `tokenInactive`, `audienceMismatch`, `audienceUnprovable` where the answer
    ///   names neither client nor audience, `refusedByProvider`, `providerUnavailable` or `answerMalformed`.
    public init(
        parsing response: HTTPResponse, from url: EndpointURL, issuedTo client: ClientIdentifier,
        or otherClients: [ClientIdentifier] = [], now: NumericDate
    ) throws(OAuthClientError) {
        let members = try ProviderAnswer(response, from: url).members(.json)
        let reader = IntrospectionMembers(members: members, endpoint: url.textForMessages)
        try reader.checkActive()
        let end = try reader.date("exp")
        guard end.map({ now < $0 }) ?? true else {
            throw OAuthClientError(.tokenInactive, "the token has expired")
        }
        if let start = try reader.date("nbf"), now < start {
            throw OAuthClientError(.tokenInactive, "the token is not valid yet")
        }
        self.client = try reader.client(among: [client] + otherClients)
        subject = try reader.text("sub")
        expiration = end
        scopes = try reader.scopes()
    }
}

/// Reads single members of an introspection answer, each of its one kind.
private struct IntrospectionMembers {
    let members: JSONObject
    let endpoint: String

    /// Returns if `active` is true: the truth value, not a word or number.
    func checkActive() throws(OAuthClientError) {
        switch members["active"] {
        case .bool(true)?: return
        case .bool(false)?: throw OAuthClientError(.tokenInactive, "the provider says that the token is not valid")
        case nil: throw malformed("does not say whether the token is valid (active)")
        case let value?: throw malformed("has \(value.kind) as active, not a truth value")
        }
    }

    /// The client of ours that the token was issued to: `client_id`, or without it the one audience.
    func client(among clients: [ClientIdentifier]) throws(OAuthClientError) -> ClientIdentifier {
        let audiences = try audiences()
        if let identifier = try text("client_id") { return try Self.require([identifier], among: clients) }
        guard let audiences else {
            throw OAuthClientError(
                .audienceUnprovable, "the answer of \(endpoint) does not say which client the token was issued to")
        }
        return try Self.require(audiences, among: clients)
    }

    /// An audience among several may be a resource: without `client_id` only a single one names the client.
    private static func require(
        _ names: [String], among clients: [ClientIdentifier]
    ) throws(OAuthClientError) -> ClientIdentifier {
        guard names.count == 1, let client = clients.first(where: { $0.text.hasSameBytes(as: names[0]) }) else {
            throw OAuthClientError(
                .audienceMismatch,
                "the token was issued to \(names.map(\.quotedExcerpt).joined(separator: ", ")), not to this client")
        }
        return client
    }

    private func audiences() throws(OAuthClientError) -> [String]? {
        switch members["aud"] {
        case nil: return nil
        case .string(let audience)?: return [audience]
        case .array(let elements)? where elements.allSatisfy({ $0.string != nil }): return elements.compactMap(\.string)
        case .array?: throw malformed("has an audience that is not a string (aud)")
        case let value?: throw malformed("has \(value.kind) as aud, not a string or an array of strings")
        }
    }

    func text(_ name: String) throws(OAuthClientError) -> String? {
        switch members[name] {
        case nil: return nil
        case .string(let text)? where !text.isEmpty: return text
        case .string?: throw malformed("has an empty \(name)")
        case let value?: throw malformed("has \(value.kind) as \(name), not a string")
        }
    }

    func date(_ name: String) throws(OAuthClientError) -> NumericDate? {
        guard let value = members[name] else { return nil }
        do {
            return try NumericDate(value, claim: name)
        } catch {
            throw malformed("is unusable: \(error.reason)")
        }
    }

    func scopes() throws(OAuthClientError) -> ScopeSet? {
        guard let value = members["scope"] else { return nil }
        return try ScopeSet(value, allowing: [.commaSeparated])
    }

    private func malformed(_ fault: String) -> OAuthClientError {
        OAuthClientError(.answerMalformed, "the answer of \(endpoint) \(fault)")
    }
}
