import Providers
import StrictJSON
import Testing

/// The table of the specification says what presets must say; where it is absent this suite is skipped.
@Suite("Presets against the specification's table", .enabled(if: Specification.isPresent))
struct SpecificationTests {
    /// The fields that decide nothing, and those that have a test of their own.
    private static let otherFields: Set = [
        "depth", "quirks", "notes", "sources", "confidence", "accessTokenAudienceCheck", "deviceFlow",
    ]

    @Test("every provider of the table is a preset, and no other is")
    func sameProviders() {
        #expect(Specification.providers.compactMap { $0["id"]?.string }.sorted() == PresetTable.all.map(\.id))
        #expect(PresetTable.all.count == 41)
    }

    @Test("every field of the table is compared")
    func allFields() {
        for provider in Specification.providers {
            let facts = PresetFacts(preset: PresetTable.all[0]).byField
            #expect(Set(provider.names) == Set(facts.keys).union(Self.otherFields))
        }
    }

    @Test("every field of a preset says what the table says", arguments: PresetTable.all.map(\.id))
    func fields(_ id: String) throws {
        let provider = try #require(Specification.provider(id))
        let facts = PresetFacts(preset: try PresetTable.preset(id)).byField
        for (field, ours) in facts {
            let theirs = Specification.fact(field, of: provider)
            if let difference = Specification.differences[id]?.first(where: { $0.field == field }) {
                #expect(theirs == difference.table, "\(id).\(field): the table has changed")
                #expect(ours == difference.ours, "\(id).\(field): \(difference.reason)")
                #expect(theirs != ours, "\(id).\(field) is no difference any more")
            } else {
                #expect(ours == theirs, "\(id).\(field)")
            }
        }
    }

    @Test("every difference is of a preset and a field")
    func differences() {
        let fields = Set(PresetFacts(preset: PresetTable.all[0]).byField.keys)
        for (id, differences) in Specification.differences {
            #expect(PresetTable.all.contains { $0.id == id })
            #expect(differences.allSatisfy { fields.contains($0.field) })
        }
    }

    @Test("every check of access tokens is that of the table", arguments: PresetTable.all.map(\.id))
    func checks(_ id: String) throws {
        let table = try #require(Specification.provider(id)?["accessTokenAudienceCheck"]?.object)
        let preset = try PresetTable.preset(id)
        let ours = CheckFacts(preset: preset)
        let theirs = CheckFacts(table: table, id: id)
        #expect(ours.method == theirs.method)
        // Salesforce's check is confirmed by nobody, so it waits for the configuration.
        #expect(ours.isOnByDefault == (theirs.isOnByDefault && id != "salesforce"))
        #expect(ours.request == theirs.request)
        #expect(ours.requirements == theirs.requirements)
        #expect(ours.subject == theirs.subject)
        #expect(ours.scopes == theirs.scopes)
    }

    @Test("every device flow is that of the table", arguments: PresetTable.all.map(\.id))
    func deviceFlows(_ id: String) throws {
        let provider = try #require(Specification.provider(id))
        let table = try #require(provider["deviceFlow"]?.object)
        let preset = try PresetTable.preset(id)
        let flow = preset.deviceFlow
        let isOff = table["enabledByDefault"] == false
        switch table["supported"] {
        case .bool(false)?: #expect(flow.availability == .none)
        case "if advertised"?: #expect(flow.availability == .ifAdvertised)
        case .bool(true)?, "documented for the Social SDK only"?:
            #expect(flow.availability == (isOff ? .onlyIfConfigured : .available))
        default: Issue.record("\(id): an unexpected word")
        }
        let defaults = ["webBase": id == "github" ? "https://github.com" : "{baseURL}"]
        if let start = table["start"]?.object?["url"]?.string {
            let known = PresetFacts(preset: preset).text(preset.endpoints.deviceAuthorization)
            #expect(known == CheckFacts.filled(start, defaults).replacing("?client_id={client_id}", with: ""))
        }
        if let poll = table["poll"]?.object?["url"]?.string {
            let known = flow.polling?.text ?? PresetFacts(preset: preset).text(preset.endpoints.token)
            #expect(known == CheckFacts.filled(poll, defaults))
        }
        #expect(flow.allowedScopes == table["allowedScopes"]?.array?.compactMap(\.string) ?? [])
        #expect((table["clientSecretNeeded"] == true) == (flow.credential == .secret))
        let start = table["start"]?.object
        #expect((start?["auth"] == "Basic") == (flow.credential == .basic))
        #expect(start?["form"]?.compactText.contains("client_token") ?? false == (flow.credential == .clientToken))
    }
}
