@testable import Bridge
import CredentialProofs
import JOSE
import OAuthClient
import Providers
import Storage
import StrictJSON
import Testing

@Suite("A provider's response to a sign-in")
struct SignInResponseTests {
    /// Begins, and ends with a response to which the state is added.
    private func result(
        _ response: String, on stage: SignInStage
    ) async throws -> Result<ProvenTokens, CredentialError> {
        let (begun, sent) = try await stage.begin()
        return try await stage.finish("\(response)&state=\(try #require(sent["state"]))", browser: begun.browser).result
    }

    private func refusal(_ response: String, on stage: SignInStage) async throws -> CredentialError {
        let result = try await result(response, on: stage)
        return try #require(throws: CredentialError.self) { try result.get() }
    }

    @Test("9207-01, 9700-05: that names another issuer is refused before its code is sent anywhere, as an error too")
    func mixUp() async throws {
        let stage = try SignInStage()
        let others = [
            "https%3A%2F%2Fattacker.test", "https%3A%2F%2Fexample.test%2F", "https%3A%2F%2FEXAMPLE.test", "", "null",
        ]
        for issuer in others {
            for response in ["code=c", "error=access_denied"] {
                let error = try await refusal("\(response)&iss=\(issuer)", on: stage)
                #expect(error.code == .credentialInvalid, "\(response) \(issuer)")
            }
        }
        #expect(stage.provider.tokenRequests.isEmpty)
        _ = try await result("code=c&iss=https%3A%2F%2Fexample.test", on: stage).get()
    }

    @Test("9207-02: that does not name its issuer, though the provider has announced it, is refused")
    func missingIssuer() async throws {
        let stage = try SignInStage()
        stage.provider.announce("authorization_response_iss_parameter_supported", true)
        #expect(try await refusal("code=c", on: stage).code == .credentialInvalid)
        _ = try await result("code=c&iss=https%3A%2F%2Fexample.test", on: stage).get()
        #expect(stage.provider.tokenRequests.count == 1)
    }

    @Test(
        "Says no in every spelling: the person is told apart from everything else",
        arguments: [
            ("error=access_denied", CredentialError.Code.accessDenied), ("error=user_denied", .accessDenied),
            ("error_reason=user_denied", .accessDenied), ("error_code=access_denied", .accessDenied),
            ("error=authorization_declined", .accessDenied), ("error=access_denied&code=c", .accessDenied),
            ("error=temporarily_unavailable", .providerUnavailable), ("error=server_error", .providerUnavailable),
            ("error=unauthorized_client", .providerMisconfigured), ("error=invalid_scope", .providerMisconfigured),
            ("error=login_required", .credentialInvalid), ("error=%3Cscript%3E", .credentialInvalid),
            ("nothing=1", .providerAnswerInvalid), ("code=", .providerAnswerInvalid),
            ("code=%0A", .providerAnswerInvalid), ("error=&nothing=1", .providerAnswerInvalid),
        ])
    func refusals(response: String, code: CredentialError.Code) async throws {
        let stage = try SignInStage()
        #expect(try await refusal(response, on: stage).code == code)
        #expect(stage.provider.tokenRequests.isEmpty)
    }

    /// How a sign-in ends with a response to which the state is added.
    private func isDeclined(_ response: String, on stage: SignInStage) async throws -> Bool {
        let (begun, sent) = try await stage.begin()
        let query = "\(response)&state=\(try #require(sent["state"]))"
        guard case .declined = try await stage.finish(query, browser: begun.browser).ending else { return false }
        return true
    }

