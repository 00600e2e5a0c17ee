public import CredentialProofs
public import OAuthClient
import StrictJSON

/// Our authorization endpoint for apps (RFC 6749, section 3.1), without anything of HTTP.
public struct AuthorizationEndpoint: Sendable {
    /// The longest state of an app, in bytes.
    static let maximumStateBytes = 2048

    let issuer: IssuerIdentifier
    private let clients: [RegisteredClient]
    private let providers: [String]

    /// Makes the endpoint.
    ///
    /// - Parameters:
    ///   - issuer: Who we are: every response names it (RFC 9207).
    ///   - clients: The registered clients.
    ///   - providers: The names of the configured providers.
    public init(issuer: IssuerIdentifier, clients: [RegisteredClient], providers: [String]) {
        self.issuer = issuer
        self.clients = clients
        self.providers = providers
    }

    /// Reads a request.
    ///
    /// - Parameter query: The query of the request, without its question mark.
    /// - Returns: The request.
    /// - Throws: `AuthorizationEndpointError`, which says whether the app may be told.
    public func request(query: String) throws(AuthorizationEndpointError) -> AuthorizationEndpointRequest {
        let parameters: AuthorizationQuery
        let client: RegisteredClient
        let redirectURI: RedirectURI
        do throws(BridgeError) {
            parameters = try AuthorizationQuery(query)
            client = try self.client(parameters.value("client_id"))
            redirectURI = try Self.redirectURI(parameters.value("redirect_uri"), of: client)
        } catch {
            throw .showPage(error)
        }
        do throws(BridgeError) {
            return try request(parameters, from: client, redirectURI)
        } catch {
            let state = (try? Self.state(parameters)) ?? nil
            throw .redirect(
                refusal(to: redirectURI, state, AuthorizationErrorCode(error.code), Self.words(for: error)), error)
        }
    }

    /// Tells an app that it gets no code, for a reason of ours.
    ///
    /// - Parameters:
    ///   - request: The app's request.
    ///   - error: Why.
    /// - Returns: Where to send the browser.
    public func refusal(of request: AuthorizationEndpointRequest, because error: BridgeError) -> AuthorizationRedirect {
        refusal(to: request.redirectURI, request.state, AuthorizationErrorCode(error.code), Self.words(for: error))
    }

    /// What an app is told; reasons that name our own inside stay here.
    private static func words(for error: BridgeError) -> String {
        let isOfOurInside = AuthorizationErrorCode(error.code) == .serverError || error.code == .storeUnavailable
        return isOfOurInside ? "the service cannot do this for now" : error.reason
    }

    /// Tells an app that it gets no code, for the sign-in proved nothing; the provider's own words stay here.
    ///
    /// - Parameters:
    ///   - request: The app's request.
    ///   - error: Why.
    /// - Returns: Where to send the browser.
    public func refusal(
        of request: AuthorizationEndpointRequest, because error: CredentialError
    ) -> AuthorizationRedirect {
        let code = AuthorizationErrorCode(error.code)
        return refusal(to: request.redirectURI, request.state, code, code.sentence)
    }

    /// The client of an identifier that may have codes.
    ///
    /// - Throws: `BridgeError` with code `requestInvalid` or `clientInvalid`.
    func client(_ id: String?) throws(BridgeError) -> RegisteredClient {
        guard let id else { throw BridgeError(.requestInvalid, "the request has no client_id") }
        guard let client = clients.first(where: { $0.id.hasSameBytes(as: id) }) else {
            throw BridgeError(.clientInvalid, "there is no client \(id.quotedExcerpt)")
        }
        return client
    }

    private static func redirectURI(_ text: String?, of client: RegisteredClient) throws(BridgeError) -> RedirectURI {
        guard let text else { throw BridgeError(.redirectURIInvalid, "the request has no redirect_uri") }
        guard let requested = try? RedirectURI(text), client.redirectURIs.contains(where: { $0.allows(requested) })
        else {
            throw BridgeError(
                .redirectURIInvalid,
                "\(client.id.quotedExcerpt) is not registered with the redirect address \(text.quotedExcerpt)")
        }
        return requested
    }

