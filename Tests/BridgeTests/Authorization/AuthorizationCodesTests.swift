@testable import Bridge
import CredentialProofs
import CustomTokens
import JOSE
import OAuthClient
import Storage
import StrictJSON
import Testing

extension AuthorizationCodes {
    /// A redemption that gets what the code stands for, for tests of all that is not about what is made of it.
    func redeem(
        _ code: AuthorizationCode, client: RegisteredClient, redirectURI: String?, codeVerifier: String?
    ) async throws(BridgeError) -> RedeemedCode {
        do {
            return try await redeem(code, client: client, redirectURI: redirectURI, codeVerifier: codeVerifier) { $0 }
        } catch let error as BridgeError {
            throw error
        } catch {
            throw BridgeError(.cryptographyFailed, "another error: \(error)")
        }
    }
}

@Suite("An authorization code of ours")
struct AuthorizationCodesTests {
    private typealias Samples = AuthorizationSamples

    /// A sign-in for which codes are issued to the client `desktop`.
    private struct Play: Sendable {
        let stage: SignInStage
        let client: RegisteredClient
        let other: RegisteredClient
        let endpoint: AuthorizationEndpoint
        let codes: AuthorizationCodes
        let signIn: StoredSignIn
        let tokens: TokenResponse

        init(providerTokens: RegisteredClient.ProviderTokens = .withheld) async throws {
            stage = try SignInStage()
            client = try Samples.client(providerTokens: providerTokens)
            other = try Samples.client("other", providerTokens: providerTokens)
            endpoint = try Samples.endpoint(client, other)
            codes = AuthorizationCodes(endpoint: endpoint, store: stage.store, clock: stage.clock)
            (signIn, tokens) = try await stage.stored()
        }

        func issue(_ changes: [String: String?] = [:]) async throws -> FormParameters {
            let request = try endpoint.request(query: Samples.query(changes))
            return try SignInStage.query(of: await codes.issueCode(for: request, signIn: signIn, tokens: tokens).url)
        }

        func code() async throws -> String { try #require(try await issue()["code"]) }

        func redeem(
            _ code: String, client: RegisteredClient? = nil, redirectURI: String? = "https://app.test/cb",
            verifier: String? = Samples.verifier
        ) async throws(BridgeError) -> RedeemedCode {
            try await codes.redeem(
                AuthorizationCode(code), client: client ?? self.client, redirectURI: redirectURI,
                codeVerifier: verifier)
        }

        /// The code of the error of a code that must not be redeemed.
        func refusal(
            _ code: String, client: RegisteredClient? = nil, redirectURI: String? = "https://app.test/cb",
            verifier: String? = Samples.verifier, sourceLocation: SourceLocation = #_sourceLocation
        ) async throws -> BridgeError.Code {
            try await #require(throws: BridgeError.self, sourceLocation: sourceLocation) {
                try await redeem(code, client: client, redirectURI: redirectURI, verifier: verifier)
            }.code
        }
    }

    @Test("9207-05, 6749-11: comes with state and issuer, has 256 bits and never comes again")
    func issued() async throws {
        let play = try await Play()
        let answer = try await play.issue()
        #expect(answer.parameters.map(\.name) == ["code", "state", "iss"])
        #expect(answer["state"] == "a state")
        #expect(answer["iss"] == "https://bridge.test")
        #expect(try Base64URL.decode(#require(answer["code"]).utf8).count == 32)
        #expect(try await play.issue()["code"] != answer["code"])
        #expect(try await play.issue(["state": nil]).parameters.map(\.name) == ["code", "iss"])
    }

    @Test("7636: is redeemed with the verifier of RFC 7636, appendix B, for what was decided at the sign-in")
    func redeemed() async throws {
        let play = try await Play()
        let code = try #require(try await play.issue(["scope": "a b"])["code"])
        let redeemed = try await play.redeem(code)
        #expect(redeemed.signIn.object == play.signIn.object)
        #expect(redeemed.signIn.userID.value == "oidc:user-0001")
        #expect(redeemed.scope == "a b")
        #expect(redeemed.providerTokens == nil)
    }

