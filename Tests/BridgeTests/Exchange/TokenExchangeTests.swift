@testable import Bridge
import CredentialProofs
import Cryptography
import CustomTokens
import JOSE
import OAuthClient
import Providers
import Storage
import StrictJSON
import Testing

@Suite("Token exchange")
struct TokenExchangeTests {
    private static func bridgeRefusal(
        _ desk: Desk, _ form: String, by client: String = "tv", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> BridgeError {
        try await #require(throws: BridgeError.self, sourceLocation: sourceLocation) {
            _ = try await desk.exchanged(form, by: client)
        }
    }

    private static func credentialRefusal(
        _ desk: Desk, _ form: String, by client: String = "tv", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> CredentialError {
        try await #require(throws: CredentialError.self, sourceLocation: sourceLocation) {
            _ = try await desk.exchanged(form, by: client)
        }
    }

    /// What a custom token says.
    private static func payload(_ token: CustomToken) throws -> JSONObject {
        try JSONObject(
            parsing: CompactJWS(parsing: token.serialized).unverifiedPayload, limits: .token)
    }

    @Test("8693-01, 8693-07: an ID token that was issued to our client becomes a custom token")
    func exchangesIDTokens() async throws {
        let desk = try Desk()
        let answer = try await desk.exchanged(Desk.exchangeForm(try DeskToken.idToken(), "provider=example"))
        let token = answer.issued.customToken
        #expect(token.userID.value == "example:user-0001")
        #expect(answer.issued.expiresIn == token.expiration.secondsSinceEpoch - DeskToken.now)
        #expect(1...3600 ~= answer.issued.expiresIn)
        #expect(answer.providerID == "example")
        #expect(answer.profile.subject.value == "user-0001")
        #expect(answer.providerTokens == nil)
        #expect(answer.refreshToken == nil)
        #expect(answer.scope == nil)
        #expect(try Self.payload(token)["uid"] == "example:user-0001")
        #expect(desk.signer.count == 1)
        #expect(desk.transport.count == 0)
    }

    @Test("An audit learns who got what for which proof, and nothing that could be used")
    func tellsAudits() async throws {
        let issued = try await Desk().exchanged(Desk.exchangeForm(try DeskToken.idToken())).issued
        guard case .credential("example", .idTokenVerified) = issued.facts.source else {
            Issue.record("other source")
            return
        }
        #expect(issued.facts.clientID == "tv")
        #expect(issued.facts.userID.value == "example:user-0001")
        #expect(issued.facts.keyID == issued.customToken.keyID)
        let token = [UInt8](issued.customToken.serialized.utf8)
        #expect(issued.facts.tokenDigest == (try .init(of: token)))
        var text = ""
        dump(issued, to: &text)
        #expect(!text.contains(issued.customToken.serialized))
    }

    @Test("8693-09: without a provider the issuer of the ID token selects one")
    func selectsByIssuer() async throws {
        let answer = try await Desk().exchanged(Desk.exchangeForm(try DeskToken.idToken()))
        #expect(answer.providerID == "example")
        let other = try await Desk().exchanged(Desk.exchangeForm(try DeskToken.idToken(["iss": "https://other.test"])))
        #expect(other.issued.customToken.userID.value == "other:user-0001")
    }

    @Test("8693-09: where the issuer is that of two providers, provider must name one that the client may use")
    func refusesAmbiguity() async throws {
        let desk = try Desk(providers: ["example", "second"])
        let form = Desk.exchangeForm(try DeskToken.idToken())
        let error = try await Self.bridgeRefusal(desk, form)
        #expect(error.code == .requestInvalid)
        #expect(error.reason.contains("provider") && error.reason.contains("example, second"))
        #expect(try await desk.exchanged("\(form)&provider=second").providerID == "second")
        let one = try Desk(
            providers: ["example", "second"],
            clients: [
                RegisteredClient(
                    id: "tv", kind: .publicClient, grants: [.tokenExchange], providers: .only(["second"]))
            ])
        #expect(try await one.exchanged(form).providerID == "second")
    }

    @Test("8693-09: a token of nobody we know, and one that names no issuer, select no provider")
    func refusesStrangers() async throws {
        let desk = try Desk()
        for issuer in [
            "https://evil.test", "https://provider.test/", "HTTPS://provider.test", "https://provider.test\u{301}",
        ] {
            let form = Desk.exchangeForm(try DeskToken.idToken(["iss": .string(issuer)]))
            #expect(try await Self.credentialRefusal(desk, form).code == .providerUnknown)
        }
        for token in [try DeskToken.idToken(["iss": nil]), try DeskToken.idToken(["iss": 1]), "opaque", "a.b.c"] {
            #expect(try await Self.bridgeRefusal(desk, Desk.exchangeForm(token)).code == .requestInvalid)
        }
        let access = Desk.exchangeForm("t", type: "urn:ietf:params:oauth:token-type:access_token")
        #expect(try await Self.bridgeRefusal(desk, access).code == .requestInvalid)
        #expect(try await Self.credentialRefusal(desk, "\(access)&provider=nobody").code == .providerUnknown)
        #expect(try await Self.credentialRefusal(desk, "\(access)&provider=Example").code == .providerUnknown)
        #expect(desk.signer.count == 0)
    }

