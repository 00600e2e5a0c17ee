import Cryptography
import OAuthClient
import Providers
import StrictJSON

/// A request with an access token, as a provider wants it: a check of the token, or the description of its account.
struct AccountRequest: Sendable {
    let provider: ConfiguredProvider
    let token: AccessToken
    private var query: [(name: String, value: String)] = []
    private var form: [(name: String, value: String)] = []
    private var fields: [HTTPField] = []
    private var json: JSONObject?

    /// Puts the token where the provider wants it.
    init(_ provider: ConfiguredProvider, _ token: AccessToken, in placement: TokenPlacement, accept: String?) {
        self.provider = provider
        self.token = token
        fields = [HTTPField(name: "Accept", value: accept ?? "application/json")] + provider.requestFields
        switch placement {
        case .bearer: fields.append(HTTPField(name: "Authorization", value: "Bearer \(token.secretText)"))
        case .oauthScheme: fields.append(HTTPField(name: "Authorization", value: "OAuth \(token.secretText)"))
        case .query(let name): query.append((name, token.secretText))
        case .form(let name): form.append((name, token.secretText))
        case .json(let name): 
            var object = JSONObject()
            object[name] = .string(token.secretText)
            json = object
        }
    }

    /// Adds a parameter, to the query of a GET and to the form of a POST.
    mutating func add(_ name: String, _ value: String, _ method: EndpointMethod) {
        if method == .get { query.append((name, value)) } else { form.append((name, value)) }
    }

    mutating func addToQuery(_ name: String, _ value: String) {
        query.append((name, value))
    }

    mutating func addField(_ name: String, _ value: String) {
        fields.append(HTTPField(name: name, value: value))
    }

    /// The request.
    ///
    /// - Throws: `CredentialError` with code `providerMisconfigured` for an address that cannot be called.
    func httpRequest(_ method: EndpointMethod, to url: EndpointURL) throws(CredentialError) -> HTTPRequest {
        let address = try self.address(url)
        switch method {
        case .get: return .get(address, fields: fields)
        case .post, .delete:
            if let json {
                let type = HTTPField(name: "Content-Type", value: "application/json")
                return .post(address, fields: fields + [type], body: [UInt8](JSONValue.object(json).compactText.utf8))
            }
            // A POST without parameters has no body, and so no type (Dropbox refuses one).
            guard !form.isEmpty else { return .post(address, fields: fields, body: []) }
            let type = HTTPField(name: "Content-Type", value: "application/x-www-form-urlencoded")
            return .post(address, fields: fields + [type], body: [UInt8](Self.encoded(form).utf8))
        }
    }

    private func address(_ url: EndpointURL) throws(CredentialError) -> EndpointURL {
        guard !query.isEmpty else { return url }
        do throws(OAuthClientError) {
            return try EndpointURL("\(url.text)\(url.text.contains("?") ? "&" : "?")\(Self.encoded(query))")
        } catch {
            // The address holds the token, so the reason must not.
            throw CredentialError(.credentialInvalid, "\(provider.id): the access token does not fit into an address")
        }
    }

    private static func encoded(_ parameters: [(name: String, value: String)]) -> String {
        parameters.map { "\(FormURLEncoding.encode($0.name))=\(FormURLEncoding.encode($0.value))" }
            .joined(separator: "&")
    }
}
