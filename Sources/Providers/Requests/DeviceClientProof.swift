import OAuthClient
import StrictJSON

/// What our client shows in the two requests of a device flow.
enum DeviceClientProof: Sendable {
    /// Its name alone, or a token among the parameters.
    case nameOnly
    /// Its name at first, its secret with each poll.
    case secretWithPolls(ClientSecret)
    /// What it shows at the token endpoint, with both requests.
    case client(Client)

    init(
        _ rule: DeviceFlowRule, of provider: ConfiguredProvider, metadata: AuthorizationServerMetadata?
    ) throws(ProviderError) {
        switch rule.credential {
        case .none, .clientToken: self = .nameOnly
        case .secret:
            guard let secret = provider.credential.secret, !secret.secretText.isEmpty else {
                throw ProviderError(
                    .clientAuthenticationMissing,
                    "\(provider.id) needs the client secret for its device flow, and the configuration has none")
            }
            self = .secretWithPolls(secret)
        case .secretIfConfidential: self = .client(try provider.client(metadata))
        case .basic: self = .client(try provider.client(by: .basic, "for its device flow"))
        }
    }

    /// The request for the codes.
    func start(
        _ parameters: [(String, String)], at url: EndpointURL, fields: [HTTPField]
    ) throws(OAuthClientError) -> HTTPRequest {
        switch self {
        case .nameOnly, .secretWithPolls: try Self.request(parameters, at: url, fields: fields)
        case .client(let client): try Self.request(parameters, from: client, at: url, fields: fields)
        }
    }

    /// The request that asks whether the person has decided.
    func poll(
        _ parameters: [(String, String)], at url: EndpointURL, fields: [HTTPField]
    ) throws(OAuthClientError) -> HTTPRequest {
        switch self {
        case .nameOnly: try Self.request(parameters, at: url, fields: fields)
        case .secretWithPolls(let secret):
            try Self.request(parameters + [("client_secret", secret.secretText)], at: url, fields: fields)
        case .client(let client): try Self.request(parameters, from: client, at: url, fields: fields)
        }
    }

    /// The client names itself in its own way.
    private static func request(
        _ parameters: [(String, String)], from client: Client, at url: EndpointURL, fields: [HTTPField]
    ) throws(OAuthClientError) -> HTTPRequest {
        let others = parameters.filter { !$0.0.hasSameBytes(as: "client_id") }
        return try client.request(
            posting: FormParameters(others.map { (name: $0.0, value: $0.1) }), to: url, fields: fields)
    }

    private static func request(
        _ parameters: [(String, String)], at url: EndpointURL, fields: [HTTPField]
    ) throws(OAuthClientError) -> HTTPRequest {
        let form = try FormParameters(parameters.map { (name: $0.0, value: $0.1) })
        let type = HTTPField(name: "Content-Type", value: "application/x-www-form-urlencoded")
        return .post(url, fields: [type, .acceptsJSON] + fields, body: [UInt8](form.encodedText.utf8))
    }
}