    private func request(
        _ parameters: AuthorizationQuery, from client: RegisteredClient, _ redirectURI: RedirectURI
    ) throws(BridgeError) -> AuthorizationEndpointRequest {
        try parameters.requireNoRepetition()
        guard client.grants.contains(.authorizationCode) else {
            throw BridgeError(.clientNotAllowed, "\(client.id.quotedExcerpt) is not registered for codes")
        }
        let state = try Self.state(parameters)
        try Self.checkResponse(parameters)
        return AuthorizationEndpointRequest(
            clientID: client.id, redirectURI: redirectURI,
            providers: try choice(of: parameters.value("provider"), for: client),
            scope: try Self.scope(parameters), state: state, challenge: try Self.challenge(parameters))
    }

    private static func checkResponse(_ parameters: AuthorizationQuery) throws(BridgeError) {
        guard let type = try parameters.value("response_type") else {
            throw BridgeError(.requestInvalid, "the request has no response_type")
        }
        guard type.hasSameBytes(as: "code") else {
            throw BridgeError(.grantNotSupported, "the response_type must be code")
        }
        guard try parameters.value("response_mode").map({ $0.hasSameBytes(as: "query") }) ?? true else {
            throw BridgeError(.requestInvalid, "the response_mode must be query")
        }
    }

    private static func challenge(_ parameters: AuthorizationQuery) throws(BridgeError) -> CodeChallenge {
        guard let text = try parameters.value("code_challenge") else {
            throw BridgeError(.requestInvalid, "the request has no code_challenge (PKCE)")
        }
        // Left out, it would mean plain (RFC 7636, section 4.3).
        guard let method = try parameters.value("code_challenge_method"), method.hasSameBytes(as: "S256") else {
            throw BridgeError(.requestInvalid, "the code_challenge_method must be S256")
        }
        guard let challenge = CodeChallenge(text) else {
            throw BridgeError(.requestInvalid, "the code_challenge is not a SHA-256 hash in base64url")
        }
        return challenge
    }

    /// The state, which is given back as it came: printable ASCII (RFC 6749, appendix A.5).
    private static func state(_ parameters: AuthorizationQuery) throws(BridgeError) -> String? {
        guard let state = try parameters.value("state") else { return nil }
        guard state.utf8.count <= maximumStateBytes, state.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
            throw BridgeError(
                .requestInvalid, "the state is not printable ASCII of at most \(maximumStateBytes) characters")
        }
        return state
    }

    private static func scope(_ parameters: AuthorizationQuery) throws(BridgeError) -> String? {
        guard let scope = try parameters.value("scope") else { return nil }
        guard scope.utf8.count <= 1024,
            scope.utf8.allSatisfy({ 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") })
        else { throw BridgeError(.requestInvalid, "the scope has characters that no scope has") }
        return scope
    }

    private func choice(of name: String?, for client: RegisteredClient) throws(BridgeError) -> [String] {
        guard let name else {
            let allowed = providers.filter { client.providers.contains($0) }
            guard !allowed.isEmpty else {
                throw BridgeError(.providerNotAllowed, "\(client.id.quotedExcerpt) may use no provider")
            }
            return allowed
        }
        guard providers.contains(where: { $0.hasSameBytes(as: name) }) else {
            throw BridgeError(.requestInvalid, "there is no provider \(name.quotedExcerpt)")
        }
        guard client.providers.contains(name) else {
            throw BridgeError(
                .providerNotAllowed, "\(client.id.quotedExcerpt) may not use the provider \(name.quotedExcerpt)")
        }
        return [name]
    }

    private func refusal(
        to redirectURI: RedirectURI, _ state: String?, _ code: AuthorizationErrorCode, _ reason: String
    ) -> AuthorizationRedirect {
        AuthorizationRedirect(
            to: redirectURI,
            [
                ("error", code.rawValue), ("error_description", reason.errorDescription), ("state", state),
                ("iss", issuer.text),
            ])
    }
}

extension String {
    /// The text in the characters of an `error_description` (RFC 6749, section 4.1.2.1).
    fileprivate var errorDescription: String {
        let bytes = unicodeScalars.prefix(300).map { scalar in
            switch scalar.value {
            case 0x20...0x21, 0x23...0x5B, 0x5D...0x7E: UInt8(truncatingIfNeeded: scalar.value)
            case 0x22: UInt8(ascii: "'")
            default: UInt8(ascii: "?")
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
