@testable import Bridge
import OAuthClient
import Testing

@Suite("Clients that prove themselves by a secret")
struct SecretAuthenticationTests {
    /// The secret as RFC 6749, appendix B, has it on its way.
    private static let encoded = "a-secret-with-%253A-and-%2B-in-it"

    private static func desk() throws -> Desk { try Desk() }

    @Test("6749-03: identifier and secret of Basic are form-decoded; the scheme is told in any case")
    func takesBasic() async throws {
        for scheme in ["Basic", "basic", "BASIC"] {
            let field = Desk.basic("back%65nd:\(Self.encoded)", scheme: scheme)
            let client = try await Self.desk().client("x=1", authorization: [field])
            #expect(client.id == "backend")
            #expect(client.way == .basic)
        }
    }

    @Test("6749-03: a secret that was not form-encoded is another one")
    func decodesBasic() async throws {
        let error = try await Self.desk().refusal("x=1", authorization: [Desk.basic("backend:\(Desk.secret)")])
        #expect(error.code == .clientInvalid)
    }

    @Test("The secret in the form is taken, and the claim tells by whom and how")
    func takesPost() async throws {
        let form = "client_id=backend&client_secret=\(Self.encoded)"
        #expect(try await Self.desk().client(form).way == .post)
        let claim = try #require(try ClientClaim(authorization: [], form: Desk.parameters(form)))
        #expect(claim.clientID == "backend")
        #expect(claim.way == .post)
        #expect(!"\(claim)".contains("secret-with"))
        #expect(!String(reflecting: claim).contains("secret-with"))
    }

    @Test(
        "6749-03, 6749-06: Basic that is malformed is a client that has not authenticated",
        arguments: [
            "Basic", "Basic ", "Basic !!!!", "Basic YmFja2VuZA==", "Basic YmFja2VuZDp4=", "Basic YmFja2 VuZDp4",
            "Basic YmFja2VuZDp4\u{0}", "Basic \u{E9}", "Bearer abc", "Digest username=backend", "BasicYmFja2VuZDp4", "",
            Desk.basic(":\(encoded)"), Desk.basic("backend:"), Desk.basic("backend:%"), Desk.basic("backend:%4"),
            Desk.basic("backend:%zz"), Desk.basic("backend:%00"), Desk.basic("backend:a b"), Desk.basic("backend:%FF"),
            Desk.basic([0x62, 0x3A, 0xFF, 0xFE]), Desk.basic("backend:\(String(repeating: "a", count: 9000))"),
            Desk.basic("\(String(repeating: "a", count: 600)):\(encoded)"),
        ])
    func refusesMalformedBasic(_ field: String) async throws {
        let error = try await Self.desk().refusal("x=1", authorization: [field])
        #expect(error.code == .clientInvalid)
        #expect(!error.reason.contains("secret-with"))
    }

    @Test(
        "6749-04: two ways at once are an invalid request",
        arguments: [
            ("client_id=backend&client_secret=\(encoded)", 1), ("client_id=backend&client_secret=other", 1),
            ("client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer&client_assertion=a.b.c", 1),
            (
                "client_id=backend&client_secret=x&client_assertion=a.b.c"
                    + "&client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer", 0
            ), ("x=1", 2),
        ])
    func refusesTwoWays(_ form: String, _ fields: Int) async throws {
        let field = Desk.basic("backend:\(Self.encoded)")
        let error = try await Self.desk().refusal(form, authorization: [String](repeating: field, count: fields))
        #expect(error.code == .requestInvalid)
    }

    @Test("A client_id beside the proof must be the same, byte for byte")
    func comparesIdentifiers() async throws {
        let field = Desk.basic("backend:\(Self.encoded)")
        #expect(try await Self.desk().client("client_id=backend", authorization: [field]).id == "backend")
        #expect(try await Self.desk().client("client_id=", authorization: [field]).id == "backend")
        for other in ["tv", "poster", "Backend", "backend%20"] {
            let error = try await Self.desk().refusal("client_id=\(other)", authorization: [field])
            #expect(error.code == .clientInvalid)
        }
    }

    @Test("An unknown client, a wrong secret, and a way that is not registered are one error")
    func tellsNothing() async throws {
        let desk = try Self.desk()
        let errors = [
            try await desk.refusal("client_id=nobody&client_secret=\(Self.encoded)"),
            try await desk.refusal("client_id=backend&client_secret=wrong"),
            try await desk.refusal("client_id=backend&client_secret=\(Self.encoded)a"),
            try await desk.refusal("client_id=signer&client_secret=\(Self.encoded)"),
            try await desk.refusal("client_id=tv&client_secret=\(Self.encoded)"),
        ]
        #expect(errors.allSatisfy { $0.code == .clientInvalid && $0.reason == errors[0].reason })
        let basic = [
            try await desk.refusal("x=1", authorization: [Desk.basic("poster:\(Self.encoded)")]),
            try await desk.refusal("x=1", authorization: [Desk.basic("poster:wrong")]),
            try await desk.refusal("x=1", authorization: [Desk.basic("nobody:wrong")]),
        ]
        #expect(basic.allSatisfy { $0.code == .clientInvalid && $0.reason == basic[0].reason })
    }

    @Test("A public client names itself; a confidential one must prove itself")
    func knowsPublicClients() async throws {
        let desk = try Self.desk()
        let client = try await desk.client("client_id=tv")
        #expect(client.id == "tv")
        #expect(client.way == nil)
        let errors = [
            try await desk.refusal("client_id=backend"), try await desk.refusal("client_id=backend&client_secret="),
            try await desk.refusal("client_id=nobody"), try await desk.refusal("client_id=TV"),
        ]
        #expect(errors.allSatisfy { $0.code == .clientInvalid && $0.reason == errors[0].reason })
    }

    @Test("A request that says nothing of its client is refused")
    func refusesAnonymous() async throws {
        #expect(try ClientClaim(authorization: [], form: Desk.parameters("client_id=")) == nil)
        #expect(try await Self.desk().refusal("client_id=").code == .clientInvalid)
        #expect(try await Self.desk().refusal("client_secret=abc").code == .requestInvalid)
    }

    @Test("Identifiers that only look alike are two clients")
    func comparesBytes() async throws {
        let desk = try Desk(clients: [
            RegisteredClient(id: "caf\u{E9}", kind: .publicClient, grants: [.deviceCode])
        ])
        #expect(try await desk.client("client_id=caf%C3%A9").id.utf8.count == 5)
        #expect(try await desk.refusal("client_id=cafe%CC%81").code == .clientInvalid)
        #expect(desk.registry.client("cafe\u{301}") == nil)
    }

    @Test("A client may do what it is registered for, and nothing else")
    func knowsGrants() throws {
        let client = try Self.desk().known("narrow")
        #expect(throws: Never.self) { try client.require(.tokenExchange) }
        for grant in RegisteredClient.Grant.allCases where grant != .tokenExchange {
            let error = #expect(throws: BridgeError.self) { try client.require(grant) }
            #expect(error?.code == .clientNotAllowed)
            #expect(error?.reason.contains("token-exchange") == true)
        }
        #expect(throws: Never.self) { try client.require(provider: "other") }
        #expect(throws: BridgeError(.providerNotAllowed, "")) { try client.require(provider: "example") }
    }
}
