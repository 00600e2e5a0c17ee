@testable import CustomTokens
import JOSE
import StrictJSON
import TestSupport
import Testing

@Suite("Lifetime")
struct TokenLifetimeTests {
    @Test("1 to 3600 s are accepted as they are", arguments: [1, 2, 300, 3599, 3600] as [Int64])
    func accepted(_ seconds: Int64) throws {
        #expect(try TokenLifetime(seconds: seconds).seconds == seconds)
    }

    @Test(
        "any other lifetime is refused, not shortened, and the reason names 3600",
        arguments: [0, -1, -5, 3601, 7200, 86400, .min, .max] as [Int64])
    func refused(_ seconds: Int64) throws {
        let error = try refusal { try TokenLifetime(seconds: seconds) }
        #expect(error.code == .lifetimeInvalid)
        #expect(error.reason.contains("\(seconds) s"))
        #expect(error.reason.contains("3600"))
    }

    @Test("the standard lifetime is that of Google's SDKs")
    func standard() {
        #expect(TokenLifetime.standard.seconds == 3600)
    }

    @Test("B11: requests get the lifetime they ask for or are refused")
    func reportedCase() throws {
        let folder = try Locations.caseFolder("B11")
        let requests = try JSONValue(parsing: Locations.bytes("\(folder)/requests.json"), limits: .document)
        let account = try ServiceAccount(contentsOfFile: "\(folder)/sa.json")
        let signer = try ServiceAccountSigner(account, clock: FixedWallClock(Fixtures.now))
        for request in try #require(requests.array) {
            let seconds = request.object?["ttl"]?.integer
            guard 1...3600 ~= seconds ?? 3600 else {
                #expect(throws: CustomTokenError(.lifetimeInvalid, "")) { try TokenLifetime(seconds: seconds ?? 0) }
                continue
            }
            let lifetime = try seconds.map { try TokenLifetime(seconds: $0) } ?? .standard
            let token = try signer.customToken(for: CustomTokenRequest(userID: UserID("u"), lifetime: lifetime))
            let payload = try Fixtures.payload(of: token)
            let (issuedAt, expiration) = (payload["iat"]?.integer ?? 0, payload["exp"]?.integer ?? 0)
            #expect(expiration - issuedAt == seconds ?? 3600)
        }
    }
}
