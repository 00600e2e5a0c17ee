import Cryptography
import CustomTokens
import OAuthClient
import Storage
import StrictJSON
import Testing

@testable import Bridge

@Suite("An assertion that could not be answered can be tried again")
struct AssertionRetryTests {
    private static let type = "client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

    private static func refusal(_ desk: Desk, _ assertion: String, _ more: String = "") async throws -> BridgeError {
        try await #require(throws: BridgeError.self) { _ = try await desk.minted(assertion: assertion, more) }
    }

    @Test("7523-04: a signer that is away, a note that fails, a store that fails at the mark: then it mints once")
    func grant() async throws {
        let store = TrippingStore()
        let desk = try Desk(store: store)
        let assertion = try DeskToken.assertion(subject: "svc:1")
        desk.signer.fail()
        await #expect(throws: CustomTokenError.self) { try await desk.minted(assertion: assertion) }
        await #expect(throws: UnwritableNote.self) {
            try await desk.minted(assertion: assertion) { _ in throw UnwritableNote() }
        }
        for call in [TrippingStore.Call.record, .insert] {
            store.trip(call)
            #expect(try await Self.refusal(desk, assertion).code == .storeUnavailable)
        }
        #expect(try await desk.minted(assertion: assertion).facts.clientID == "signer")
        let signed = desk.signer.count
        #expect(try await Self.refusal(desk, assertion).reason.contains("used before"))
        #expect(desk.signer.count == signed)
    }

    @Test("7523-04: an assertion whose sender was told meanwhile that it took too long mints again, once")
    func cancelled() async throws {
        let desk = try Desk()
        let assertion = try DeskToken.assertion(subject: "svc:1")
        let late = Task {
            try await desk.minted(assertion: assertion) { _ in
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            }
        }
        await #expect(throws: CancellationError.self) { _ = try await late.value }
        #expect(try await desk.minted(assertion: assertion).facts.clientID == "signer")
        #expect(try await Self.refusal(desk, assertion).reason.contains("used before"))
    }

    @Test("7523-04: the assertion that proved the client beside the grant is good again too")
    func both() async throws {
        let desk = try Desk()
        let assertion = try DeskToken.assertion(subject: "svc:1")
        let more = "\(Self.type)&client_assertion=\(try DeskToken.assertion(["jti": "jti-2"]))"
        desk.signer.fail()
        await #expect(throws: CustomTokenError.self) { try await desk.minted(assertion: assertion, more) }
        #expect(try await desk.minted(assertion: assertion, more).facts.clientID == "signer")
        let fresh = try DeskToken.assertion(["jti": "jti-3"], subject: "svc:1")
        #expect(try await Self.refusal(desk, fresh, more).code == .clientInvalid)
    }

    @Test("7523-04: one assertion in both places is refused, and not used up by that")
    func same() async throws {
        let desk = try Desk(clients: try Desk.clients().filter { $0.id != "signer" } + [Self.selfMinting()])
        let assertion = try DeskToken.assertion()
        let more = "\(Self.type)&client_assertion=\(assertion)"
        #expect(try await Self.refusal(desk, assertion, more).reason.contains("used before"))
        #expect(try await desk.minted(assertion: assertion).facts.clientID == "signer")
    }

    private static func selfMinting() throws -> RegisteredClient {
        let keys = try FixedKeySet(
            parsing: DeskToken.keySet(try DeskToken.clientKey.get().publicKey.material), format: .jwks)
        return RegisteredClient(
            id: "signer", kind: .confidential(secret: nil, keys: .file(keys), ways: [.privateKeyJWT]),
            grants: [.jwtBearer], userIDPrefixes: ["signer"])
    }

    @Test("7523-04: an authentication that is given back is good once more; one that is not, is used up")
    func authentication() async throws {
        let desk = try Desk()
        let form = "\(Self.type)&client_assertion=\(try DeskToken.assertion())"
        let client = try await desk.client(form)
        #expect(try await desk.refusal(form).code == .clientInvalid)
        await desk.authenticator.giveBackAssertion(of: client)
        #expect(try await desk.client(form).id == "signer")
        #expect(try await desk.refusal(form).code == .clientInvalid)
    }

    @Test("Where the store fails at giving back, it stays used up; a client that used none has nothing to give back")
    func notGivenBack() async throws {
        let store = TrippingStore()
        let desk = try Desk(store: store)
        let form = "\(Self.type)&client_assertion=\(try DeskToken.assertion())"
        let client = try await desk.client(form)
        store.trip(.consume)
        await desk.authenticator.giveBackAssertion(of: client)
        #expect(try await desk.refusal(form).code == .clientInvalid)
        for other in [try desk.known("tv"), try desk.known("backend"), try desk.known("signer")] {
            await desk.authenticator.giveBackAssertion(of: other)
        }
        #expect(try await desk.refusal(form).code == .clientInvalid)
    }
}
