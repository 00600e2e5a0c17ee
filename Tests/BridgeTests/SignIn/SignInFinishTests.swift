@testable import Bridge
import CredentialProofs
import Cryptography
import JOSE
import OAuthClient
import Providers
import Storage
import StrictJSON
import Testing

@Suite("A sign-in at a provider ends")
struct SignInFinishTests {
    @Test("6749-13: with the identity that the redeemed code proves, for the purpose that it was begun for")
    func success() async throws {
        let stage = try SignInStage()
        let (begun, sent) = try await stage.begin()
        let state = try #require(sent["state"])
        let finished = try await stage.finish("code=a%2Fcode&state=\(state)&unknown=1", browser: begun.browser)
        let proven = try finished.result.get()
        #expect(proven.identity.subject.value == "user-0001")
        #expect(proven.identity.proof == .codeRedeemed)
        #expect(proven.refreshToken?.secretText == "provider-refresh-token")
        guard case .device(let confirmed) = finished.purpose else {
            Issue.record("another purpose")
            return
        }
        #expect(confirmed.clientID == "tv")
        let request = try #require(stage.provider.tokenRequests.last)
        #expect(request["code"] == "a/code")
        #expect(request["redirect_uri"] == sent["redirect_uri"])
        #expect(try ProofKey(restoring: #require(request["code_verifier"])).challenge == sent["code_challenge"])
    }

    @Test("9700-04, 6749-12: a state is good once, whatever became of the first use")
    func replay() async throws {
        let stage = try SignInStage()
        for response in ["code=c", "error=access_denied", "nothing=1", "code=c&iss=https%3A%2F%2Fattacker.test"] {
            let (begun, sent) = try await stage.begin()
            let query = "\(response)&state=\(try #require(sent["state"]))"
            _ = try await stage.finish(query, browser: begun.browser)
            let error = await #expect(throws: BridgeError.self) {
                try await stage.finish(query, browser: begun.browser)
            }
            #expect(error?.code == .stateInvalid, "\(response)")
        }
        #expect(stage.provider.tokenRequests.count == 1)
    }

    @Test("9700-04: of two responses with one state at the same time one is taken")
    func race() async throws {
        let stage = try SignInStage()
        let (begun, sent) = try await stage.begin()
        let query = "code=c&state=\(try #require(sent["state"]))"
        let wins = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { (try? await stage.finish(query, browser: begun.browser)) == nil ? 0 : 1 }
            }
            return await group.reduce(0, +)
        }
        #expect(wins == 1)
        #expect(stage.provider.tokenRequests.count == 1)
    }

    @Test("6749-12, 6819-03: a response that another browser brings is refused, and its state is used up")
    func otherBrowser() async throws {
        let stage = try SignInStage()
        for browser in [nil, try BrowserBinding(random: SecureRandom())] {
            let (begun, sent) = try await stage.begin()
            let query = "code=c&state=\(try #require(sent["state"]))"
            let error = await #expect(throws: BridgeError.self) { try await stage.finish(query, browser: browser) }
            #expect(error?.code == .stateInvalid)
            await #expect(throws: BridgeError.self) { try await stage.finish(query, browser: begun.browser) }
        }
        #expect(stage.provider.tokenRequests.isEmpty)
    }

    @Test("PRV-35, 9700-05: a response at the callback of another provider, issuer or client is refused")
    func otherProvider() async throws {
        let stage = try SignInStage()
        let others = [
            try SignInProvider("other").connection(clock: stage.clock),
            try SignInProvider("example", issuer: "https://other.test").connection(clock: stage.clock),
            try SignInProvider("example").connection(clock: stage.clock, client: "client-other"),
        ]
        for other in others {
            let (begun, sent) = try await stage.begin()
            let query = "code=c&state=\(try #require(sent["state"]))"
            let error = await #expect(throws: BridgeError.self) {
                try await stage.finish(query, browser: begun.browser, at: other)
            }
            #expect(error?.code == .stateInvalid)
            #expect(!(try await stage.holds(state: #require(sent["state"]))))
        }
    }

    @Test(
        "6749-12: no state, an empty one, a made-up one, one of another form and one that is there twice are refused",
        arguments: [
            "code=c", "code=c&state=", "code=c&state=short", "code=c&state=\(String(repeating: "A", count: 43))",
            "code=c&state=\(String(repeating: "A", count: 4300))", "", "code=c&state=%00", "code=c&state=a&state=b",
            "code=%", "state", "code=c&state=\(String(repeating: "%C3%A9", count: 43))",
        ])
    func madeUpStates(query: String) async throws {
        let stage = try SignInStage()
        let (begun, _) = try await stage.begin()
        let error = await #expect(throws: BridgeError.self) { try await stage.finish(query, browser: begun.browser) }
        #expect([.stateInvalid, .requestInvalid].contains(error?.code))
        #expect(stage.provider.tokenRequests.isEmpty)
    }

    @Test("A sign-in that takes longer than ten minutes has ended")
    func expiry() async throws {
        let stage = try SignInStage()
        let (begun, sent) = try await stage.begin()
        stage.clock.advance(600)
        let query = "code=c&state=\(try #require(sent["state"]))"
        let error = await #expect(throws: BridgeError.self) { try await stage.finish(query, browser: begun.browser) }
        #expect(error?.code == .stateInvalid)
    }

    @Test("6819-06: a record that was changed in the store, or stands under another state, is not believed")
    func tampering() async throws {
        let stage = try SignInStage()
        let (begun, sent) = try await stage.begin()
        let (_, second) = try await stage.begin()
        let keys = try [sent, second].map { try RecordKey(.signIn, hashing: try #require($0["state"])) }
        let now = stage.clock.now()
        let records = [
            try #require(try await stage.store.record(keys[0], now: now)),
            try #require(try await stage.store.record(keys[1], now: now)),
        ]
        _ = try await stage.store.replace(
            StoredRecord(key: keys[1], payload: records[0].payload, expiration: records[1].expiration), now: now)
        var damaged = records[0].payload
        damaged[20] ^= 1
        _ = try await stage.store.replace(
            StoredRecord(key: keys[0], payload: damaged, expiration: records[0].expiration), now: now)
        for parameters in [sent, second] {
            let query = "code=c&state=\(try #require(parameters["state"]))"
            let error = await #expect(throws: BridgeError.self) {
                try await stage.finish(query, browser: begun.browser)
            }
            #expect(error?.code == .storedRecordInvalid)
        }
    }

    @Test("A form is not taken where a query was asked for, nor a query where a form was; a pasted address never")
    func delivery() async throws {
        let stage = try SignInStage()
        let (begun, sent) = try await stage.begin()
        let text = "code=c&state=\(try #require(sent["state"]))"
        await #expect(throws: BridgeError.self) {
            try await stage.signIn.finish(
                at: stage.connection, response: .pastedAddress("https://bridge.test/callback/example?\(text)"),
                browser: begun.browser)
        }
        let finished = try await stage.signIn.finish(
            at: stage.connection, response: .formPost([UInt8](text.utf8)), browser: begun.browser)
        #expect(throws: CredentialError.self) { try finished.result.get() }
        #expect(stage.provider.tokenRequests.isEmpty)
    }
}
