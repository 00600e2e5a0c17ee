import TestSupport
import StrictJSON
import Testing

@Suite("token-bridge login --direct with the providers of others")
struct DirectLoginTests {
    @Test(
        "a person who consents at glewlwyd brings a custom token, proven by the ID token",
        .enabled(if: Peers.hasGlewlwyd, "glewlwyd is not installed"))
    func glewlwyd() async throws {
        let peer = try Glewlwyd.shared()
        let login = try DirectLogin(peer, client: "tv")
        try await peer.decide(.accept, on: login.userCode(), as: .alice)
        try await Self.expectToken(login)
    }

    @Test(
        "a person who consents at django-oauth-toolkit brings one too: the flow was ours, and the account is described",
        .enabled(if: Peers.hasDjangoOAuthToolkit, "django-oauth-toolkit cannot be installed here"))
    func django() async throws {
        let peer = try DjangoOAuthToolkit.shared()
        let login = try Self.login(at: peer)
        try await peer.decide(.accept, on: login.userCode(), as: .bob)
        try await Self.expectToken(login)
    }

    @Test(
        "a person's no at django-oauth-toolkit ends it with exit code 6 and no token",
        .enabled(if: Peers.hasDjangoOAuthToolkit, "django-oauth-toolkit cannot be installed here"))
    func denied() async throws {
        let peer = try DjangoOAuthToolkit.shared()
        let login = try Self.login(at: peer)
        try await peer.decide(.deny, on: login.userCode(), as: .bob)
        let (status, result) = try await login.end()
        #expect(status == 6 && result == nil && login.errors.contains("ACCESS_DENIED"), "\(login.errors)")
    }

    /// Its metadata names no device endpoint.
    private static func login(at peer: DjangoOAuthToolkit) throws -> DirectLogin {
        try DirectLogin(
            peer, client: "tv",
            provider: #", "endpoints": {"device_authorization": "\#(peer.issuer)/device-authorization/"}"#)
    }

    private static func expectToken(_ login: DirectLogin) async throws {
        let (status, result) = try await login.end()
        try #require(status == 0, "\(login.errors)")
        #expect(result?["proof"] == "device_code" && result?["client_id"] == "tv", "\(String(describing: result))")
        #expect(result?["uid"]?.string?.hasPrefix("peer:") == true)
        let token = try #require(result?["custom_token"]?.string)
        #expect(try login.explain(token).status == 0)
    }
}
