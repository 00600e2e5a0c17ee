import OAuthClient
import StrictJSON

/// The configured values of a preset's placeholders.
public struct PresetParameters: Sendable {
    /// The values.
    public let values: [PresetPlaceholder: String]

    /// Takes values, which `ResolvedPreset` checks.
    ///
    /// - Parameter values: The values; from the configuration only (PRV-03).
    public init(_ values: [PresetPlaceholder: String] = [:]) {
        self.values = values
    }
}

extension PresetPlaceholder {
    /// Returns a value if it may stand in an address.
    package func checked(_ value: String) throws(ProviderError) -> String {
        switch self {
        case .tenant:
            try require(MicrosoftTenant(value) != nil, value, "a tenant: a GUID, a domain or one of its words")
        case .graphVersion: try require(Self.isGraphVersion(value), value, "a version such as v24.0")
        case .baseURL, .webBase, .base, .instance:
            let url = try address(value)
            let origin = "\(url.scheme)://\(url.host)" + (url.port.map { ":\($0)" } ?? "")
            try require(value.hasSameBytes(as: origin), value, "an origin such as https://host.example, without path")
        case .apiBase:
            _ = try address(value)
            try require(
                !value.contains("?") && !value.hasSuffix("/"), value, "an address without query and final slash")
        case .issuer:
            _ = try address(value)
            try require(!value.contains("?"), value, "an issuer: it has a query")
        }
        return value
    }

    private func address(_ value: String) throws(ProviderError) -> EndpointURL {
        do throws(OAuthClientError) {
            return try EndpointURL(value)
        } catch {
            throw ProviderError(.placeholderInvalid, "\(rawValue): \(error.reason)")
        }
    }

    private func require(_ holds: Bool, _ value: String, _ expectation: String) throws(ProviderError) {
        guard holds else {
            throw ProviderError(.placeholderInvalid, "\(rawValue): \(value.quotedExcerpt) is not \(expectation)")
        }
    }

    private static func isGraphVersion(_ value: String) -> Bool {
        let parts = value.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        return value.utf8.first == UInt8(ascii: "v") && parts.count == 2
            && parts.allSatisfy { 1...3 ~= $0.utf8.count && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
    }
}
