import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

/// Values that fill every placeholder of every preset.
enum Samples {
    static let values: [PresetPlaceholder: String] = [
        .tenant: "common", .graphVersion: "v25.0", .baseURL: "https://git.example", .webBase: "https://web.example",
        .apiBase: "https://api.example/v3", .base: "https://org.my.salesforce.example",
        .instance: "https://social.example", .issuer: "https://id.example/realm/",
    ]

    static let client = "client-ours"

    /// A configuration that is complete for a preset.
    static func configuration(_ id: String) throws -> PresetConfiguration {
        var configuration = PresetConfiguration(audience: try ClientIdentifiers([client]))
        let placeholders: [PresetPlaceholder] =
            switch id {
            case "microsoft": [.tenant]
            case "github-enterprise": [.baseURL]
            case "mastodon": [.instance]
            case "okta", "auth0", "keycloak", "cognito", "oidc": [.issuer]
            default: []
            }
        let pairs = placeholders.compactMap { placeholder in values[placeholder].map { (placeholder, $0) } }
        configuration.parameters = PresetParameters(Dictionary(uniqueKeysWithValues: pairs))
        if id == "kakao" { configuration.kakaoAppNumber = "1234" }
        if id == "oauth2" {
            configuration.endpoints.authorization = try EndpointURL("https://as.example/authorize")
            configuration.endpoints.token = try EndpointURL("https://as.example/token")
            configuration.endpoints.userinfo = try EndpointURL("https://as.example/me")
            configuration.members.subject = try JSONPath(parsing: "user.id")
            configuration.clientAuthentication = .basic
        }
        return configuration
    }

    /// A preset with a configuration that is complete for it, somewhat changed.
    static func resolve(
        _ id: String, _ change: (inout PresetConfiguration) throws -> Void = { _ in }
    ) throws -> ResolvedPreset {
        var configuration = try configuration(id)
        try change(&configuration)
        return try ResolvedPreset(try PresetTable.preset(id), configuration: configuration)
    }

    /// The payload of a token, whose signature is not this layer's.
    static func payload(ofToken bytes: [UInt8]) throws -> [UInt8] {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        try #require(parts.count == 3)
        return try Base64URL.decode(parts[1])
    }

    static func json(_ text: String) throws -> JSONValue {
        try JSONValue(parsing: Array(text.utf8), limits: .document)
    }
}

/// The code of a call that must fail.
func refusal<Value>(_ body: () throws -> Value) throws -> ProviderError.Code {
    try #require(throws: ProviderError.self) { _ = try body() }.code
}
