import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Conformance: refresh plan of relying parties")
struct RefreshPlanConformance {
    /// Signs in, then refreshes with an ID token some of whose claims are changed.
    private static func refreshed(_ changes: [String: JSONValue?]) async throws -> ProvenTokens {
        let party = try RelyingParty()
        try party.grant(changes: ["refresh_token": "rt-1"])
        let first = try await party.signIn()
        let token = try #require(first.refreshToken)
        try party.grant(
            idToken: party.idToken(["nonce": nil].merging(changes) { $1 }), changes: ["refresh_token": "rt-2"])
        return try await RefreshTokenRedemption(party.stage.connection).redeem(
            token, of: .known(first.identity.subject), keeper: KeptToken())
    }

    @Test("oidcc-client-test-refresh-token")
    func refresh() async throws {
        let proven = try await Self.refreshed([:])
        #expect(proven.identity.subject.value == "user-0001")
        #expect(proven.refreshToken?.secretText == "rt-2")
    }

    @Test("oidcc-client-test-refresh-token-invalid-issuer")
    func issuer() async throws {
        let error = try await #require(throws: CredentialError.self) {
            _ = try await Self.refreshed(["iss": "https://provider.test/other"])
        }
        #expect(error.reason.contains("(iss)"))
    }

    @Test("oidcc-client-test-refresh-token-invalid-sub")
    func subject() async throws {
        let error = try await #require(throws: CredentialError.self) { _ = try await Self.refreshed(["sub": "other"]) }
        #expect(error.code == .subjectMismatch)
    }
}
