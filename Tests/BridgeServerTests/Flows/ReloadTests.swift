import CredentialProofs
import StrictJSON
import TestSupport
import Testing

@testable import Bridge
@testable import BridgeServer
@testable import OAuthClient

@Suite("What is known of providers and clients when the configuration is read again")
struct ReloadTests {
    private static let partners = """
        "partner": {"jwks_uri": "https://partner.test/jwks", "grants": ["jwt_bearer"], "uid_prefixes": ["p:"]},
        "friend": {"jwks_uri": "https://friend.test/jwks", "grants": ["jwt_bearer"], "uid_prefixes": ["f:"]},
        """

    private let stage: TestService
    private let text: String

    init() throws {
        stage = try TestService()
        text = try Fixture.text(stage).replacing(
            #""clients": {"#, with: #""clients": {\#(Self.partners)"#)
    }

    private func connection(_ id: String = "corp") throws -> ProviderConnection {
        try stage.service.generation.providers.connection(named: id)
    }

    private func keys(_ client: String = "partner") throws -> KeySetCache {
        try #require(stage.service.generation.clients.entry(client)?.keys as? KeySetCache)
    }

    @Test("JWKS-03: with a provider that is down, what was possible before is possible after")
    func providerIsDown() async throws {
        #expect(try await stage.exchange(stage.corp.idToken(now: stage.clock.seconds)).status == 200)
        stage.corp.fail()
        for subject in ["user-0002", "user-0003"] {
            try Fixture.take(text, in: stage)
            let token = try stage.corp.idToken(now: stage.clock.seconds, changes: ["sub": .string(subject)])
            let answer = try await stage.exchange(token)
            #expect(answer.status == 200, "\(answer.text)")
        }
        #expect(stage.corp.keyRequests == 1)
    }

    @Test("an entry that has not changed keeps its connection, whatever else has")
    func unchanged() throws {
        try Fixture.take(text, in: stage)
        let (corp, other, partner) = (try connection(), try connection("other"), try keys())
        for text in [
            text,
            text.replacing(#""store": "memory","#, with: #""store": "memory", "cors_origins": ["https://a.test"],"#),
            text.replacing(
                #""preset": "oidc", "issuer": "https://other.test""#,
                with: #""preset": "oidc", "name": "O", "issuer": "https://other.test""#),
        ] {
            try Fixture.take(text, in: stage)
            #expect(try connection() === corp)
            #expect(try keys() === partner)
        }
        #expect(try connection("other") !== other)
    }

    @Test("an entry that has changed gets another connection: nothing of the one before is used")
    func changed() throws {
        var before = try connection()
        for (old, new) in [
            (#""corp": {"preset": "oidc","#, #""corp": {"preset": "oidc", "name": "Corp","#),
            (#"{"env": "CORP_SECRET"}"#, #"{"env": "BACKEND_SECRET"}"#),
            (#""client_id": "client-ours""#, #""client_id": "client-other""#),
        ] {
            try Fixture.take(text.replacing(old, with: new), in: stage)
            #expect(try connection() !== before, "\(new)")
            before = try connection()
        }
    }

    @Test("another way outside is another for all: providers and clients")
    func transport() throws {
        try Fixture.take(text, in: stage)
        let (corp, partner) = (try connection(), try keys())
        try Fixture.take(
            text.replacing(
                #""store": "memory","#, with: #""store": "memory", "transport": {"proxy": "http://127.0.0.1:1"},"#),
            in: stage)
        #expect(try connection() !== corp)
        #expect(try keys() !== partner)
    }

    @Test("a client whose keys are at another address has none of those before, nor those of another client")
    func clients() throws {
        try Fixture.take(text, in: stage)
        let (partner, friend) = (try keys(), try keys("friend"))
        try Fixture.take(text.replacing("https://partner.test/jwks", with: "https://partner.test/keys"), in: stage)
        #expect(try keys() !== partner)
        #expect(try keys("friend") === friend)
        let moved = try keys()
        try Fixture.take(text.replacing("https://partner.test/jwks", with: "https://friend.test/jwks"), in: stage)
        #expect(try keys() !== moved)
        #expect(try keys() !== friend)
    }

    @Test("a configuration with a fault changes nothing of it")
    func faulty() throws {
        let before = try connection()
        #expect(try Fixture.faults(text.replacing("https://corp.test", with: "http://corp.test"), in: stage) > 0)
        #expect(try connection() === before)
    }
}