    @Test("Only a provider that the client is registered for, before anything is sent to it")
    func limitsProviders() async throws {
        let desk = try Desk()
        let token = try DeskToken.idToken()
        for form in [
            Desk.exchangeForm(token, "provider=example"), Desk.exchangeForm(token),
            Desk.exchangeForm(
                "r", type: "urn:ietf:params:oauth:token-type:refresh_token", "provider=example"),
        ] {
            #expect(try await Self.bridgeRefusal(desk, form, by: "narrow").code == .providerNotAllowed)
        }
        #expect(try await Self.bridgeRefusal(desk, Desk.exchangeForm(token), by: "app").code == .clientNotAllowed)
        #expect(desk.transport.count == 0)
        #expect(desk.signer.count == 0)
        #expect(try await desk.exchanged(Desk.exchangeForm(token)).providerID == "example", "none of these used it up")
    }

    @Test("8693-05, 8693-10: nothing is signed for a token that is not proven to be for our client")
    func refusesUnproven() async throws {
        let desk = try Desk()
        for (changes, code) in [
            (["aud": "client-theirs"], .audienceMismatch), (["aud": nil], .credentialInvalid),
            (["aud": .array([.string(DeskToken.providerClient), "client-theirs"])], .audienceMismatch),
            (["exp": .integer(DeskToken.now - 61)], .credentialExpired), (["nonce": "n"], .nonceRequired),
            (["iat": .integer(DeskToken.now - 700)], .credentialExpired), (["sub": nil], .credentialInvalid),
        ] as [([String: JSONValue?], CredentialError.Code)] {
            let form = Desk.exchangeForm(try DeskToken.idToken(changes), "provider=example")
            #expect(try await Self.credentialRefusal(desk, form).code == code, "\(changes)")
        }
        let forged = try DeskToken.idToken(by: DeskToken.strangerKey.get())
        #expect(try await Self.credentialRefusal(desk, Desk.exchangeForm(forged)).code == .credentialInvalid)
        let wrong = Desk.exchangeForm(try DeskToken.idToken(), "provider=other")
        #expect(try await Self.credentialRefusal(desk, wrong).code == .credentialInvalid)
        let nonce = Desk.exchangeForm(try DeskToken.idToken(["nonce": "a"]), "nonce=b")
        #expect(try await Self.credentialRefusal(desk, nonce).code == .nonceMismatch)
        let access = Desk.exchangeForm("t", type: "urn:ietf:params:oauth:token-type:access_token", "provider=example")
        #expect(try await Self.credentialRefusal(desk, access).code == .audienceUnprovable)
        #expect(desk.signer.count == 0)
    }

    @Test("The nonce binds the token to its caller")
    func takesNonces() async throws {
        let form = Desk.exchangeForm(try DeskToken.idToken(["nonce": "n-1"]), "nonce=n-1")
        #expect(try await Desk().exchanged(form).providerID == "example")
    }

    @Test("PRV-12: an ID token is exchanged once, whoever comes second and however it is dressed up")
    func refusesReplays() async throws {
        let desk = try Desk(providers: ["example", "second"])
        let token = try DeskToken.idToken()
        let form = Desk.exchangeForm(token, "provider=example")
        #expect(try await desk.exchanged(form).providerID == "example")
        #expect(try await Self.bridgeRefusal(desk, form).code == .credentialReplayed)
        #expect(try await Self.bridgeRefusal(desk, form, by: "backend").code == .credentialReplayed)
        let second = Desk.exchangeForm(token, "provider=second")
        #expect(try await Self.bridgeRefusal(desk, second).code == .credentialReplayed)
        let jwt = Desk.exchangeForm(token, type: "urn:ietf:params:oauth:token-type:jwt", "provider=example")
        #expect(try await Self.bridgeRefusal(desk, jwt).code == .credentialReplayed)
        #expect(desk.signer.count == 1)
    }

    @Test("PRV-12: a mark outlives the last second in which its token would be taken")
    func keepsMarks() async throws {
        let store = MemoryStore()
        let form = Desk.exchangeForm(
            try DeskToken.idToken(["iat": .integer(DeskToken.now), "exp": .integer(DeskToken.now + 60)]))
        _ = try await Desk(store: store).exchanged(form)
        for later in [1, 60, 119] as [Int64] {
            let desk = try Desk(store: store, now: DeskToken.now + later)
            #expect(try await Self.bridgeRefusal(desk, form).code == .credentialReplayed)
        }
        let expired = try Desk(store: store, now: DeskToken.now + 120)
        #expect(try await Self.credentialRefusal(expired, form).code == .credentialExpired)
        let removed = try await store.sweep(now: NumericDate(secondsSinceEpoch: DeskToken.now + 10_000))
        #expect(removed == 1)
    }

