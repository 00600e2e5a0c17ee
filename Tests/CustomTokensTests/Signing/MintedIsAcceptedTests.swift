import Cryptography
@testable import CustomTokens
import JOSE
import StrictJSON
import TestSupport
import Testing

/// What mints and what judges must not disagree: a token that we make and would refuse helps nobody.
@Suite("Every token that is minted is accepted")
struct MintedIsAcceptedTests {
    private static func verdict(claims text: String, limit: Int, uid: String = "alice") throws -> String {
        let account = try ServiceAccount(parsing: Fixtures.accountJSON())
        let signer = try ServiceAccountSigner(account, clock: FixedWallClock(Fixtures.now))
        let claims = try CustomClaims(parsing: [UInt8](text.utf8), maximumBytes: limit)
        let token = try signer.customToken(for: CustomTokenRequest(userID: try UserID(uid), claims: claims))
        let context = ExaminationContext(
            authority: .serviceAccount(account), projectID: "demo-bridge", tenantID: nil, now: Fixtures.now)
        let examination = CustomTokenExamination(of: [UInt8](token.serialized.utf8), in: context)
        return examination.decisive?.detail ?? examination.verdict.rawValue
    }

    @Test("claims of every depth up to the deepest", arguments: 1...31)
    func depth(_ levels: Int) throws {
        let text = String(repeating: #"{"a":"#, count: levels) + "1" + String(repeating: "}", count: levels)
        #expect(try Self.verdict(claims: text, limit: 1000) == "accepted")
    }

    @Test("claims of every size up to the largest token, and beyond it there is no token")
    func size() throws {
        func outcome(_ count: Int) throws -> String {
            try Self.verdict(claims: "{\"p\":\"\(String(repeating: "x", count: count))\"}", limit: 1 << 20)
        }
        #expect(try outcome(11_000) == "accepted")
        for count in 11_300...11_800 where count.isMultiple(of: 20) {
            do {
                #expect(try outcome(count) == "accepted")
            } catch let error as CustomTokenError {
                #expect(error.code == .claimsTooLarge)
            }
        }
        #expect(throws: CustomTokenError(.claimsTooLarge, "")) { try outcome(12_500) }
    }

    @Test("key identifiers up to the longest; longer ones and unprintable ones are refused with the key")
    func keyID() throws {
        let longest = String(repeating: "\"", count: JOSEHeader.maximumKeyIDBytes)
        let account = try ServiceAccount(parsing: Fixtures.accountJSON(["private_key_id": .string(longest)]))
        let token = try ServiceAccountSigner(account, clock: FixedWallClock(Fixtures.now))
            .customToken(for: CustomTokenRequest(userID: try UserID("alice")))
        #expect(try CompactJWS(parsing: token.serialized).unverifiedHeader.keyID == longest)
        for keyID in [longest + "x", "a\nb", "é"] {
            #expect(throws: CustomTokenError(.serviceAccountIncomplete, "")) {
                try ServiceAccount(parsing: Fixtures.accountJSON(["private_key_id": .string(keyID)]))
            }
        }
    }
}
