@testable import Bridge
import Cryptography
import JOSE
import OAuthClient
import Storage
import StrictJSON
import Testing

@Suite("Clients that prove themselves by an assertion (private_key_jwt)")
struct AssertionAuthenticationTests {
    private static let type = "client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

    private static func form(_ assertion: String) -> String { "\(type)&client_assertion=\(assertion)" }

    private static func refusal(
        _ changes: [String: JSONValue?], subject: String = "signer", header: [String: JSONValue] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> BridgeError {
        let assertion = try DeskToken.assertion(changes, subject: subject, header: header)
        return try await Desk().refusal(form(assertion), sourceLocation: sourceLocation)
    }

    @Test(
        "7523-01: an assertion for our issuer or our token endpoint is taken",
        arguments: [
            .string(Desk.issuer), .string(Desk.tokenEndpoint), .array([.string(Desk.issuer)]),
            .array([.string(Desk.tokenEndpoint), .string(Desk.issuer)]),
        ] as [JSONValue])
    func takesAssertions(_ audience: JSONValue) async throws {
        let form = Self.form(try DeskToken.assertion(["aud": audience]))
        let client = try await Desk().client(form)
        #expect(client.id == "signer")
        #expect(client.way == .privateKeyJWT)
        #expect(try await Desk().client("client_id=signer&\(form)").id == "signer")
    }

    @Test(
        "7523-01: ensure-client-assertion-with-wrong-aud-fails",
        arguments: [
            .string("https://other.example"), .string(Desk.issuer + "/"), .string("HTTPS://bridge.example"),
            .string("https://bridge.example:443"), .string(Desk.tokenEndpoint + "/"), .string(""), .integer(1), .null,
            .array([]), .array([.integer(1)]), .array([.string(Desk.issuer), .string("https://other.example")]),
            .array([.string("https://other.example"), .string(Desk.tokenEndpoint)]),
        ] as [JSONValue])
    func refusesAudiences(_ audience: JSONValue) async throws {
        #expect(try await Self.refusal(["aud": audience]).code == .clientInvalid)
    }

    @Test(
        "7523-01: each of iss, sub, aud, exp and jti must be there",
        arguments: ["iss", "sub", "aud", "exp", "jti"])
    func refusesMissing(_ claim: String) async throws {
        #expect(try await Self.refusal([claim: nil]).code == .clientInvalid)
    }

    @Test("ensure-client-assertion-with-exp-is-5-minutes-in-past-fails")
    func refusesExpired() async throws {
        let error = try await Self.refusal([
            "iat": .integer(DeskToken.now - 360), "exp": .integer(DeskToken.now - 300),
        ])
        #expect(error.code == .clientInvalid)
        #expect(error.reason.contains("expired"))
    }

    @Test("ensure-client-assertion-with-no-sub-fails; with-wrong-sub-fails; with-wrong-iss-fails (7523-02)")
    func refusesNames() async throws {
        #expect(try await Self.refusal(["sub": nil]).code == .clientInvalid)
        #expect(try await Self.refusal([:], subject: "backend").code == .clientInvalid)
        #expect(try await Self.refusal([:], subject: "nobody").code == .clientInvalid)
        #expect(try await Self.refusal(["sub": .integer(1)]).code == .clientInvalid)
        #expect(try await Self.refusal(["iss": "backend"]).code == .clientInvalid)
        #expect(try await Self.refusal(["iss": "Signer"]).code == .clientInvalid)
        #expect(try await Self.refusal(["iss": .string(Desk.issuer)]).code == .clientInvalid)
    }

    @Test("7523-02: a client_id that disagrees is refused")
    func comparesIdentifiers() async throws {
        let form = Self.form(try DeskToken.assertion())
        #expect(try await Desk().refusal("client_id=tv&\(form)").code == .clientInvalid)
    }

    @Test("7523-03: what the client's key has not signed is refused, and nobody learns why")
    func refusesSignatures() async throws {
        let desk = try Desk()
        let right = try DeskToken.assertion()
        let parts = right.split(separator: ".")
        let material = try DeskToken.clientKey.get().publicKey.material
        guard case .ellipticCurve(_, let x, _) = material else {
            Issue.record("no curve")
            return
        }
        let mac = try DeskToken.assertion(by: MACSigner(secret: x))
        let errors = [
            try await desk.refusal(Self.form(try DeskToken.assertion(by: DeskToken.strangerKey.get()))),
            try await desk.refusal(Self.form("\(parts[0]).\(parts[1]).\(String(repeating: "A", count: 86))")),
            try await desk.refusal(Self.form(try DeskToken.assertion(header: ["kid": "other"]))),
            try await desk.refusal(Self.form(mac)),
            try await desk.refusal(Self.form(try DeskToken.assertion(subject: "nobody"))),
            try await desk.refusal(Self.form(try DeskToken.assertion(subject: "backend"))),
            try await desk.refusal(Self.form(try DeskToken.assertion(subject: "tv"))),
        ]
        #expect(errors.allSatisfy { $0.code == .clientInvalid && $0.reason == errors[0].reason })
        let none = "\(Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))).\(parts[1])."
        #expect(try await desk.refusal(Self.form(none)).code == .clientInvalid)
        #expect(try await desk.client(Self.form(right)).id == "signer", "none of these used the assertion up")
    }

    @Test(
        "6749-04: a client whose keys are known for something else does not prove itself by them, and nobody learns why"
    )
    func anotherWay() async throws {
        let keys = try FixedKeySet(
            parsing: DeskToken.keySet(try DeskToken.clientKey.get().publicKey.material), format: .jwks)
        let client = RegisteredClient(
            id: "signer",
            kind: .confidential(secret: ClientSecret("another-way-in"), keys: .file(keys), ways: [.basic, .post]),
            grants: [.clientCredentials, .jwtBearer], userIDPrefixes: ["svc:"])
        let desk = try Desk(clients: [client])
        let refused = try await desk.refusal(Self.form(try DeskToken.assertion()))
        let unknown = try await desk.refusal(Self.form(try DeskToken.assertion(subject: "nobody")))
        #expect(refused.code == .clientInvalid && refused.reason == unknown.reason)
    }

    @Test("7523-03: another kind of token is no assertion", arguments: ["at+jwt", "logout+jwt", "dpop+jwt"])
    func refusesTypes(_ type: String) async throws {
        #expect(try await Self.refusal([:], header: ["typ": .string(type)]).code == .clientInvalid)
    }

    @Test("7523-04: not more than five minutes ahead, and not older than that, with a minute for the clocks")
    func limitsAge() async throws {
        let now = DeskToken.now
        for (iat, exp) in [(now, now + 300), (now, now + 360), (now - 360, now + 1), (now + 60, now + 120)] {
            let form = Self.form(try DeskToken.assertion(["iat": .integer(iat), "exp": .integer(exp)]))
            #expect(try await Desk().client(form).id == "signer")
        }
        #expect(try await Desk().client(Self.form(try DeskToken.assertion(["iat": nil]))).id == "signer")
        for (iat, exp) in [
            (now, now + 361), (now, now + 86_400), (now - 361, now + 1), (now + 61, now + 120), (now, now),
            (-1, now + 60),
        ] {
            let error = try await Self.refusal(["iat": .integer(iat), "exp": .integer(exp)])
            #expect(error.code == .clientInvalid, "\(iat - now), \(exp - now)")
        }
        #expect(try await Self.refusal(["iat": "now"]).code == .clientInvalid)
        #expect(try await Self.refusal(["exp": .string("\(now + 60)")]).code == .clientInvalid)
    }

    @Test("7523-07: nbf 8 s ahead is accepted, more than 60 s is refused")
    func allowsForClocks() async throws {
        let soon = Self.form(try DeskToken.assertion(["nbf": .integer(DeskToken.now + 8)]))
        #expect(try await Desk().client(soon).id == "signer")
        let late = try await Self.refusal(["nbf": .integer(DeskToken.now + 61), "exp": .integer(DeskToken.now + 120)])
        #expect(late.code == .clientInvalid)
    }

    @Test("7523-04: a jti is good once, until the assertion cannot be used any more")
    func refusesRepetition() async throws {
        let store = MemoryStore()
        let form = Self.form(try DeskToken.assertion())
        #expect(try await Desk(store: store).client(form).id == "signer")
        #expect(try await Desk(store: store).refusal(form).code == .clientInvalid)
        let other = Self.form(try DeskToken.assertion(["iat": .integer(DeskToken.now - 1)]))
        #expect(try await Desk(store: store).refusal(other).reason.contains("used before"))
        // At the last second at which the assertion would be taken.
        #expect(try await Desk(store: store, now: DeskToken.now + 119).refusal(form).reason.contains("used before"))
        let fresh = Self.form(try DeskToken.assertion(["jti": "jti-2"]))
        #expect(try await Desk(store: store).client(fresh).id == "signer")
    }

    @Test("7523-04: a jti is its client's own: nobody uses up the assertions of another, whatever the two are named")
    func identifiersAreTheClients() async throws {
        let keys = try FixedKeySet(
            parsing: DeskToken.keySet(try DeskToken.clientKey.get().publicKey.material), format: .jwks)
        let assertions = [("signer", "jti-1"), ("other", "jti-1"), ("a", "1:x"), ("a:1", "x"), ("1:x", "a")]
        let desk = try Desk(
            clients: assertions.map { id, _ in
                RegisteredClient(
                    id: id, kind: .confidential(secret: nil, keys: .file(keys), ways: [.privateKeyJWT]),
                    grants: [.clientCredentials])
            })
        for (id, identifier) in assertions {
            let changes = ["iss": .string(id), "jti": .string(identifier)] as [String: JSONValue?]
            let form = Self.form(try DeskToken.assertion(changes, subject: id))
            #expect(try await desk.client(form).id == id)
            #expect(try await desk.refusal(form).reason.contains("used before"))
        }
    }

    @Test("7523-04: of a hundred requests at once with one assertion, one is taken")
    func racesAreWonOnce() async throws {
        let desk = try Desk()
        let form = Self.form(try DeskToken.assertion())
        let taken = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { (try? await desk.client(form)) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(taken == 1)
    }

    @Test("A jti that is no identifier is refused", arguments: ["", .integer(1), .null, .array(["a"])] as [JSONValue])
    func refusesIdentifiers(_ identifier: JSONValue) async throws {
        #expect(try await Self.refusal(["jti": identifier]).code == .clientInvalid)
        let long = JSONValue.string(String(repeating: "a", count: 257))
        #expect(try await Self.refusal(["jti": long]).code == .clientInvalid)
    }

    @Test("Where nothing can be remembered, nobody is let in")
    func needsItsStore() async throws {
        let form = Self.form(try DeskToken.assertion())
        #expect(try await Desk(store: UnreachableStore()).refusal(form).code == .storeUnavailable)
    }

    @Test(
        "7523-05: exactly one JWT, of the one type that is known",
        arguments: [
            form("a.b.c.d"), form("a.b.c.d.e"), form("%7B%22payload%22%3A1%7D"), form("abc"), form("Bearer+a.b.c"),
            form("a.b.c+a.b.c"), form("a.b.c%0Aa.b.c"), form("..."), form(".."), "\(type)x&client_assertion=a.b.c",
            "client_assertion_type=urn:ietf:params:oauth:client-assertion-type:saml2-bearer&client_assertion=a.b.c",
        ])
    func refusesOtherForms(_ form: String) async throws {
        #expect(try await Desk().refusal(form).code == .clientInvalid)
    }

    @Test("An assertion without its type, or the type without it, is an invalid request")
    func needsBoth() async throws {
        #expect(try await Desk().refusal(Self.type).code == .requestInvalid)
        #expect(try await Desk().refusal("client_id=tv&client_assertion=a.b.c").code == .requestInvalid)
    }

    @Test("7523-05: two assertions are an invalid request")
    func refusesTwo() throws {
        #expect(throws: BridgeError(.requestInvalid, "")) {
            try Desk.parameters("client_assertion=a.b.c&client_assertion=a.b.c")
        }
    }

    @Test("Keys that a client publishes are asked for where they are, and without them nobody is let in")
    func fetchesKeys() async throws {
        let keys = try FixedKeySet(
            parsing: DeskToken.keySet(try DeskToken.clientKey.get().publicKey.material), format: .jwks)
        let form = Self.form(try DeskToken.assertion(["iss": "published"], subject: "published"))
        var asked: [String] = []
        let desk = try Desk(keySource: { url in
            asked.append(url.text)
            return keys
        })
        #expect(asked == ["https://client.example/jwks"])
        #expect(try await desk.client(form).id == "published")
        let error = try await Desk().refusal(form)
        #expect(error.code == .clientKeysUnavailable, "that is no guess")
        #expect(error.retryAfter == 30)
    }

    @Test("Members twice, and claims 10,000 deep, are refused before anything is looked for")
    func refusesHostilePayloads() async throws {
        let desk = try Desk()
        let signer = try DeskToken.clientKey.get()
        for payload in [
            #"{"iss":"signer","sub":"signer","sub":"signer"}"#, "[]", "null", "{", "",
            String(repeating: "[", count: 10_000),
        ] {
            let input = "\(Base64URL.encode(Array(#"{"alg":"ES256"}"#.utf8))).\(Base64URL.encode(Array(payload.utf8)))"
            let token = "\(input).\(Base64URL.encode(try signer.signature(over: Array(input.utf8))))"
            #expect(try await desk.refusal(Self.form(token)).code == .clientInvalid)
        }
    }
}

/// Signs by MAC with what is public, as an attacker would.
private struct MACSigner: JWSSigner {
    let secret: [UInt8]

    var algorithm: SignatureAlgorithm { .hs256 }

    func signature(over signingInput: [UInt8]) throws -> [UInt8] {
        try HMACSHA256(of: signingInput, secret: secret).bytes
    }
}
