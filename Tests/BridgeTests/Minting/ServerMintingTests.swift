@testable import Bridge
import CustomTokens
import JOSE
import OAuthClient
import StrictJSON
import Testing

@Suite("Minting by a client's own credentials")
struct ServerMintingTests {
    private static func refusal(
        _ form: String, by client: String = "backend", policy: MintingPolicy = MintingPolicy(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> any Error {
        let desk = try Desk(policy: policy)
        let error = try await #require(throws: (any Error).self, sourceLocation: sourceLocation) {
            _ = try await desk.minted(form, by: client)
        }
        #expect(desk.signer.count == 0, sourceLocation: sourceLocation)
        return error
    }

    private static func code(_ error: any Error) -> String {
        (error as? BridgeError)?.code.rawValue ?? (error as? CustomTokenError)?.code.rawValue ?? "\(error)"
    }

    private static func encoded(_ json: String) -> String {
        json.utf8.map { "%\(String($0 >> 4, radix: 16))\(String($0 & 15, radix: 16))" }.joined()
    }

    @Test("A server mints what it is registered for")
    func mints() async throws {
        let claims = Self.encoded(#"{"role":"admin","deep":{"sub":[1,true,null]}}"#)
        let issued = try await Desk().minted("uid=svc:job-1&claims=\(claims)&tenant_id=t-2&ttl=60")
        let token = issued.customToken
        let payload = try JSONObject(parsing: CompactJWS(parsing: token.serialized).unverifiedPayload, limits: .token)
        #expect(payload["uid"] == "svc:job-1")
        #expect(payload["tenant_id"] == "t-2")
        #expect(payload["claims"]?.object?["role"] == "admin")
        #expect(payload["claims"]?.object?["deep"]?.object?["sub"] == .array([1, true, .null]))
        #expect(token.expiration.secondsSinceEpoch - token.issuedAt.secondsSinceEpoch == 60)
        #expect(issued.expiresIn == 55)
        guard case .minting(.clientCredentials) = issued.facts.source else {
            Issue.record("other source")
            return
        }
        #expect(issued.facts.clientID == "backend")
        #expect(issued.facts.tenantID?.value == "t-2")
    }

    @Test("Where nothing is asked for, the policy holds, but never longer than the client may")
    func followsPolicy() async throws {
        let short = MintingPolicy(lifetime: try TokenLifetime(seconds: 300), tenantID: try TenantID("t-1"))
        let issued = try await Desk(policy: short).minted("uid=svc:1&claims=&tenant_id=&ttl=")
        #expect(issued.facts.tenantID?.value == "t-1")
        #expect(issued.expiresIn == 295)
        #expect(try await Desk().minted("uid=svc:1").expiresIn == 595)
        #expect(try await Desk(policy: short).minted("uid=svc:1&ttl=600").expiresIn == 595)
        #expect(try await Desk(policy: short).minted("uid=svc:1&tenant_id=t-1").facts.tenantID?.value == "t-1")
    }

    @Test(
        "A uid outside the client's prefixes is refused, with those that are allowed",
        arguments: [
            "svc", "Svc:1", "xsvc:1", "admin", "example:user-0001", "%20svc:1", "svc%EF%BC%9A1", "cafe%CC%81", "caf",
            "cafe",
        ])
    func limitsUserIDs(_ uid: String) async throws {
        let error = try await Self.refusal("uid=\(uid)")
        #expect(Self.code(error) == "UID_NOT_ALLOWED")
        #expect("\(error)".contains("\"svc:\""))
    }

    @Test("Prefixes are bytes: what is composed otherwise is another uid")
    func comparesBytes() async throws {
        #expect(try await Desk().minted("uid=caf%C3%A9-1").customToken.userID.value == "caf\u{E9}-1")
        // The prefix ends within what Swift calls a character: the uid begins with its bytes all the same.
        let marked = try await Desk().minted("uid=svc:%CC%81").customToken.userID.value
        #expect([UInt8](marked.utf8) == [UInt8]("svc:".utf8) + [0xCC, 0x81])
    }

    @Test(
        "A uid that none can be is refused",
        arguments: ["svc:%01", "svc:%7F", "svc:\(String(repeating: "a", count: 125))"])
    func refusesUserIDs(_ uid: String) async throws {
        #expect(Self.code(try await Self.refusal("uid=\(uid)")) == "UID_INVALID")
    }

    @Test("A uid that looks like a provider's is never minted, whatever the client's prefixes say")
    func keepsOffProviders() async throws {
        let desk = try Desk(clients: [
            RegisteredClient(
                id: "backend", kind: .confidential(secret: .init(Desk.secret), keys: nil, ways: [.post]),
                grants: [.clientCredentials], userIDPrefixes: ["e", "other:", ""])
        ])
        for uid in ["example:user-0001", "example:", "other:1", "other:user-0001"] {
            await #expect(throws: BridgeError(.userIDNotAllowed, "")) { try await desk.minted("uid=\(uid)") }
        }
        await #expect(throws: BridgeError(.userIDNotAllowed, ""), "the empty prefix is none") {
            try await desk.minted("uid=svc:1")
        }
        #expect(try await desk.minted("uid=example-svc:1").customToken.userID.value == "example-svc:1")
        #expect(desk.signer.count == 1)
    }

    @Test(
        "A claim outside the client's list is refused, with those that are allowed",
        arguments: [#"{"admin":true}"#, #"{"role":"a","admin":true}"#, #"{"Role":"a"}"#, #"{"ro\u006ce2":1}"#])
    func limitsClaims(_ claims: String) async throws {
        let error = try await Self.refusal("uid=svc:1&claims=\(Self.encoded(claims))")
        #expect(Self.code(error) == "CLAIM_NOT_ALLOWED")
        #expect("\(error)".contains("\"role\""))
    }

    @Test(
        "Claims that no token can have are refused",
        arguments: [
            (#"{"sub":"x"}"#, "CLAIM_RESERVED"), (#"{"role":1,"firebase":{}}"#, "CLAIM_RESERVED"),
            (#"{"email":"a@b.example"}"#, "CLAIM_OVERWRITTEN"), ("[]", "CLAIMS_INVALID"), ("\"a\"", "CLAIMS_INVALID"),
            (#"{"role":1,"role":2}"#, "CLAIMS_INVALID"), (#"{"role":1,"ro\u006ce":2}"#, "CLAIMS_INVALID"),
            ("{", "CLAIMS_INVALID"), (#"{"role":"\u0000"}"#, "CLAIMS_INVALID"), (#"{"role":NaN}"#, "CLAIMS_INVALID"),
            (#"{"role":1} x"#, "CLAIMS_INVALID"),
            (#"{"role":"\#(String(repeating: "a", count: 1000))"}"#, "CLAIMS_TOO_LARGE"),
        ])
    func refusesClaims(_ claims: String, _ code: String) async throws {
        #expect(Self.code(try await Self.refusal("uid=svc:1&claims=\(Self.encoded(claims))")) == code)
    }

    @Test("Claims 200,000 deep are refused, in a form and past it")
    func refusesDepth() async throws {
        let deep = String(repeating: "%5B", count: 200_000)
        #expect(Self.code(try await Self.refusal("uid=svc:1&claims=\(deep)")) == "REQUEST_INVALID")
        let nested = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
        let error = try await Self.refusal("uid=svc:1&claims=\(Self.encoded(#"{"role":"#))\(nested)%7D")
        #expect(Self.code(error) == "CLAIMS_INVALID")
        // Where there is no form around it.
        let request = try MintingRequest(
            assertion: JSONObject(parsing: Array(#"{"sub":"svc:1"}"#.utf8), limits: .token))
        #expect(request.claims == nil)
        #expect(throws: CustomTokenError.self) {
            try CustomClaims(parsing: [UInt8](repeating: 0x5B, count: 200_000))
        }
    }

    @Test(
        "A lifetime beyond the client's is refused, never shortened",
        arguments: ["601", "3600", "3601", "0", "9999999999"])
    func limitsLifetimes(_ ttl: String) async throws {
        let error = try await Self.refusal("uid=svc:1&ttl=\(ttl)")
        #expect(Self.code(error) == "LIFETIME_INVALID")
        #expect("\(error)".contains("1 to 600 s"))
    }

    @Test("A tenant that is not the client's is refused", arguments: ["t-3", "T-2", "t-2%20", "t%2F2", "demo-bridge"])
    func limitsTenants(_ tenant: String) async throws {
        let policy = MintingPolicy(tenantID: try TenantID("t-1"))
        let error = try await Self.refusal("uid=svc:1&tenant_id=\(tenant)", policy: policy)
        #expect(Self.code(error) == "TENANT_NOT_ALLOWED")
        #expect("\(error)".contains("\"t-1\", \"t-2\""))
    }

    @Test("Who is not registered for minting, or has proven nothing, mints nothing")
    func limitsClients() async throws {
        for client in ["tv", "narrow", "app", "poster", "published"] {
            #expect(Self.code(try await Self.refusal("uid=svc:1", by: client)) == "CLIENT_NOT_ALLOWED")
        }
        // A registration that the configuration refuses.
        let desk = try Desk(clients: [
            RegisteredClient(
                id: "anybody", kind: .publicClient, grants: [.clientCredentials], userIDPrefixes: ["svc:"])
        ])
        await #expect(throws: BridgeError(.clientNotAllowed, "")) { try await desk.minted("uid=svc:1", by: "anybody") }
        #expect(desk.signer.count == 0)
    }

    @Test("Only a grant that mints is a reason to mint")
    func needsMintingGrant() throws {
        let desk = try Desk()
        let request = try MintingRequest(Desk.parameters("uid=svc:1"))
        let rules = MintingRules(policy: MintingPolicy(), providerPrefixes: [])
        #expect(throws: BridgeError(.clientNotAllowed, "")) {
            try MintingDecision(request, for: desk.known("backend"), by: .tokenExchange, rules: rules)
        }
        #expect(throws: BridgeError(.clientNotAllowed, "")) {
            try MintingDecision(request, for: desk.known("backend"), by: .jwtBearer, rules: rules)
        }
    }
}
