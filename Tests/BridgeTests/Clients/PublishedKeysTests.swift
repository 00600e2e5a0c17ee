import Cryptography
import OAuthClient
import Storage
import StrictJSON
import Testing

@testable import Bridge

@Suite("Clients whose published keys cannot be had")
struct PublishedKeysTests {
    private static let type = "client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

    @Test("Keys that cannot be had are no refusal: the cause is named, the assertion is not used up, nothing is signed")
    func keysAway() async throws {
        let store = MemoryStore()
        let form =
            "\(Self.type)&client_assertion=\(try DeskToken.assertion(["iss": "published"], subject: "published"))"
        let error = try await Desk(store: store).refusal(form)
        #expect(error.code == .clientKeysUnavailable && error.retryAfter == 30)
        #expect(error.reason.contains("connection refused"))
        let keys = try FixedKeySet(
            parsing: DeskToken.keySet(try DeskToken.clientKey.get().publicKey.material), format: .jwks)
        #expect(try await Desk(store: store, keySource: { _ in keys }).client(form).id == "published")
        #expect(try await Desk(store: store, keySource: { _ in keys }).refusal(form).code == .clientInvalid)
        let desk = try Desk()
        let grant = try DeskToken.assertion(["iss": "published"], subject: "svc:1")
        let minted = await #expect(throws: BridgeError.self) { try await desk.minted(assertion: grant) }
        #expect(minted?.code == .clientKeysUnavailable)
        #expect(desk.signer.count == 0)
        let nobody = "\(Self.type)&client_assertion=\(try DeskToken.assertion(["iss": "nobody"], subject: "nobody"))"
        #expect(try await desk.refusal(nobody).code == .clientInvalid)
    }
}
