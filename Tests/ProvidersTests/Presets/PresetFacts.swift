import JOSE
import Providers
import StrictJSON

/// A preset's facts in the words of the specification's table.
struct PresetFacts {
    let preset: ProviderPreset

    /// The facts by the names of the table's fields; `accessTokenAudienceCheck` and `deviceFlow` have their own tests.
    var byField: [String: String] {
        let endpoints = preset.endpoints
        return [
            "id": preset.id,
            "displayName": preset.displayName,
            "firebaseProviderId": preset.firebaseProviderID ?? "null",
            "protocol": preset.protocol.rawValue,
            "issuer": issuer,
            "acceptedIssuers": acceptedIssuers,
            "discoveryURL": endpoints.discovery?.text ?? "null",
            "authorizationEndpoint": text(endpoints.authorization),
            "tokenEndpoint": text(endpoints.token),
            "userinfoEndpoints": endpoints.userinfo.map(text).joined(separator: " ; "),
            "jwksURI": text(endpoints.keySet),
            "deviceAuthorizationEndpoint": text(endpoints.deviceAuthorization),
            "revocationEndpoint": revocation,
            "introspectionEndpoint": text(endpoints.introspection),
            "defaultScopes": preset.scopes.defaults.joined(separator: " ; "),
            "scopeSeparator": preset.scopes.separator.rawValue,
            "responseScopeForms": preset.scopes.responseForms.map(\.rawValue).joined(separator: " ; "),
            "clientIDParam": preset.client.identifierParameter,
            "clientSecretParam": preset.client.secretParameter,
            "tokenEndpointAuthMethods": authentication,
            "pkce": preset.authorization.pkce.rawValue,
            "nonce": preset.authorization.nonce.rawValue,
            "stateRequired": preset.authorization.state == .required ? "true" : "false",
            "responseMode": preset.authorization.responseModes.map(\.rawValue).joined(separator: "|"),
            "authorizationResponseIss": issuerParameter,
            "extraAuthParams": preset.authorization.extraParameters.map(text).sorted().joined(separator: " ; "),
            "requestHeaders": preset.requestHeaders.map(text).joined(separator: " ; "),
            "idTokenSigningAlgs": (preset.idToken?.algorithms ?? []).map(\.rawValue).joined(separator: " ; "),
            "idTokenAudience": audience,
            "subjectPath": subjectPath,
            "subjectType": preset.subject.form.rawValue,
            "subjectScope": preset.subject.scope.rawValue,
            "emailPath": preset.email.candidates.map(\.address.description).joined(separator: " | "),
            "emailVerifiedPath": preset.email.candidates.filter { !$0.flags.isEmpty }
                .map { $0.flags.map(\.description).joined(separator: " & ") }.joined(separator: " | "),
            "emailVerifiedRule": emailRule,
            "emailTrust": preset.email.trust.rawValue,
            "namePath": preset.name.map { $0.map(\.description).joined(separator: "+") }.joined(separator: "|"),
            "picturePath": picture,
            "acceptedCredentials": preset.acceptedCredentials.map(\.rawValue).joined(separator: " ; "),
            "refreshToken": refresh,
        ]
    }

    private var issuer: String {
        switch preset.issuer {
        case .none: "null"
        case .serverOnly(let template): template.text
        case .oneOf(let templates): templates[0].text
        case .microsoft: "microsoft"
        case .configured: "configured"
        case .configuredWithFinalSlash: "configured with final slash"
        }
    }

    private var acceptedIssuers: String {
        switch preset.issuer {
        case .none, .serverOnly: "none"
        case .oneOf(let templates): templates.map(\.text).joined(separator: " ; ")
        case .microsoft: "microsoft"
        case .configured, .configuredWithFinalSlash: "configured"
        }
    }

    func text(_ endpoint: PresetEndpoint) -> String {
        switch endpoint {
        case .none: "null"
        case .known(let template): template.text
        case .discovered: "from discovery"
        case .configured: "config"
        }
    }

    private func text(_ userinfo: UserinfoEndpoint) -> String {
        let method = userinfo.method == .get ? "" : "\(userinfo.method.rawValue) "
        let placement = userinfo.token == .bearer ? "" : " \(text(userinfo.token))"
        return method + text(userinfo.url) + placement + userinfo.parameters.map { " \($0.rawValue)" }.joined()
    }

    func text(_ placement: TokenPlacement) -> String {
        switch placement {
        case .bearer: "bearer"
        case .oauthScheme: "oauth-scheme"
        case .query(let name): "query:\(name)"
        case .form(let name): "form:\(name)"
        case .json(let name): "json:\(name)"
        }
    }

    private var revocation: String {
        guard let revocation = preset.endpoints.revocation else { return "null" }
        let form = revocation.form == .standard ? "" : " \(revocation.form.rawValue)"
        return (revocation.method == .post ? "" : "\(revocation.method.rawValue) ") + text(revocation.url) + form
    }

    private var authentication: String {
        switch preset.client.authentication {
        case .noTokenEndpoint: "no token endpoint"
        case .methods(let methods): methods.map(\.rawValue).joined(separator: " ; ")
        case .advertised(let otherwise): "advertised, else \(otherwise.rawValue)"
        case .configured: "config"
        }
    }

    private var issuerParameter: String {
        switch preset.authorization.issuerParameter {
        case .notAnnounced: "null"
        case .ifPresent(let template): template.text
        }
    }

    private func text(_ parameter: ExtraParameter) -> String {
        switch parameter.use {
        case .offered(let values): "\(parameter.name)=\(values.joined(separator: "|"))"
        case .always(let value): "\(parameter.name)=always \(value)"
        case .forRefreshToken(let value): "\(parameter.name)=refresh \(value)"
        }
    }

    private func text(_ header: PresetHeader) -> String {
        switch header {
        case .fixed(let name, let value): "\(name): \(value)"
        case .clientIdentifier(let name): "\(name): {client_id}"
        }
    }

    private var audience: String {
        switch preset.idToken?.audience {
        case nil: "null"
        case .clientIdentifier?: "client"
        case .anyConfiguredIdentifier?: "list"
        }
    }

    private var subjectPath: String {
        let paths = preset.subject.paths.map(\.description).joined(separator: " / ")
        return preset.subject.reading == .lastPathSegment ? "\(paths) last segment" : paths
    }

    private var emailRule: String {
        let candidates = preset.email.candidates
        guard !candidates.isEmpty else { return "none" }
        return candidates.allSatisfy(\.flags.isEmpty) ? "no flag" : preset.email.flag.rawValue
    }

    private var picture: String {
        switch preset.picture {
        case .none: "null"
        case .members(let paths): paths.map(\.description).joined(separator: "|")
        case .discordAvatar: "discord"
        case .yandexAvatar: "yandex"
        case .largestImage(let path): "largest of \(path)"
        }
    }

    private var refresh: String {
        let support =
            switch preset.refresh.support {
            case .none: "none"
            case .unknown: "unknown"
            case .always: "always"
            case .withScope(let scope): "scope \(scope)"
            case .withParameter(let name, let value): "\(name)=\(value)"
            case .forSomeClients: "some clients"
            case .ownEndpoint(let template): template.text
            case .depends: "depends"
            }
        return "\(support), \(preset.refresh.rotation.rawValue)"
    }
}
