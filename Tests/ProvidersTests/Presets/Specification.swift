import StrictJSON
import TestSupport

/// The specification's table of providers, which stays outside the repository.
enum Specification {
    /// A field in which a preset says something else than the table, and why.
    struct Difference {
        let field: String
        let table: String
        let ours: String
        let reason: String

        init(_ field: String, _ table: String, _ ours: String, _ reason: String) {
            (self.field, self.table, self.ours, self.reason) = (field, table, ours, reason)
        }
    }

    static let path = Locations.vectors.map { "\($0)/../spec/providers.json" }

    static let document: JSONObject? = path.flatMap { path in
        (try? Locations.bytes(path)).flatMap { try? JSONObject(parsing: $0, limits: .document) }
    }

    static let isPresent = document != nil

    static let providers: [JSONObject] = document?["providers"]?.array?.compactMap(\.object) ?? []

    static func provider(_ id: String) -> JSONObject? {
        providers.first { $0["id"]?.string == id }
    }

    /// What a field of the table says in the words of `PresetFacts`.
    static func fact(_ field: String, of provider: JSONObject) -> String {
        let value = provider[field] ?? .null
        switch field {
        case "pkce": return pkce(value.object)
        case "nonce": return nonce(value.object)
        case "authorizationResponseIss": return value.object?["expected"]?.string ?? "null"
        case "extraAuthParams": return extraParameters(value.object)
        case "requestHeaders": return headers(value.object)
        case "refreshToken": return refresh(value.object, provider["id"]?.string ?? "")
        default: break
        }
        if let meaning = SpecificationWords.meanings[field]?[value.compactText] { return meaning }
        switch value {
        case .string(let text): return text
        case .array(let elements): return elements.map { $0.string ?? $0.compactText }.joined(separator: " ; ")
        default: return value.compactText
        }
    }

    private static func pkce(_ value: JSONObject?) -> String {
        let supported = value?["supported"] ?? .null
        let hasS256 = value?["methods"]?.array?.contains("S256") == true
        switch (supported, value?["required"] ?? .null, hasS256) {
        case ("by-client-type", "public-only", true): return "public-clients-only"
        case (true, true, true): return "required"
        case (true, false, true): return "supported"
        case (true, "public-only", true): return "supported-required-of-public-clients"
        case ("accepted, not advertised", false, true): return "unadvertised"
        case ("if advertised S256, or forced by config", false, true): return "advertised"
        case ("config", false, true): return "configured"
        case (.null, false, false): return "unknown"
        case (false, false, false): return "not-supported"
        default: return "unexpected"
        }
    }

    private static func nonce(_ value: JSONObject?) -> String {
        guard value?["supported"] == true else { return "not-supported" }
        let transform = value?["transform"]?.string ?? ""
        if transform.hasPrefix("sha256-hex of the raw nonce is sent by the app") { return "sha256-hex" }
        if transform.hasPrefix("native SDK flows: sha256-hex of raw nonce; web flow: as sent") {
            return "raw-or-sha256-hex"
        }
        return transform == "none" || transform == "none (raw)" ? "raw" : "unexpected"
    }

    private static func extraParameters(_ value: JSONObject?) -> String {
        let meanings = [
            "offline": "refresh offline", "permanent for a refresh token": "refresh permanent", "user": "always user",
            "UI hint only": "", "optional workspace id": "", "checked with /oauth/access_token_info": "",
            "optional: true|false": "true|false",
        ]
        return (value?.members ?? [])
            .map { member in
                let text = member.value.string ?? ""
                let meaning = text.hasPrefix("{") ? "always \(text)" : meanings[text] ?? text
                return "\(member.name)=\(meaning)"
            }
            .sorted().joined(separator: " ; ")
    }

    private static func headers(_ value: JSONObject?) -> String {
        (value?.members ?? []).filter { $0.name != "User-Agent" && $0.value != "application/json" }
            .map { "\($0.name): \(($0.value.string ?? "").replacing(" (Helix calls)", with: ""))" }
            .joined(separator: " ; ")
    }

    private static func refresh(_ value: JSONObject?, _ id: String) -> String {
        let meanings = [
            "true": "always", "false": "none", "null": "unknown", "offline_access": "scope offline_access",
            "with offline_access": "scope offline_access", "with offline.access": "scope offline.access",
            "scope refresh_token": "scope refresh_token", "token_access_type=offline": "token_access_type=offline",
            "duration=permanent": "duration=permanent", "approved partners only": "some clients",
            "GitHub Apps with expiring tokens only": "some clients", "provider dependent": "depends",
            "config": "depends",
            "with access_type=offline, first consent only (or prompt=consent)": "access_type=offline",
        ]
        let supported = value?["supported"] ?? .null
        let text = supported.string ?? supported.compactText
        let own = value?["url"]?.string ?? (text.hasPrefix("GET https://") ? String(text.dropFirst(4)) : nil)
        let rotation =
            switch value?["rotates"] {
            case .bool(true)?: "rotates"
            case .bool(false)?: "stays"
            case .string("for PKCE clients")?: "rotates-for-public-clients"
            case nil: "unknown"
            default: "unexpected"
            }
        return "\(own ?? meanings[text] ?? "unexpected"), \(rotation)"
    }
}