    @Test("PRV-12: of a hundred exchanges of one token at once, one succeeds")
    func racesAreWonOnce() async throws {
        let desk = try Desk()
        let form = Desk.exchangeForm(try DeskToken.idToken())
        let outcomes = await withTaskGroup(of: String.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    do {
                        return try await desk.exchanged(form).providerID
                    } catch {
                        return (error as? BridgeError)?.code.rawValue ?? "\(error)"
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(outcomes == ["example": 1, "CREDENTIAL_REPLAYED": 99])
        let signed = desk.signer.count
        #expect(try await Self.bridgeRefusal(desk, form).code == .credentialReplayed)
        #expect(desk.signer.count == signed, "who comes later, has nothing signed")
    }

    @Test("PRV-12: where the mark cannot be stored, nothing is signed")
    func needsItsStore() async throws {
        let desk = try Desk(store: UnreachableStore())
        let error = try await Self.bridgeRefusal(desk, Desk.exchangeForm(try DeskToken.idToken()))
        #expect(error.code == .storeUnavailable)
        #expect(desk.signer.count == 0)
    }

    @Test("A token that can have no custom token is not used up")
    func decidesBeforeMarking() async throws {
        let store = MemoryStore()
        let form = Desk.exchangeForm(try DeskToken.idToken())
        let tight = MintingPolicy(
            claims: try ClaimTemplates(JSONObject(parsing: Array(#"{"p":"$provider"}"#.utf8), limits: .document)),
            maximumClaimsBytes: 3)
        #expect(try await Self.bridgeRefusal(Desk(store: store, policy: tight), form).code == .claimsTooLarge)
        #expect(try await Desk(store: store).exchanged(form).providerID == "example")
    }

    @Test("8693-04: the project, its tenant and the audience of custom tokens are what tokens are for")
    func checksTargets() async throws {
        let policy = MintingPolicy(tenantID: try TenantID("t-1"))
        let resource =
            "resource=https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
        for target in ["audience=demo-bridge", "audience=t-1", resource, "audience=&resource="] {
            let answer = try await Desk(policy: policy).exchanged(
                Desk.exchangeForm(try DeskToken.idToken(), target))
            #expect(answer.issued.facts.tenantID?.value == "t-1")
            #expect(try Self.payload(answer.issued.customToken)["tenant_id"] == "t-1")
        }
        for target in [
            "audience=other", "audience=t-2", "audience=Demo-Bridge", "audience=\(DeskToken.providerClient)",
            "resource=https://api.example", "audience=demo-bridge&resource=https://api.example", "\(resource)/",
        ] {
            let desk = try Desk(policy: policy)
            let form = Desk.exchangeForm(try DeskToken.idToken(), target)
            #expect(try await Self.bridgeRefusal(desk, form).code == .targetInvalid, "\(target)")
            #expect(desk.signer.count == 0)
        }
    }

    @Test("8693-08: a custom token outlives neither policy nor client nor, by much, the ID token")
    func limitsLifetimes() async throws {
        func lifetime(_ exp: Int64, _ policy: Int64, by client: String) async throws -> Int64 {
            let token = try DeskToken.idToken([
                "iat": .integer(DeskToken.now - 40), "exp": .integer(DeskToken.now + exp),
            ])
            let desk = try Desk(policy: MintingPolicy(lifetime: try TokenLifetime(seconds: policy)))
            let issued = try await desk.exchanged(Desk.exchangeForm(token), by: client).issued
            return issued.customToken.expiration.secondsSinceEpoch - issued.customToken.issuedAt.secondsSinceEpoch
        }
        #expect(try await lifetime(3570, 3600, by: "tv") == 3600)
        #expect(try await lifetime(3570, 900, by: "tv") == 900)
        #expect(try await lifetime(3570, 3600, by: "backend") == 600)
        #expect(try await lifetime(600, 3600, by: "tv") == 600 + 60 + 300)
        #expect(try await lifetime(-30, 3600, by: "tv") == -30 + 60 + 300)
    }

    @Test("6749-10: whoever asked for a scope is told that none was granted")
    func echoesScope() async throws {
        #expect(try await Desk().exchanged(Desk.exchangeForm(try DeskToken.idToken(), "scope=openid+mail")).scope == "")
        #expect(try await Desk().exchanged(Desk.exchangeForm(try DeskToken.idToken(), "scope=")).scope == nil)
    }
}
