/// What in an address depends on the configuration.
public enum PresetPlaceholder: String, Sendable, CaseIterable {
    /// The tenant of Microsoft Entra: `common`, `organizations`, `consumers`, a GUID or a domain.
    case tenant
    /// The version of Facebook's Graph API, such as `v24.0`.
    case graphVersion
    /// The origin of an installation, such as `https://git.example.com`.
    case baseURL
    /// The origin of GitHub's pages.
    case webBase
    /// The address before all paths of GitHub's API.
    case apiBase
    /// The origin of a Salesforce organization.
    case base
    /// The origin of a Mastodon instance.
    case instance
    /// The issuer as configured, byte for byte.
    case issuer
}

/// An address in which placeholders such as `{tenant}` stand for configured values.
public struct EndpointTemplate: Sendable, Equatable {
    /// The address with its placeholders.
    public let text: String

    /// Takes an address.
    init(_ text: String) {
        self.text = text
    }

    /// The names in braces, in their order.
    var names: [String] {
        text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().map { String($0.prefix { $0 != "}" }) }
    }

    /// The address with values in the place of names.
    ///
    /// A value that ends with a slash and a slash that follows it are one slash (OpenID Connect Discovery, section 4.1).
    ///
    /// - Parameter value: The value of a name.
    /// - Returns: The address.
    /// - Throws: What the value of a name throws.
    func filled(_ value: (String) throws(ProviderError) -> String) throws(ProviderError) -> String {
        var result = ""
        for (index, part) in text.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
            guard index > 0, let end = part.firstIndex(of: "}") else {
                result += part
                continue
            }
            let rest = part[part.index(after: end)...]
            let replacement = try value(String(part[..<end]))
            result += rest.hasPrefix("/") && replacement.hasSuffix("/") ? String(replacement.dropLast()) : replacement
            result += rest
        }
        return result
    }

    /// Two templates are equal when they are the same bytes.
    public static func == (left: EndpointTemplate, right: EndpointTemplate) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }
}

extension EndpointTemplate: ExpressibleByStringLiteral {
    /// Takes an address.
    public init(stringLiteral text: String) {
        self.init(text)
    }
}

extension PresetEndpoint: ExpressibleByStringLiteral {
    /// A known address.
    public init(stringLiteral text: String) {
        self = .known(EndpointTemplate(text))
    }
}