    @Test("Declines the sign-in where it says that the person said no, and by nothing else")
    func declined() async throws {
        let stage = try SignInStage()
        for response in ["error=access_denied", "error_reason=user_denied", "error=access_denied&code=c"] {
            #expect(try await isDeclined(response, on: stage), "\(response)")
        }
        let others = [
            "error=server_error", "error=login_required", "error=invalid_scope", "nothing=1", "code=c", "code=",
            "error=Access_Denied", "error=access_denied&iss=https%3A%2F%2Fevil.test",
        ]
        for response in others { #expect(try await !isDeclined(response, on: stage), "\(response)") }
        // What the provider says about a code that it gave out is no word of the person's.
        var answer = JSONObject()
        answer["error"] = "access_denied"
        let (begun, sent) = try await stage.begin()
        stage.provider.answer(400, answer)
        let query = "code=c&state=\(try #require(sent["state"]))"
        let finished = try await stage.finish(query, browser: begun.browser)
        guard case .failed = finished.ending else {
            Issue.record("a refused code declines")
            return
        }
    }

    @Test("9700-06: brings a code for another sign-in: the nonce of its ID token gives it away")
    func injectedCode() async throws {
        let stage = try SignInStage()
        for nonce in ["of-another-sign-in", nil] {
            let (begun, sent) = try await stage.begin()
            try stage.provider.grant(nonce: nonce, now: SignInStage.start)
            let query = "code=c&state=\(try #require(sent["state"]))"
            let result = try await stage.finish(query, browser: begun.browser).result
            let error = #expect(throws: CredentialError.self) { try result.get() }
            #expect([.nonceMismatch, .nonceRequired].contains(error?.code))
        }
    }

    @Test("6819-01: brings a code whose tokens are for another client: nothing is proven")
    func otherAudience() async throws {
        let stage = try SignInStage()
        let (begun, sent) = try await stage.begin()
        try stage.provider.grant(nonce: sent["nonce"], now: SignInStage.start, claims: ["aud": "client-other"])
        let query = "code=c&state=\(try #require(sent["state"]))"
        let result = try await stage.finish(query, browser: begun.browser).result
        let error = #expect(throws: CredentialError.self) { try result.get() }
        #expect(error?.code == .audienceMismatch)
    }

    @Test("Brings a code that the provider refuses: the purpose is known all the same")
    func refusedCode() async throws {
        let stage = try SignInStage()
        let (begun, sent) = try await stage.begin()
        var answer = JSONObject()
        answer["error"] = "invalid_grant"
        stage.provider.answer(400, answer)
        let finished = try await stage.finish("code=c&state=\(try #require(sent["state"]))", browser: begun.browser)
        let error = #expect(throws: CredentialError.self) { try finished.result.get() }
        #expect(error?.code == .credentialInvalid)
        guard case .device = finished.purpose else {
            Issue.record("another purpose")
            return
        }
    }

    @Test("Of Apple comes as a form, of GitHub with the issuer that it has announced: both are kept until then")
    func pendingForms() throws {
        let state = try AuthorizationState(restoring: String(repeating: "s", count: 43))
        let pendings = [
            PendingAuthorization(
                state: state, nonce: .sent(try Nonce(restoring: String(repeating: "n", count: 43)), .sha256Hexadecimal),
                proofKey: .withoutProofKey(because: .refusedFromConfidentialClients),
                redirectURI: try RedirectURI("https://bridge.test/callback/x"), responseMode: .formPost,
                issuer: .required("https://a.test")),
            PendingAuthorization(
                state: state, nonce: .none, proofKey: .withoutProofKey(because: .unknownToProvider),
                redirectURI: try RedirectURI("https://bridge.test/callback/y"), responseMode: .query,
                issuer: .notAnnounced),
            PendingAuthorization(
                state: state, nonce: .sent(try Nonce(restoring: String(repeating: "m", count: 43)), .raw),
                proofKey: .s256(try ProofKey(restoring: String(repeating: "v", count: 43))),
                redirectURI: try RedirectURI("https://bridge.test/callback/z"), responseMode: .query,
                issuer: .ifPresent("https://b.test")),
        ]
        for pending in pendings {
            let again = try PendingAuthorization(reading: pending.objectWithoutState, state: state)
            #expect(again.objectWithoutState == pending.objectWithoutState)
            for name in pending.objectWithoutState.names {
                var damaged = pending.objectWithoutState
                damaged[name] = nil
                #expect(throws: BridgeError.self, "\(name)") {
                    try PendingAuthorization(reading: damaged, state: state)
                }
            }
        }
    }
}
