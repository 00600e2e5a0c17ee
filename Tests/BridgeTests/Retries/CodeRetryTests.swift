import CustomTokens
import OAuthClient
import Storage
import Testing

@testable import Bridge

@Suite("A code that could not be answered can be tried again")
struct CodeRetryTests {
    private typealias Samples = AuthorizationSamples

    /// An approved device login.
    private static func approved(_ store: any Store) async throws -> (DeviceWorld, DeviceCode) {
        let world = try DeviceWorld(store: store)
        let started = try await world.start()
        try await world.grant.approve(
            try await world.confirmed(started), signIn: try DeviceWorld.signIn(), client: world.tv)
        return (world, started.deviceCode)
    }

    @Test("8628-19: a device whose token could not be made asks again and gets it, once")
    func device() async throws {
        let (world, code) = try await Self.approved(MemoryStore())
        for _ in 0..<3 {
            await #expect(throws: UnwritableNote.self) {
                try await world.grant.poll(code, client: world.tv) { _ -> String in throw UnwritableNote() }
            }
        }
        let uid = try await world.replica.poll(code, client: world.tv) { $0.signIn.userID.value }
        #expect(uid == "google:s-1")
        await #expect(throws: BridgeError(.grantInvalid, "")) {
            try await world.grant.poll(code, client: world.tv) { _ in Issue.record("made once more") }
        }
    }

    @Test("8628-19: a store that fails when the session is to go hands nothing out; the device asks again")
    func deviceStore() async throws {
        let store = TrippingStore()
        let (world, code) = try await Self.approved(store)
        store.trip(.consume)
        #expect(try await world.refusal(code) == .storeUnavailable)
        #expect(try await world.grant.poll(code, client: world.tv).userID.value == "google:s-1")
        #expect(try await world.refusal(code) == .grantInvalid)
    }

    @Test("8628-19: a device that was told meanwhile that it took too long asks again and gets its token, once")
    func deviceCancelled() async throws {
        let (world, code) = try await Self.approved(MemoryStore())
        let late = Task {
            try await world.grant.poll(code, client: world.tv) { _ in
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            }
        }
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(try await world.grant.poll(code, client: world.tv).userID.value == "google:s-1")
        #expect(try await world.refusal(code) == .grantInvalid)
    }

    @Test("8628-19: of polls that have all made a token, one gets it")
    func deviceRace() async throws {
        let store = GatheringStore()
        let (world, code) = try await Self.approved(store)
        await store.gather(8, of: .deviceSession)
        let made = CallCounter()
        let taken = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                let grant = number.isMultiple(of: 2) ? world.grant : world.replica
                group.addTask {
                    (try? await grant.poll(code, client: world.tv) { _ in made.add() }) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(taken == 1)
        #expect(made.value == 8)
    }

    @Test("Nothing is made for a device that is not approved, nor for another client's")
    func deviceNotApproved() async throws {
        let (world, code) = try await Self.approved(MemoryStore())
        let waiting = try await world.start().deviceCode
        let other = RegisteredClient(id: "radio", kind: .publicClient, grants: [.deviceCode])
        for (code, client) in [(waiting, world.tv), (code, other), (waiting, other)] {
            await #expect(throws: BridgeError.self) {
                try await world.grant.poll(code, client: client) { _ in Issue.record("made") }
            }
        }
    }

    /// An issued code of the client `desktop`.
    private static func issued(_ store: any Store) async throws -> (AuthorizationCodes, String, SignInStage) {
        let stage = try SignInStage()
        let endpoint = try Samples.endpoint(try Samples.client(), try Samples.client("other"))
        let codes = AuthorizationCodes(endpoint: endpoint, store: store, clock: stage.clock)
        let (signIn, _) = try await stage.stored()
        let request = try endpoint.request(query: Samples.query([:]))
        let answer = try SignInStage.query(of: await codes.issueCode(for: request, signIn: signIn).url)
        return (codes, try #require(answer["code"]), stage)
    }

    private static func redeem<Made: Sendable>(
        _ codes: AuthorizationCodes, _ code: String, client: String = "desktop", verifier: String = Samples.verifier,
        _ issue: (RedeemedCode) async throws -> Made
    ) async throws -> Made {
        try await codes.redeem(
            AuthorizationCode(code), client: try Samples.client(client), redirectURI: "https://app.test/cb",
            codeVerifier: verifier, issue: issue)
    }

    @Test("9700-04: an app that was told meanwhile that it took too long redeems its code again, and then once")
    func appCancelled() async throws {
        let (codes, code, _) = try await Self.issued(MemoryStore())
        let late = Task {
            try await Self.redeem(codes, code) { _ in unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(try await Self.redeem(codes, code) { _ in "token" } == "token")
        await #expect(throws: BridgeError(.grantInvalid, "")) { try await Self.redeem(codes, code) { _ in "token" } }
    }

    @Test("9700-04: an app whose token could not be made redeems its code again, and then once")
    func code() async throws {
        let (codes, code, _) = try await Self.issued(MemoryStore())
        for _ in 0..<3 {
            await #expect(throws: UnwritableNote.self) {
                try await Self.redeem(codes, code) { _ -> String in throw UnwritableNote() }
            }
        }
        #expect(try await Self.redeem(codes, code) { $0.signIn.userID.value } == "oidc:user-0001")
        let error = await #expect(throws: BridgeError.self) {
            try await Self.redeem(codes, code) { _ in Issue.record("made once more") }
        }
        #expect(error?.code == .grantInvalid && error?.reason.contains("used before") == true)
    }

    @Test("9700-04: a store that fails at the mark hands nothing out; the app redeems again")
    func codeStore() async throws {
        for call in [TrippingStore.Call.record, .replace] {
            let store = TrippingStore()
            let (codes, code, _) = try await Self.issued(store)
            store.trip(call)
            await #expect(throws: BridgeError(.storeUnavailable, "")) { try await Self.redeem(codes, code) { _ in } }
            try await Self.redeem(codes, code) { _ in }
            await #expect(throws: BridgeError(.grantInvalid, "")) { try await Self.redeem(codes, code) { _ in } }
        }
    }

    @Test("6819-02, 7636-03: who has not the verifier, or is another client, gets nothing made, and one try")
    func codeGuesses() async throws {
        for (client, verifier) in [("desktop", Samples.verifier + "x"), ("other", Samples.verifier)] {
            let (codes, code, _) = try await Self.issued(MemoryStore())
            for (client, verifier) in [(client, verifier), ("desktop", Samples.verifier)] {
                await #expect(throws: BridgeError(.grantInvalid, "")) {
                    try await Self.redeem(codes, code, client: client, verifier: verifier) { _ in
                        Issue.record("made")
                    }
                }
            }
        }
    }

    @Test("A code whose time is over meanwhile is not good once more")
    func codeTime() async throws {
        let (codes, code, stage) = try await Self.issued(MemoryStore())
        await #expect(throws: UnwritableNote.self) {
            try await Self.redeem(codes, code) { _ -> String in throw UnwritableNote() }
        }
        stage.clock.advance(60)
        await #expect(throws: BridgeError(.grantInvalid, "")) { try await Self.redeem(codes, code) { _ in } }
    }
}
