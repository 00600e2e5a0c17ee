@testable import Bridge
import CredentialProofs
import CustomTokens
import StrictJSON
import Testing

@Suite("Token exchange of access tokens")
struct AccessTokenExchangeTests {
    private static let form = Desk.exchangeForm(
        "at-1", type: "urn:ietf:params:oauth:token-type:access_token", "provider=inspected")

    private static func object(_ text: String) throws -> JSONObject {
        try JSONObject(parsing: Array(text.utf8), limits: .document)
    }

    @Test("An access token may be exchanged again while its provider says that it is good, and not afterwards")
    func exchangesAgain() async throws {
        let desk = try Desk(providers: ["inspected"])
        let good = try Self.object(#"{"active":true,"client_id":"client-ours","sub":"555"}"#)
        let person = try Self.object(#"{"sub":"555"}"#)
        desk.transport.answer(good, person, good, person, try Self.object(#"{"active":false}"#))
        for _ in 0..<2 {
            let answer = try await desk.exchanged(Self.form)
            #expect(answer.issued.customToken.userID.value == "inspected:555")
            guard case .credential("inspected", .accessTokenChecked) = answer.issued.facts.source else {
                Issue.record("other source")
                return
            }
        }
        await #expect(throws: CredentialError.self) { try await desk.exchanged(Self.form) }
        #expect(desk.signer.count == 2)
    }

    @Test("8693-10: an access token of another client is refused")
    func refusesOtherClients() async throws {
        let desk = try Desk(providers: ["inspected"])
        desk.transport.answer(try Self.object(#"{"active":true,"client_id":"client-theirs","sub":"555"}"#))
        let error = await #expect(throws: CredentialError.self) { try await desk.exchanged(Self.form) }
        #expect(error?.code == .audienceMismatch)
        #expect(desk.signer.count == 0)
    }
}
