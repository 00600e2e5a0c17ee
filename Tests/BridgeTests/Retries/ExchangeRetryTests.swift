import CustomTokens
import OAuthClient
import StrictJSON
import Testing

@testable import Bridge

@Suite("An exchange that failed here can be tried again with the same credential")
struct ExchangeRetryTests {
    private static func replay(_ desk: Desk, _ form: String) async throws -> BridgeError.Code {
        try await #require(throws: BridgeError.self) { _ = try await desk.exchanged(form) }.code
    }

    @Test(
        "PRV-12: a signer that is away uses no ID token up; the token is exchanged once after that", arguments: [1, 3])
    func signer(_ failures: Int) async throws {
        let desk = try Desk()
        let form = Desk.exchangeForm(try DeskToken.idToken())
        desk.signer.fail(failures)
        for _ in 0..<failures {
            let error = await #expect(throws: CustomTokenError.self) { try await desk.exchanged(form) }
            #expect(error?.code == .signerUnavailable)
        }
        #expect(try await desk.exchanged(form).providerID == "example")
        #expect(try await Self.replay(desk, form) == .credentialReplayed)
        #expect(desk.signer.count == 1)
    }

    @Test("PRV-12: what cannot be noted is not handed out, and uses no ID token up")
    func note() async throws {
        let desk = try Desk()
        let form = Desk.exchangeForm(try DeskToken.idToken())
        for _ in 0..<2 {
            await #expect(throws: UnwritableNote.self) {
                try await desk.exchanged(form) { _ in throw UnwritableNote() }
            }
        }
        let noted = CallCounter()
        #expect(try await desk.exchanged(form) { _ in noted.add() }.providerID == "example")
        #expect(noted.value == 1)
        #expect(try await Self.replay(desk, form) == .credentialReplayed)
    }

    @Test("PRV-12: whoever was told meanwhile that it took too long exchanges the ID token again, once")
    func cancelled() async throws {
        let desk = try Desk()
        let form = Desk.exchangeForm(try DeskToken.idToken())
        let late = Task {
            try await desk.exchanged(form) { _ in unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) { _ = try await late.value }
        #expect(try await desk.exchanged(form).providerID == "example")
        #expect(try await Self.replay(desk, form) == .credentialReplayed)
    }

    @Test("PRV-12: a store that fails at the mark hands nothing out, and uses no ID token up")
    func store() async throws {
        for call in [TrippingStore.Call.record, .insert] {
            let store = TrippingStore()
            let desk = try Desk(store: store)
            let form = Desk.exchangeForm(try DeskToken.idToken())
            store.trip(call)
            #expect(try await Self.replay(desk, form) == .storeUnavailable)
            #expect(try await desk.exchanged(form).providerID == "example")
            #expect(try await Self.replay(desk, form) == .credentialReplayed)
        }
    }

    @Test("PRV-12: of many that have all found it unused, one gets its token, and every other one's is thrown away")
    func race() async throws {
        let store = GatheringStore()
        let desk = try Desk(store: store)
        let form = Desk.exchangeForm(try DeskToken.idToken())
        await store.gather(8, of: .replayMark)
        let noted = CallCounter()
        let outcomes = await withTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    do {
                        return try await desk.exchanged(form) { _ in noted.add() }.providerID
                    } catch {
                        return (error as? BridgeError)?.code.rawValue ?? "\(error)"
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(outcomes == ["example": 1, "CREDENTIAL_REPLAYED": 7])
        #expect(noted.value == 8, "each of them is noted, for each of them was signed")
    }

    @Test("A replay is refused before anything is signed or noted")
    func replay() async throws {
        let desk = try Desk()
        let form = Desk.exchangeForm(try DeskToken.idToken())
        _ = try await desk.exchanged(form)
        await #expect(throws: BridgeError(.credentialReplayed, "")) {
            try await desk.exchanged(form) { _ in Issue.record("noted") }
        }
        #expect(desk.signer.count == 1)
    }

    @Test("A refresh token that its provider replaced is there although the signer is away")
    func refreshToken() async throws {
        let desk = try Desk()
        var answer = JSONObject()
        answer["access_token"] = "at-new"
        answer["token_type"] = "Bearer"
        answer["id_token"] = .string(try DeskToken.idToken())
        answer["refresh_token"] = "rt-new"
        desk.transport.answer(answer)
        let keeper = RotatedRefreshToken()
        desk.signer.fail()
        await #expect(throws: CustomTokenError.self) {
            try await desk.exchanged(
                Desk.exchangeForm("rt", type: "urn:ietf:params:oauth:token-type:refresh_token", "provider=example"),
                keeper: keeper)
        }
        #expect(keeper.token?.secretText == "rt-new")
    }
}
