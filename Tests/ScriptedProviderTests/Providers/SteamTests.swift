import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Steam") struct SteamTests {
    @Test("Steam speaks OpenID 2.0: it is not supported and says so")
    func notSupported() throws {
        let error = try #require(throws: ProviderError.self) { _ = try Setup.provider("steam") }
        #expect(error.code == .providerNotSupported)
        #expect(error.reason == "Steam is not supported: Steam speaks OpenID 2.0, which is not OAuth")
    }
}
