@testable import Bridge
import Cryptography
import CustomTokens
import OAuthClient
import Testing

/// What one of many calls at once came to.
private enum Outcome: Sendable, Hashable {
    case done(String)
    case refused(BridgeError.Code)

    init(_ call: () async throws(BridgeError) -> String) async {
        do throws(BridgeError) {
            self = .done(try await call())
        } catch {
            self = .refused(error.code)
        }
    }
}

@Suite("Two replicas that have read the same before one of them writes")
struct RaceTests {
    private static let count = 20

    private let store = GatheringStore()
    private let world: DeviceWorld

    init() throws {
        let limits = StartLimits(perNetworkAndMinute: 1_000, perNetworkAndLifetime: 1_000)
        world = try DeviceWorld(settings: try DeviceGrantSettings(startLimits: limits), store: store)
    }

    /// The outcomes of calls at once, one half of them on each replica.
    private func outcomes(
        in world: DeviceWorld? = nil,
        _ call: @escaping @Sendable (DeviceGrant, Int) async throws(BridgeError) -> String
    ) async -> [Outcome] {
        let world = world ?? self.world
        return await withTaskGroup(of: Outcome.self) { group in
            for number in 0..<Self.count {
                let grant = number.isMultiple(of: 2) ? world.grant : world.replica
                group.addTask { await Outcome { () async throws(BridgeError) in try await call(grant, number) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("8628-19: one of them gives the sign-in to its poll, the other one says that the device code is no good")
    func oneRedeems() async throws {
        let started = try await world.start()
        try await world.grant.approve(
            try await world.confirmed(started), signIn: try DeviceWorld.signIn(), client: world.tv)
        await store.gather(Self.count, of: .deviceSession)
        let (code, client) = (started.deviceCode, world.tv)
        let outcomes = await outcomes { (grant, _) throws(BridgeError) in
            try await grant.poll(code, client: client).userID.value
        }
        #expect(outcomes.filter { $0 == .done("google:s-1") }.count == 1)
        #expect(outcomes.filter { $0 == .refused(.grantInvalid) }.count == Self.count - 1)
    }

    @Test("8628-19: one decision is taken, every other one is told that it was not, and the device gets that one")
    func oneDecides() async throws {
        for _ in 0..<5 {
            let started = try await world.start()
            let confirmed = try await world.confirmed(started)
            let signIns = try (0..<Self.count).map { try DeviceWorld.signIn("s\($0)") }
            await store.gather(Self.count, of: .deviceSession)
            let client = world.tv
            let outcomes = await outcomes { (grant, number) throws(BridgeError) in
                if number % 4 < 2 {
                    try await grant.deny(confirmed)
                    return "denied"
                }
                try await grant.approve(confirmed, signIn: signIns[number], client: client)
                return signIns[number].userID.value
            }
            let taken = outcomes.filter { if case .done = $0 { true } else { false } }
            #expect(taken.count == 1)
            #expect(outcomes.filter { $0 == .refused(.userCodeInvalid) }.count == Self.count - 1)
            let told = await Outcome { () async throws(BridgeError) in
                try await world.grant.poll(started.deviceCode, client: client).userID.value
            }
            #expect(taken.first == told || (taken.first == .done("denied") && told == .refused(.accessDenied)))
        }
    }

    @Test("8628-17: each poll at once but the first lengthens the interval")
    func allSlowDown() async throws {
        let started = try await world.start()
        await store.gather(Self.count, of: .deviceSession)
        let (code, client) = (started.deviceCode, world.tv)
        let outcomes = await outcomes { (grant, _) throws(BridgeError) in
            try await grant.poll(code, client: client).userID.value
        }
        #expect(outcomes.filter { $0 == .refused(.authorizationPending) }.count == 1)
        #expect(outcomes.filter { $0 == .refused(.slowDown) }.count == Self.count - 1)
        world.clock.advance(5 + Int64(Self.count - 1) * 5 - 1)
        #expect(try await world.refusal(code) == .slowDown)
    }

    @Test("A poll that comes between reading and deciding does not lose the decision")
    func pollsKeepDecisions() async throws {
        let started = try await world.start()
        let confirmed = try await world.confirmed(started)
        await store.gather(Self.count, of: .deviceSession)
        let (code, client) = (started.deviceCode, world.tv)
        let outcomes = await outcomes { (grant, number) throws(BridgeError) in
            if number == 7 {
                try await grant.deny(confirmed)
                return "denied"
            }
            return try await grant.poll(code, client: client).userID.value
        }
        #expect(outcomes.filter { $0 == .done("denied") }.count == 1)
        #expect(try await world.refusal(code) == .accessDenied)
    }

    @Test("8628-14: of wrong codes that have all found the count empty, 5 are looked at")
    func fiveAreLookedAt() async throws {
        for _ in 0..<2 {
            let codes = try (0..<Self.count).map { _ in try UserCode(random: SecureRandom()) }
            let session = try BrowserSessionID(random: SecureRandom())
            let origins = try (0..<Self.count).map {
                VerificationOrigin(network: try DeviceWorld.network($0), browserSession: session)
            }
            await store.gather(Self.count, of: .failureCount)
            let outcomes = await outcomes { (grant, number) throws(BridgeError) in
                try await grant.session(for: codes[number], from: origins[number]).clientID
            }
            #expect(outcomes.filter { $0 == .refused(.userCodeInvalid) }.count == 5)
            #expect(outcomes.filter { $0 == .refused(.rateLimited) }.count == Self.count - 5)
        }
    }

    @Test("8628-14: of wrong codes that have all found room for one more, one is looked at")
    func lastPlaceIsTakenOnce() async throws {
        // The other limits are wide, so that none of them hides what this one lets through.
        let limits = GuessLimits(perNetwork: 1_000, everywhere: 1_000)
        let world = try DeviceWorld(settings: try DeviceGrantSettings(guessLimits: limits), store: store)
        let origin = try DeviceWorld.browser()
        for _ in 0..<4 { _ = try await world.refusal(try UserCode(random: SecureRandom()), from: origin) }
        let codes = try (0..<Self.count).map { _ in try UserCode(random: SecureRandom()) }
        await store.gather(Self.count, of: .failureCount)
        let outcomes = await outcomes(in: world) { (grant, number) throws(BridgeError) in
            try await grant.session(for: codes[number], from: origin).clientID
        }
        #expect(outcomes.filter { $0 == .refused(.userCodeInvalid) }.count == 1)
    }
}
