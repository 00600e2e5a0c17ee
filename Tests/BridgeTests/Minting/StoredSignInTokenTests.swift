@testable import Bridge
import CustomTokens
import JOSE
import Testing

@Suite("Custom tokens of sign-ins that were stored")
struct StoredSignInTokenTests {
    @Test(
        "a token lives no longer than its client may ask for", arguments: [(60, 60), (3600, 3600)] as [(Int64, Int64)])
    func longestLifetime(_ maximum: Int64, _ expected: Int64) async throws {
        let now = NumericDate(secondsSinceEpoch: DeskToken.now)
        let client = RegisteredClient(
            id: "tv", kind: .publicClient, grants: [.deviceCode], maximumLifetime: try TokenLifetime(seconds: maximum))
        let issuer = CustomTokenIssuer(signer: try SpySigner(now: DeskToken.now), clock: FixedWallClock(now))
        let issued = try await issuer.token(for: try DeviceWorld.signIn(), client: client)
        let issuedAt = issued.customToken.issuedAt
        #expect(issued.customToken.expiration.secondsSinceEpoch - issuedAt.secondsSinceEpoch == expected)
    }
}
