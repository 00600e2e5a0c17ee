import Providers
import StrictJSON

/// A check of access tokens in words, from a preset or from the specification's table.
struct CheckFacts {
    var method: String
    var isOnByDefault: Bool
    var request: [String] = []
    var requirements: [String] = []
    var subject: String
    var scopes: String

    init(preset: ProviderPreset) {
        let check = preset.accessTokenCheck
        let facts = PresetFacts(preset: preset)
        method = check.method.rawValue
        isOnByDefault = check.activation == .byDefault
        subject = check.subject?.description ?? "none"
        scopes = check.scopes?.description ?? "none"
        if let request = check.request {
            self.request = [request.method.rawValue, facts.text(request.url), facts.text(request.token)]
            switch request.authentication {
            case .none: break
            case .basic: self.request.append("basic")
            case .form: self.request.append("form credentials")
            case .appToken: self.request.append("app token")
            case .asAtTokenEndpoint: self.request.append("client credentials")
            }
            self.request += request.parameters.map { "\($0.key)=\($0.value)" }
            if let accept = request.accept { self.request.append(accept) }
        }
        requirements = check.requirements.map { requirement in
            let paths = requirement.paths.map(\.description).joined(separator: "|")
            return "\(paths) \(Self.text(requirement.rule))"
        }
    }

    private static func text(_ rule: AccessTokenCheck.Requirement.Rule) -> String {
        switch rule {
        // The cases accept answers of Facebook's that lack what the table demands: both are one fact here.
        case .equals(let value), .equalsIfPresent(let value): "= \(value.compactText)"
        case .namesClient: "clientID"
        case .namesAnyClient: "clientIDs"
        case .namesAnyClientIfPresent: "clientIDs if present"
        case .namesKakaoApp: "kakaoAppID"
        case .isPresent: "present"
        case .isInteger: "integer"
        case .isPositive: "> 0"
        case .isPositiveIfPresent: "> 0 if present"
        case .isInFuture: "future"
        case .isNullOrInFuture: "null or future"
        case .isZeroOrInFuture: "0 or future"
        }
    }

    /// What the text says beyond the table, or otherwise: Yahoo's undocumented endpoint, the claims of Auth0 and
    /// Cognito (section 4), and the requests that configuration and metadata make.
    private static let texts: [String: (request: [String], requirements: [String], subject: String)] = [
        "yahoo": (
            ["POST", "https://api.login.yahoo.com/oauth2/introspect", "form:token", "client credentials"],
            ["active = true", "client_id clientID"], "none"
        ),
        "auth0": ([], ["azp clientID"], "sub"),
        "cognito": ([], ["client_id clientID", "token_use = \"access\""], "sub"),
        "oidc": (
            ["POST", "from discovery", "form:token", "client credentials"], ["active = true", "client_id clientID"],
            "sub"
        ),
        "oauth2": (["POST", "config", "form:token", "client credentials"], [], "none"),
    ]

    init(table: JSONObject, id: String) {
        method = table["method"]?.string ?? "missing"
        isOnByDefault = table["enabledByDefault"] != false && method != "none" && method != "unconfirmed"
        subject = table["subjectPath"]?.string ?? "none"
        scopes = table["scopesPath"]?.string.map { String($0.prefix { $0 != " " }) } ?? "none"
        if let text = Self.texts[id] {
            (request, requirements, subject) = text
            return
        }
        if let request = table["request"]?.object { self.request = Self.request(request) }
        requirements = (table["require"]?.array ?? []).compactMap(\.object).compactMap(Self.requirement)
    }

    private static func request(_ request: JSONObject) -> [String] {
        var facts = [request["method"]?.string ?? "", request["url"]?.string ?? ""]
        var others: [String] = []
        for (place, name) in [("query", "query"), ("form", "form"), ("json", "json")] {
            for member in request[place]?.object?.members ?? [] {
                switch member.value.string ?? "" {
                case let text where text.hasPrefix("<token"): facts.append("\(name):\(member.name)")
                case "{client_id}|{client_secret}": others.append("app token")
                case "{client_id}": others.append("form credentials")
                case "{client_secret}": break
                case let text: others.append("\(member.name)=\(text)")
                }
            }
        }
        switch request["headers"]?.object?["Authorization"]?.string {
        case "Bearer <token>"?: facts.append("bearer")
        case "OAuth <token>"?: facts.append("oauth-scheme")
        default: break
        }
        switch request["auth"]?.string {
        case "Basic client_id:client_secret"?: others.append("basic")
        case "client credentials"?: others.append("client credentials")
        default: break
        }
        others.sort { !$0.contains("=") && $1.contains("=") }
        if let accept = request["headers"]?.object?["Accept"]?.string { others.append(accept) }
        return facts + others
    }

    private static func requirement(_ requirement: JSONObject) -> String? {
        // Status 200 is the rule for every check.
        if let status = requirement["status"] { return status == 200 ? nil : "unexpected status" }
        let path = requirement["path"]?.string ?? ""
        if let value = requirement["equals"] { return "\(path) = \(value.compactText)" }
        if let name = requirement["equalsConfig"]?.string { return "\(path) \(name)" }
        if let name = requirement["inConfig"]?.string {
            return "\(path) \(name)" + (requirement["ifPresent"] == true ? " if present" : "")
        }
        let rules = [
            "present": "present", "present (needs openid scope)": "present", "present (identify scope)": "present",
            "present (absent for app tokens)": "present", "null or in the future": "null or future",
            "present (integer); null for client-credential tokens": "integer", "0 or in the future": "0 or future",
            "in the future": "future", "ISO8601 with microseconds, in the future": "future", "> 0": "> 0",
            "> 0 (string or number)": "> 0", "seconds left > 0": "> 0", "> 0 if present": "> 0 if present",
        ]
        return "\(path) \(rules[requirement["rule"]?.string ?? ""] ?? "unexpected")"
    }

    static func filled(_ text: String, _ values: [String: String]) -> String {
        values.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
    }
}
