import BridgeServer
import Cryptography
import OAuthClient
import Operations
import StrictJSON
import Testing

/// A client whose keys can be had, but for some times.
private struct ClientHost: HTTPTransport {
    let keys: [UInt8]
    let fault: Fault

    func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        guard !fault.occurs() else { throw OAuthClientError(.providerUnavailable, "canary of the client's host") }
        return HTTPResponse(
            status: 200, fields: [HTTPField(name: "Content-Type", value: "application/json")], body: keys)
    }
}

@Suite("A client that publishes its keys, and cannot be reached")
struct ClientKeysTests {
    private static func proof(_ assertion: String) -> String {
        "client_assertion=\(assertion)&client_assertion_type=\(TestService.assertionType)"
    }

    /// A service one of whose clients publishes its keys.
    private static func publishing(_ fault: Fault) throws -> TestService {
        let keys = try Keys.set(Keys.client.get().publicKey.material, id: "c").compactBytes
        let stage = try TestService(clientTransport: ClientHost(keys: keys, fault: fault))
        try Fixture.take(
            Fixture.text(stage).replacing(
                #""jwks_file": "signer.json""#, with: #""jwks_uri": "https://client.test/jwks""#), in: stage)
        return stage
    }

    @Test("A client whose keys cannot be had gets 503 and no delay; a stranger learns no name")
    func clientKeysAway() async throws {
        let fault = Fault()
        let stage = try Self.publishing(fault)
        fault.arm(1_000)
        let proof = try Self.proof(stage.assertion())
        let forms = [
            "grant_type=client_credentials&uid=svc:1&\(proof)",
            "grant_type=\(TestService.bearer)&assertion=\(try stage.assertion(subject: "svc:1", id: "2"))",
        ]
        for form in forms {
            for _ in 0..<3 {
                let answer = try await stage.post("/token", form)
                #expect(answer.status == 503 && answer.code == "CLIENT_KEYS_UNAVAILABLE", "\(answer.text)")
                #expect(answer.error == "temporarily_unavailable" && answer["Retry-After"] != nil)
                #expect(answer["WWW-Authenticate"] == nil)
                #expect(!answer.text.contains("signer") && !answer.text.contains("canary"))
            }
        }
        #expect(stage.sink.text.contains("canary of the client's host"), "the operator learns the cause")
        let nobody = try Self.proof(stage.assertion(subject: "nobody", id: "3", issuer: "nobody"))
        let refused = try await stage.post("/token", "grant_type=client_credentials&uid=svc:1&\(nobody)")
        #expect(refused.status == 401 && refused.error == "invalid_client")
        #expect(try stage.auditLines() == [])
    }
}
