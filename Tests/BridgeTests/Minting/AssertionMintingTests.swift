@testable import Bridge
import CustomTokens
import JOSE
import Storage
import StrictJSON
import Testing

@Suite("Minting by an assertion that the client has signed")
struct AssertionMintingTests {
    private static func assertion(_ changes: [String: JSONValue?] = [:]) throws -> String {
        try DeskToken.assertion(changes, subject: "svc:job-1")
    }

    private static func refusal(
        _ desk: Desk, _ assertion: String, _ more: String = "", authorization: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let error = try await #require(throws: (any Error).self, sourceLocation: sourceLocation) {
            _ = try await desk.minted(assertion: assertion, more, authorization: authorization)
        }
        #expect(desk.signer.count == 0, sourceLocation: sourceLocation)
        return (error as? BridgeError)?.code.rawValue ?? (error as? CustomTokenError)?.code.rawValue ?? "\(error)"
    }

    @Test("7523-01: the assertion says whom the token is for, and what it says")
    func mints() async throws {
        let claims = try JSONObject(parsing: Array(#"{"role":"admin"}"#.utf8), limits: .token)
        let desk = try Desk(policy: MintingPolicy(tenantID: try TenantID("t-1")))
        let assertion = try Self.assertion(["claims": .object(claims), "ttl": 90, "tenant_id": "t-1"])
        let issued = try await desk.minted(assertion: assertion)
        #expect(issued.customToken.userID.value == "svc:job-1")
        #expect(issued.expiresIn == 85)
        #expect(issued.facts.clientID == "signer")
        #expect(issued.facts.tenantID?.value == "t-1")
        guard case .minting(.jwtBearer) = issued.facts.source else {
            Issue.record("other source")
            return
        }
    }

    @Test("7523-02: who the request says it is from must be who signed the assertion")
    func comparesClients() async throws {
        #expect(try await Desk().minted(assertion: Self.assertion(), "client_id=signer").facts.clientID == "signer")
        for client in ["backend", "tv", "Signer"] {
            #expect(try await Self.refusal(Desk(), Self.assertion(), "client_id=\(client)") == "GRANT_INVALID")
        }
        let field = Desk.basic("signer:wrong")
        #expect(try await Self.refusal(Desk(), Self.assertion(), authorization: [field]) == "CLIENT_INVALID")
        let authentication = try DeskToken.assertion(["jti": "jti-2"])
        let both = try await Desk().minted(
            assertion: Self.assertion(),
            "client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
                + "&client_assertion=\(authentication)")
        #expect(both.facts.clientID == "signer")
    }

    @Test("7523-03: an assertion that is refused is an invalid grant")
    func refusesAssertions() async throws {
        let now = DeskToken.now
        for changes in [
            ["iss": nil], ["iss": "nobody"], ["iss": "tv"], ["iss": "backend"], ["sub": nil], ["sub": 1],
            ["aud": "https://other.example"], ["aud": nil], ["exp": nil], ["exp": .integer(now + 361)],
            ["exp": .integer(now - 61), "iat": .integer(now - 100)], ["iat": .integer(now - 361)], ["jti": nil],
            ["nbf": .integer(now + 61), "exp": .integer(now + 100)], ["claims": "{}"], ["claims": .null],
            ["tenant_id": 1],
        ] as [[String: JSONValue?]] {
            #expect(try await Self.refusal(Desk(), Self.assertion(changes)) == "GRANT_INVALID", "\(changes)")
        }
        let forged = try DeskToken.assertion(subject: "svc:job-1", by: DeskToken.strangerKey.get())
        #expect(try await Self.refusal(Desk(), forged) == "GRANT_INVALID")
        for text in ["a.b.c", "opaque", "a.b.c.d.e"] {
            #expect(try await Self.refusal(Desk(), text) == "GRANT_INVALID")
        }
    }

    @Test("7523-04: an assertion mints once, also when it was an authentication before")
    func mintsOnce() async throws {
        let store = MemoryStore()
        let assertion = try Self.assertion()
        _ = try await Desk(store: store).minted(assertion: assertion)
        #expect(try await Self.refusal(Desk(store: store), assertion) == "GRANT_INVALID")
        let type = "client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
        let authentication = try DeskToken.assertion(["jti": "jti-2"])
        _ = try await Desk(store: store).client("\(type)&client_assertion=\(authentication)")
        #expect(try await Self.refusal(Desk(store: store), authentication) == "GRANT_INVALID")
        #expect(try await Self.refusal(Desk(store: UnreachableStore()), assertion) == "STORE_UNAVAILABLE")
    }

    @Test("7523-04: of a hundred requests at once with one assertion, one mints")
    func racesAreWonOnce() async throws {
        let desk = try Desk()
        let assertion = try Self.assertion()
        let minted = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { (try? await desk.minted(assertion: assertion)) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(minted == 1)
        let signed = desk.signer.count
        await #expect(throws: BridgeError(.grantInvalid, "")) { try await desk.minted(assertion: assertion) }
        #expect(desk.signer.count == signed, "who comes later, has nothing signed")
    }

    @Test("What the client may not do is refused as by its own credentials")
    func limitsClients() async throws {
        let admin = try JSONObject(parsing: Array(#"{"admin":true}"#.utf8), limits: .token)
        for (changes, code) in [
            (["sub": "signer"], "UID_NOT_ALLOWED"), (["sub": "example:user-0001"], "UID_NOT_ALLOWED"),
            (["claims": .object(admin)], "CLAIM_NOT_ALLOWED"), (["tenant_id": "t-2"], "TENANT_NOT_ALLOWED"),
            (["ttl": 3601], "LIFETIME_INVALID"), (["ttl": 0], "LIFETIME_INVALID"), (["ttl": -1], "LIFETIME_INVALID"),
            (["ttl": "60"], "LIFETIME_INVALID"),
        ] as [([String: JSONValue?], String)] {
            #expect(try await Self.refusal(Desk(), Self.assertion(changes)) == code, "\(changes)")
        }
    }
}