    @Test("9700-04, 6749 4.1.2: is good once; a second use is told from a code that never was")
    func once() async throws {
        let play = try await Play()
        let code = try await play.code()
        _ = try await play.redeem(code)
        for _ in 0..<2 {
            let error = await #expect(throws: BridgeError.self) { try await play.redeem(code) }
            #expect(error?.code == .grantInvalid)
            #expect(error?.reason.contains("used before") == true)
        }
        let error = await #expect(throws: BridgeError.self) {
            try await play.redeem(String(repeating: "A", count: 43))
        }
        #expect(error?.code == .grantInvalid)
        #expect(error?.reason.contains("used before") == false)
        play.stage.clock.advance(300)
        let later = await #expect(throws: BridgeError.self) { try await play.redeem(code) }
        #expect(later?.reason.contains("used before") == true)
    }

    @Test("9700-04: of many that have all found it before one redeems it, one wins")
    func race() async throws {
        let play = try await Play()
        let code = try await play.code()
        let codes = AuthorizationCodes(
            endpoint: play.endpoint, store: MeetingStore(play.stage.store, readers: 8), clock: play.stage.clock)
        let outcomes = await withTaskGroup(of: BridgeError?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    do throws(BridgeError) {
                        _ = try await codes.redeem(
                            AuthorizationCode(code), client: play.client, redirectURI: "https://app.test/cb",
                            codeVerifier: Samples.verifier)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(into: [BridgeError?]()) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 == nil }.count == 1)
        #expect(outcomes.compactMap(\.self).allSatisfy { $0.code == .grantInvalid })
    }

    @Test("7636-03: is used up by a verifier that is another, too short, too long, or the challenge itself")
    func verifiers() async throws {
        let play = try await Play()
        let verifiers = [
            String(Samples.verifier.dropLast()) + "x", Samples.challenge, "short", Samples.verifier + "=",
            String(repeating: "a", count: 129), Samples.verifier.uppercased(),
        ]
        for verifier in verifiers {
            let code = try await play.code()
            #expect(try await play.refusal(code, verifier: verifier) == .grantInvalid, "\(verifier)")
            #expect(try await play.refusal(code) == .grantInvalid)
        }
    }

    @Test("7636-04: is never redeemed without a verifier; then it is not looked at")
    func missing() async throws {
        let play = try await Play()
        let code = try await play.code()
        #expect(try await play.refusal(code, verifier: nil) == .requestInvalid)
        #expect(try await play.refusal(code, redirectURI: nil) == .requestInvalid)
        let device = try Samples.client(grants: [.deviceCode])
        #expect(try await play.refusal(code, client: device) == .clientNotAllowed)
        _ = try await play.redeem(code)
    }

    @Test("6819-02: is used up by another client, whose it is not")
    func otherClient() async throws {
        let play = try await Play()
        let code = try await play.code()
        #expect(try await play.refusal(code, client: play.other) == .grantInvalid)
        #expect(try await play.refusal(code) == .grantInvalid)
    }

    @Test("6749-13: is used up by a redirect address that is not that of the request, with another port too")
    func otherRedirect() async throws {
        let play = try await Play()
        for address in ["https://app.test/cb/", "http://127.0.0.1:5/callback", "http://127.0.0.1/callback", ""] {
            let issued = try await play.issue(["redirect_uri": "http://127.0.0.1:4/callback"])
            let code = try #require(issued["code"])
            #expect(try await play.refusal(code, redirectURI: address) == .grantInvalid)
            #expect(try await play.refusal(code, redirectURI: "http://127.0.0.1:4/callback") == .grantInvalid)
        }
        let code = try #require(try await play.issue(["redirect_uri": "http://127.0.0.1:4/callback"])["code"])
        _ = try await play.redeem(code, redirectURI: "http://127.0.0.1:4/callback")
    }

    @Test("Is good for 60 seconds")
    func expiry() async throws {
        let play = try await Play()
        let (young, old) = (try await play.code(), try await play.code())
        play.stage.clock.advance(59)
        _ = try await play.redeem(young)
        play.stage.clock.advance(1)
        #expect(try await play.refusal(old) == .grantInvalid)
    }

    @Test("6819-03: of another form is refused without a look into the store")
    func madeUp() async throws {
        let play = try await Play()
        await play.stage.store.close()
        for code in ["", "short", String(repeating: "A", count: 42), String(repeating: "%", count: 43)] {
            #expect(try await play.refusal(code) == .grantInvalid)
        }
        #expect(try await play.refusal(String(repeating: "A", count: 43)) == .storeUnavailable)
    }

    @Test("6819-06: and what it stands for are not in the store in clear, nor the provider's tokens")
    func atRest() async throws {
        let play = try await Play(providerTokens: .handedOn)
        let code = try await play.code()
        let key = try RecordKey(.authorizationCode, hashing: code)
        let record = try #require(try await play.stage.store.record(key, now: play.stage.clock.now()))
        let text = String(decoding: record.payload, as: UTF8.self)
        for secret in [code, "provider-access-token", "provider-refresh-token", "user-0001", "desktop"] {
            #expect(!text.contains(secret))
        }
        _ = try await play.redeem(code)
        let used = try #require(try await play.stage.store.record(key, now: play.stage.clock.now()))
        #expect(used.payload.isEmpty)
    }

    @Test("Brings the provider's tokens to a client that is registered to get them, and to no other")
    func providerTokens() async throws {
        let play = try await Play(providerTokens: .handedOn)
        let tokens = try #require(try await play.redeem(play.code()).providerTokens)
        #expect(tokens.accessToken.secretText == "provider-access-token")
        #expect(tokens.refreshToken?.secretText == "provider-refresh-token")
        #expect(tokens.idToken?.secretText == play.tokens.idToken?.secretText)
        #expect(tokens.expiration == play.stage.clock.now() + 3600)
        // The registration may have changed since the code was issued.
        #expect(try await play.redeem(play.code(), client: Samples.client()).providerTokens == nil)
    }

    @Test("Is not issued for a sign-in at a provider that the app has not asked for, nor to a client that is gone")
    func notIssued() async throws {
        let play = try await Play()
        let request = try play.endpoint.request(query: Samples.query(["provider": "other"]))
        await #expect(throws: BridgeError(.providerNotAllowed, "")) {
            try await play.codes.issueCode(for: request, signIn: play.signIn)
        }
        let gone = AuthorizationCodes(
            endpoint: try Samples.endpoint(play.other), store: play.stage.store, clock: play.stage.clock)
        let asked = try play.endpoint.request(query: Samples.query())
        await #expect(throws: BridgeError(.clientInvalid, "")) {
            try await gone.issueCode(for: asked, signIn: play.signIn)
        }
    }

    @Test("6819-06: whose record was changed in the store is not believed")
    func tampering() async throws {
        let play = try await Play()
        let (code, other) = (try await play.code(), try await play.code())
        let (now, store) = (play.stage.clock.now(), play.stage.store)
        let record = try #require(try await store.record(RecordKey(.authorizationCode, hashing: other), now: now))
        _ = try await store.replace(
            StoredRecord(
                key: RecordKey(.authorizationCode, hashing: code), payload: record.payload,
                expiration: record.expiration), now: now)
        #expect(try await play.refusal(code) == .storedRecordInvalid)
        #expect(try await play.refusal(code) == .grantInvalid)
    }
}
