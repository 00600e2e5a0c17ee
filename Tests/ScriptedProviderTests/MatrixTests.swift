import CredentialProofs
import Providers
import Testing

/// Every preset in every play, right and spoiled in each way (PRV-02, PRV-04, PRV-08).
@Suite("Matrix of all presets") struct MatrixTests {
    /// One play of a provider, and how it differs from the right one.
    struct Entry: Sendable, CustomTestStringConvertible {
        let play: Play
        let flow: Flow

        var testDescription: String { "\(play.id) \(flow.name)" }
    }

    static let entries = Plays.all.flatMap { play in play.flows.map { Entry(play: play, flow: $0) } }

    @Test("Each preset has a play with each kind of credential that it accepts, and no other")
    func completeness() throws {
        let played = Set(Plays.all.map(\.id))
        #expect(played.count == Plays.all.count)
        for preset in PresetTable.all where preset.id != "steam" {
            #expect(played.contains(preset.id), "\(preset.id)")
        }
        for play in Plays.all {
            let accepted = try play.provider().preset.acceptedCredentials.map(\.rawValue)
            #expect(Set(play.flows.map(\.name)) == Set(accepted), "\(play.id)")
        }
    }

    @Test("The right client proves the identity, its address and nothing more", arguments: entries)
    func rightClient(_ entry: Entry) async throws {
        let ending = try await run(entry, .right)
        #expect(ending.outcome == .identity(entry.flow.subject), "\(String(describing: ending.error))")
        #expect(ending.script.remaining == 0)
        let identity = try #require(ending.identity)
        #expect(identity.proof == entry.flow.proof)
        #expect(Flow.Address(identity.profile.email) == entry.flow.email)
        #expect(identity.providerID == entry.play.id)
        let clients = try entry.play.provider().preset.audience.all
        #expect(clients.contains(identity.client))
    }

    @Test(
        "Another client, an old credential, no account: refused; a large number as it is",
        arguments: entries, [Variation.Kind.otherClient, .expired, .missingSubject, .numericSubject])
    func variations(_ entry: Entry, _ kind: Variation.Kind) async throws {
        let ending = try await run(entry, Variation(kind: kind))
        #expect(ending.outcome == entry.flow.outcome(kind), "\(String(describing: ending.error))")
    }

    @Test("No answer that is spoiled proves an identity", arguments: entries, Spoiling.allCases)
    func spoiledAnswers(_ entry: Entry, _ spoiling: Spoiling) async throws {
        let provider = try entry.play.provider()
        let steps = try entry.flow.steps(.right)
        for (index, step) in steps.enumerated() {
            let spoiled = spoiling.spoiled(step)
            let rest = step.role == .completion ? Array(steps[(index + 1)...]) : []
            let again = step.role == .poll && spoiling == .serverError ? Array(steps[index...]) : rest
            let ending = try await Stage.run(
                provider, entry.flow.start(.right), steps[..<index] + [spoiled] + again,
                "\(step.request.method) \(step.request.url)")
            let expected = spoiling.outcomes(of: step.role, subject: entry.flow.subject)
            #expect(
                expected.contains(ending.outcome),
                "\(step.request.method) \(step.request.url): \(String(describing: ending.error))")
            #expect(ending.script.remaining == 0, "\(step.request.method) \(step.request.url)")
            #expect(ending.error?.isTemporary != true || ending.code == .providerUnavailable)
        }
    }

    private func run(_ entry: Entry, _ variation: Variation) async throws -> Ending {
        try await Stage.run(
            entry.play.provider(), entry.flow.start(variation), entry.flow.steps(variation),
            "\(variation.kind.rawValue)")
    }
}
