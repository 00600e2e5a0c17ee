@testable import Bridge
import CredentialProofs
import JOSE
import OAuthClient
import Providers
import Storage
import StrictJSON
import Testing

@Suite("A sign-in at a provider begins")
struct SignInBeginTests {
    @Test("9700-03, 7636-01, 6749-11: with state, nonce and an S256 challenge of 256 bits each, never plain")
    func request() async throws {
        let stage = try SignInStage()
        let (begun, sent) = try await stage.begin()
        #expect(begun.url.hasPrefix("https://example.test/authorize?"))
        #expect(sent["code_challenge_method"] == "S256")
        for name in ["state", "nonce", "code_challenge"] { #expect(sent[name]?.utf8.count == 43) }
        #expect(begun.browser.secretText.utf8.count == 43)
        #expect(sent["redirect_uri"] == "https://bridge.test/callback/example")
        #expect(sent["response_type"] == "code")
        let (_, second) = try await stage.begin()
        for name in ["state", "nonce", "code_challenge"] { #expect(sent[name] != second[name]) }
    }

    @Test("8252-05: every provider has a callback of its own, an issuer with a path too, and a configured address wins")
    func redirectAddresses() async throws {
        let stage = try SignInStage(issuer: "https://bridge.test/custom/")
        let (_, sent) = try await stage.begin()
        #expect(sent["redirect_uri"] == "https://bridge.test/custom/callback/example")
        let configured = try stage.provider.connection(clock: stage.clock) {
            $0.redirectURI = try RedirectURI("https://elsewhere.test/back")
        }
        let begun = try await stage.signIn.begin(at: configured, purpose: SignInStage.device(), from: .local)
        #expect(try SignInStage.query(of: begun.url)["redirect_uri"] == "https://elsewhere.test/back")
    }

    @Test("A browser keeps what it is bound by; a cookie of another form is not taken")
    func bindings() async throws {
        let stage = try SignInStage()
        let (first, _) = try await stage.begin()
        let (second, _) = try await stage.begin(browser: BrowserBinding(cookie: first.browser.secretText))
        #expect(second.browser.secretText == first.browser.secretText)
        let others = ["", "short", String(repeating: "A", count: 44), String(repeating: "+", count: 43)]
        for cookie in others { #expect(BrowserBinding(cookie: cookie) == nil) }
    }

    @Test("6819-06: the store holds neither state, nonce, verifier nor binding, nor who signs in where")
    func atRest() async throws {
        let stage = try SignInStage()
        let (begun, sent) = try await stage.begin()
        let state = try #require(sent["state"])
        let key = try RecordKey(.signIn, hashing: state)
        let record = try #require(try await stage.store.record(key, now: stage.clock.now()))
        let text = String(decoding: record.payload, as: UTF8.self)
        for secret in [state, try #require(sent["nonce"]), begun.browser.secretText, "example", "bridge.test"] {
            #expect(!text.contains(secret))
        }
        #expect(record.expiration == stage.clock.now() + 600)
    }

    @Test("6819-03: only so many sign-ins are begun at once, and the count begins anew")
    func bounded() async throws {
        let stage = try SignInStage(maximum: 2)
        _ = try await stage.begin()
        stage.clock.advance(100)
        _ = try await stage.begin()
        let error = try await #require(throws: BridgeError.self) { try await stage.begin() }
        #expect(error.code == .rateLimited)
        #expect(error.retryAfter == 500)
        stage.clock.advance(500)
        _ = try await stage.begin()
    }

    @Test("6819-03: the networks of one /48 begin ten times what one may; its neighbours, and IPv4, have their own")
    func boundedBySubscriber() async throws {
        let stage = try SignInStage(maximum: 24, perNetwork: 2)
        var begun = 0
        for number in 0..<30 {
            let network = try DeviceWorld.network(1, number)
            if (try? await stage.begin(from: network)) != nil { begun += 1 }
        }
        #expect(begun == 20)
        for network in [try DeviceWorld.network(2, 0), try DeviceWorld.network(7), try DeviceWorld.network(8), .local] {
            _ = try await stage.begin(from: network)
        }
        // All that there was is used up now, by others than the subscriber alone.
        let error = try await #require(throws: BridgeError.self) {
            try await stage.begin(from: DeviceWorld.network(9))
        }
        #expect(error.code == .rateLimited)
    }

    @Test("6819-03: where one network may begin more than usual, there is a hundred times as much for everybody")
    func followsTheNetwork() async throws {
        let stage = try SignInStage(perNetwork: 2000)
        let key = try RecordKey(.failureCount, hashing: "sign-ins begun")
        for _ in 0..<ProviderSignIn.standardMaximum {
            _ = try await stage.store.increment(key, for: 600, now: stage.clock.now())
        }
        _ = try await stage.begin()
        let usual = try SignInStage()
        for _ in 0..<ProviderSignIn.standardMaximum {
            _ = try await usual.store.increment(key, for: 600, now: usual.clock.now())
        }
        await #expect(throws: BridgeError(.rateLimited, "")) { _ = try await usual.begin() }
    }

    @Test("6819-03: one network cannot use up the sign-ins of others")
    func boundedByNetwork() async throws {
        let stage = try SignInStage(maximum: 1002)
        for _ in 0..<1000 { _ = try await stage.begin() }
        for _ in 0..<10 {
            let error = try await #require(throws: BridgeError.self) { try await stage.begin() }
            #expect(error.code == .rateLimited)
        }
        _ = try await stage.begin(from: try #require(ClientNetwork(addressBytes: [192, 0, 2, 7])))
    }

    @Test("A provider that is down, and a closed store, begin nothing")
    func failures() async throws {
        let stage = try SignInStage()
        let elsewhere = try SignInProvider("example")
        elsewhere.announce("issuer", "https://attacker.test")
        let connection = try elsewhere.connection(clock: stage.clock)
        await #expect(throws: CredentialError.self) {
            try await stage.signIn.begin(at: connection, purpose: SignInStage.device(), from: .local)
        }
        await stage.store.close()
        let error = try await #require(throws: BridgeError.self) { try await stage.begin() }
        #expect(error.code == .storeUnavailable)
    }

    @Test("Nothing that binds the response is printed")
    func redaction() async throws {
        let stage = try SignInStage()
        let (begun, sent) = try await stage.begin()
        for text in ["\(begun)", String(reflecting: begun), "\(begun.browser)"] {
            #expect(!text.contains(try #require(sent["state"])))
            #expect(!text.contains(begun.browser.secretText))
        }
    }
}
