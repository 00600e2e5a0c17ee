import Providers
import StrictJSON

/// Finds providers that could be mistaken for each other.
struct ProviderConflicts {
    let findings: Findings

    /// Checks each pair of providers.
    func check(_ providers: [(node: ConfigurationNode, provider: ConfiguredProvider)]) {
        for (index, later) in providers.enumerated() {
            for earlier in providers[..<index] {
                checkPrefixes(earlier.provider, later.provider, later.node)
                checkIssuers(earlier.provider, later.provider, later.node)
            }
        }
    }

    /// No uid of one provider may be a uid of another, unless both know the same accounts by the same subjects.
    private func checkPrefixes(_ earlier: ConfiguredProvider, _ later: ConfiguredProvider, _ node: ConfigurationNode) {
        guard earlier.userIDs.prefix.hasSameBytes(as: later.userIDs.prefix) else { return }
        let place = node["uid_prefix"] ?? node
        do throws(ProviderError) {
            try UserIDMapping.requireDistinct([earlier.userIDs, later.userIDs])
        } catch {
            findings.fault(
                place, "\(error.reason): \(earlier.id) and \(later.id)", hint: "give one of them another uid_prefix")
            return
        }
        let clients = (earlier.preset.audience.primary, later.preset.audience.primary)
        if earlier.preset.subject.scope == .client, !clients.0.hasSameBytes(as: clients.1) {
            findings.fault(
                place,
                "\(earlier.id) and \(later.id) share uids, but each client of the provider sees other subjects",
                hint: "give both the same client_id, or one of them another uid_prefix")
        }
    }

    /// Two providers may not share one issuer (RFC 9207, section 4): whose answer it is could not be told.
    private func checkIssuers(_ earlier: ConfiguredProvider, _ later: ConfiguredProvider, _ node: ConfigurationNode) {
        guard Self.isSameIssuer(earlier.preset, later.preset), !Self.areTwoKindsOfOneAccount(earlier, later) else {
            return
        }
        findings.fault(
            node, "\(later.id) has the same issuer as \(earlier.id): \(later.preset.issuer.quotedExcerpt)",
            hint: "one provider takes several client identifiers of ours in client_ids")
    }

    private static func areTwoKindsOfOneAccount(_ earlier: ConfiguredProvider, _ later: ConfiguredProvider) -> Bool {
        let (first, second) = (earlier.preset, later.preset)
        func shares(_ one: ResolvedPreset, _ other: ResolvedPreset) -> Bool {
            one.subject.sharedWith?.hasSameBytes(as: other.preset.id) ?? false
        }
        return shares(first, second) || shares(second, first)
    }

    private static func isSameIssuer(_ first: ResolvedPreset, _ second: ResolvedPreset) -> Bool {
        switch (first.acceptedIssuers, second.acceptedIssuers) {
        case (.microsoft(let first), .microsoft(let second)): overlap(first, second)
        case (.microsoft, _), (_, .microsoft): false
        default: issuers(first).contains { issuer in issuers(second).contains { $0.hasSameBytes(as: issuer) } }
        }
    }

    /// The issuers of a preset; none where it has none.
    private static func issuers(_ preset: ResolvedPreset) -> [String] {
        if case .oneOf(let issuers) = preset.acceptedIssuers { return issuers }
        return preset.preset.issuer == .none ? [] : [preset.issuer]
    }

    /// Whether a token of one tenant could be one of the other; a domain may stand for any single tenant.
    private static func overlap(_ first: MicrosoftTenant, _ second: MicrosoftTenant) -> Bool {
        switch (first, second) {
        case (.common, _), (_, .common): true
        case (.organizations, .consumers), (.consumers, .organizations): false
        case (.organizations, .directory(let tenant)), (.directory(let tenant), .organizations):
            !tenant.hasSameBytes(as: MicrosoftTenant.personalAccounts)
        case (.organizations, _), (_, .organizations): true
        case (.consumers, .directory(let tenant)), (.directory(let tenant), .consumers):
            tenant.hasSameBytes(as: MicrosoftTenant.personalAccounts)
        default: first == second
        }
    }
}
