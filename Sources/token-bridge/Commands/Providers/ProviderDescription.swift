import JOSE
import Providers
import StrictJSON

/// What is known about one provider.
struct ProviderDescription: CommandResult {
    let preset: ProviderPreset

    var text: String {
        var rows: [[String]] = []
        for (name, value) in facts {
            switch value {
            case .string(let text): rows.append([name, text])
            case .array(let values):
                for (index, value) in values.enumerated() {
                    rows.append([index == 0 ? name : "", value.string ?? value.compactText])
                }
            case let other: rows.append([name, other.compactText])
            }
        }
        return TextTable(rows: rows).text
    }

    var json: JSONValue {
        var object = JSONObject()
        for (name, value) in facts { object[name] = value }
        return .object(object)
    }

    /// The facts in the order in which they are shown; what is unknown or empty is left out.
    private var facts: [(String, JSONValue)] {
        let endpoints = preset.endpoints
        var facts: [(String, JSONValue)] = [
            ("id", .string(preset.id)), ("name", .string(preset.displayName)),
            ("protocol", .string(preset.protocol.rawValue)),
            ("accepts", list(preset.acceptedCredentials.map(\.rawValue))),
            ("access_token_check", .string(preset.audienceProof)),
            ("access_token_check_endpoint", text(checkEndpoint)), ("issuer", list(issuers)),
            ("discovery", text(endpoints.discovery?.text)),
            ("authorization_endpoint", text(endpoints.authorization.words)),
            ("token_endpoint", text(endpoints.token.words)),
            ("userinfo_endpoint", list(endpoints.userinfo.compactMap(\.url.words))),
            ("jwks_uri", text(endpoints.keySet.words)),
            ("device_authorization_endpoint", text(endpoints.deviceAuthorization.words)),
            ("revocation_endpoint", text(endpoints.revocation?.url.words)),
            ("client_authentication", list(authentication)), ("scopes", list(preset.scopes.defaults)),
            ("pkce", .string("\(preset.authorization.pkce.rawValue): \(preset.authorization.pkce.reason)")),
            ("nonce", .string(preset.authorization.nonce.rawValue)),
            ("id_token_algorithms", list(preset.idToken?.algorithms.map(\.rawValue) ?? [])),
            ("subject", list(preset.subject.paths.map(\.description))), ("email", .string(preset.email.trust.rawValue)),
            ("placeholders", list(Set(preset.placeholders.map(\.key)).sorted())), ("notes", list(preset.notes)),
        ]
        if let reason = preset.accessTokenCheck.reason { facts.append(("access_token_reason", .string(reason))) }
        if case .notSupported(let reason) = preset.support { facts.append(("not_supported", .string(reason))) }
        return facts.filter { $0.1 != .array([]) && $0.1 != .null }
    }

    /// Where access tokens are checked, with the values that need not be configured.
    private var checkEndpoint: String? {
        guard let address = preset.accessTokenCheck.request?.url.words else { return nil }
        return preset.defaults.reduce(address) { $0.replacing("{\($1.key.rawValue)}", with: $1.value) }
    }

    private var issuers: [String] {
        switch preset.issuer {
        case .none: []
        case .serverOnly(let issuer): [issuer.text]
        case .oneOf(let issuers): issuers.map(\.text)
        case .microsoft: ["https://login.microsoftonline.com/{tid}/v2.0"]
        case .configured, .configuredWithFinalSlash: ["(configured)"]
        }
    }

    private var authentication: [String] {
        switch preset.client.authentication {
        case .noTokenEndpoint: []
        case .methods(let methods): methods.map(\.rawValue)
        case .advertised(let otherwise): ["as the metadata says, else \(otherwise.rawValue)"]
        case .configured: ["(configured)"]
        }
    }

    private func text(_ text: String?) -> JSONValue {
        text.map { .string($0) } ?? .null
    }

    private func list(_ texts: [String]) -> JSONValue {
        .array(texts.map { .string($0) })
    }
}

extension PresetEndpoint {
    /// The address, or where it comes from; nil where there is none.
    fileprivate var words: String? {
        switch self {
        case .none: nil
        case .known(let template): template.text
        case .discovered: "(in the metadata)"
        case .configured: "(configured)"
        }
    }
}

extension PresetPlaceholder {
    /// The key of the configuration that gives its value.
    fileprivate var key: String {
        switch self {
        case .tenant: "tenant"
        case .graphVersion: "graph_version"
        case .base, .baseURL: "base_url"
        case .webBase: "web_base"
        case .apiBase: "api_base"
        case .instance: "instance"
        case .issuer: "issuer"
        }
    }
}
