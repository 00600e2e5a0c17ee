import Cryptography
import OAuthClient
import Providers

/// Configured providers as the plays need them.
enum Setup: Sendable {
    static let client = "client-ours"

    /// A provider with its preset's real addresses.
    static func provider(
        _ id: String, clients: [String] = [client], secret: String? = Sent.secret,
        parameters: [PresetPlaceholder: String] = [:],
        configure: (inout PresetConfiguration) throws -> Void = { _ in },
        credential: ClientCredential? = nil, adjust: (inout ConfiguredProvider) throws -> Void = { _ in }
    ) throws -> ConfiguredProvider {
        var configuration = PresetConfiguration(audience: try ClientIdentifiers(clients))
        configuration.parameters = PresetParameters(parameters)
        try configure(&configuration)
        let preset = try ResolvedPreset(PresetTable.preset(id), configuration: configuration)
        let secret = secret.map { ClientCredential.secret(ClientSecret($0)) }
        var provider = ConfiguredProvider(
            id: id, preset: preset, credential: credential ?? secret ?? .none,
            userIDs: try preset.userIDMapping())
        provider.redirectURI = try RedirectURI(Sent.redirectURI)
        try adjust(&provider)
        return provider
    }
}

/// How our client shows who it is.
enum ClientProof: Sendable {
    /// HTTP Basic.
    case basic
    /// Members of the form.
    case post
    /// Members of the query, under these names.
    case query(id: String, secret: String)
    /// The identifier alone.
    case name

    func apply(to request: inout ExpectedRequest, client: String, secret: String = Sent.secret) {
        switch self {
        case .basic: request.authorization = .exactly(Self.basicField(client, secret))
        case .post:
            request.form["client_id"] = .exactly(client)
            request.form["client_secret"] = .exactly(secret)
        case .query(let idName, let secretName):
            request.query[idName] = .exactly(client)
            request.query[secretName] = .exactly(secret)
        case .name: request.form["client_id"] = .exactly(client)
        }
    }

    /// The field as RFC 6749 has it: both parts form-encoded before base64.
    static func basicField(_ client: String, _ secret: String) -> String {
        Client.basic(FormURLEncoding.encode(client), FormURLEncoding.encode(secret)).value
    }
}
