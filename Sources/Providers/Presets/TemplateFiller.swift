import OAuthClient
import StrictJSON

/// Puts configured values into the addresses of a preset.
struct TemplateFiller {
    private let defaults: [PresetPlaceholder: String]
    private let values: [PresetPlaceholder: String]
    private let clientIdentifier: String

    /// Checks the values.
    init(_ preset: ProviderPreset, _ configuration: PresetConfiguration) throws(ProviderError) {
        defaults = preset.defaults
        values = configuration.parameters.values
        clientIdentifier = configuration.audience.primary
        let used = preset.placeholders
        for placeholder in PresetPlaceholder.allCases {
            guard let value = values[placeholder] else { continue }
            guard used.contains(placeholder) else {
                throw ProviderError(
                    .placeholderUnknown, "\(preset.id) has no place for \(placeholder.rawValue) in its addresses")
            }
            _ = try placeholder.checked(value)
        }
    }

    /// The text of a template with its values.
    func text(_ template: EndpointTemplate, subject: String? = nil) throws(ProviderError) -> String {
        try template.filled { name throws(ProviderError) in
            switch name {
            case "client_id": return Self.percentEncoded(clientIdentifier)
            case "user-id":
                guard let subject else { throw Self.missing(name) }
                return Self.percentEncoded(subject)
            default: return try value(of: name)
            }
        }
    }

    private func value(of name: String) throws(ProviderError) -> String {
        guard let placeholder = PresetPlaceholder(exactly: name) else { throw Self.missing(name) }
        if let value = values[placeholder] { return value }
        guard let template = defaults[placeholder] else { throw Self.missing(name) }
        // A default may be made of configured values, not of other defaults.
        return try EndpointTemplate(template).filled { name throws(ProviderError) in
            guard let placeholder = PresetPlaceholder(exactly: name), let value = values[placeholder] else {
                throw Self.missing(name)
            }
            return value
        }
    }

    /// The address of a template.
    func address(_ template: EndpointTemplate, subject: String? = nil) throws(ProviderError) -> EndpointURL {
        let text = try text(template, subject: subject)
        do throws(OAuthClientError) {
            return try EndpointURL(text)
        } catch {
            throw ProviderError(.endpointInvalid, error.reason)
        }
    }

    private static func missing(_ name: String) -> ProviderError {
        ProviderError(.placeholderMissing, "the provider's addresses need a value for \(name)")
    }

    /// Everything but unreserved characters as `%XX` (RFC 3986, section 2.3).
    private static func percentEncoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.append(byte)
            default: result += [UInt8(ascii: "%"), digits[Int(byte) / 16], digits[Int(byte) % 16]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension ProviderPreset {
    /// Every address of the preset.
    var templates: [EndpointTemplate] {
        var places = [endpoints.authorization, endpoints.token, endpoints.keySet]
        places += [endpoints.deviceAuthorization, endpoints.introspection]
        places += endpoints.userinfo.map(\.url)
        if let revocation = endpoints.revocation { places.append(revocation.url) }
        if let request = accessTokenCheck.request { places.append(request.url) }
        var templates: [EndpointTemplate] = []
        for case .known(let template) in places { templates.append(template) }
        templates += [endpoints.discovery, deviceFlow.polling, accessTokenCheck.followUp?.url].compactMap { $0 }
        if case .ownEndpoint(let template) = refresh.support { templates.append(template) }
        if case .ifPresent(let template) = authorization.issuerParameter { templates.append(template) }
        switch issuer {
        case .serverOnly(let template): templates.append(template)
        case .oneOf(let issuers): templates += issuers
        case .none, .microsoft, .configured, .configuredWithFinalSlash: break
        }
        return templates
    }

    /// The placeholders that a configuration may give values to.
    package var placeholders: Set<PresetPlaceholder> {
        var names = Set(templates.flatMap(\.names).compactMap(PresetPlaceholder.init(exactly:)))
        for template in defaults.values {
            names.formUnion(EndpointTemplate(template).names.compactMap(PresetPlaceholder.init(exactly:)))
        }
        return names
    }
}
