import JOSE
import OAuthClient
import StrictJSON
import Testing

@Suite("Device logins at glewlwyd", .enabled(if: Peers.hasGlewlwyd, "glewlwyd is not installed"))
struct GlewlwydDeviceTests {
    @Test(
        "RFC 8628, 3.5: polls are pending, those too early are told to slow down, and consent brings tokens for the device"
    )
    func accepted() async throws {
        let peer = try Glewlwyd.shared()
        let client = try await PeerClient("tv", at: peer)
        let login = try await DeviceLogin(client)
        #expect(login.authorization.interval == .seconds(1))
        #expect(try await Self.isToldToSlowDown(login))
        try await peer.decide(.accept, on: login.authorization.userCode, as: .alice)
        guard case .granted(let answer) = try await login.outcome() else {
            Issue.record("the person had consented")
            return
        }
        let token = UnverifiedIDToken(try #require(answer.members["id_token"]?.string))
        #expect(try await client.verified(token).audience == "tv")
        let web = try await PeerClient("web", at: peer)
        await #expect(throws: JOSEError(.audienceMismatch, "")) { try await web.verified(token) }
        guard case .denied = try await login.poll() else {
            Issue.record("the code was used")
            return
        }
    }

    /// Whether polls without pause are pending until one is told to slow down.
    private static func isToldToSlowDown(_ login: DeviceLogin) async throws -> Bool {
        for _ in 0..<20 {
            switch try await login.poll() {
            case .pending: continue
            case .slowDown: return true
            default: return false
            }
        }
        return false
    }
}

@Suite(
    "Device logins at django-oauth-toolkit",
    .enabled(if: Peers.hasDjangoOAuthToolkit, "django-oauth-toolkit cannot be installed here"))
struct DjangoDeviceTests {
    private let peer: DjangoOAuthToolkit
    private let client: PeerClient
    private let login: DeviceLogin

    init() async throws {
        peer = try DjangoOAuthToolkit.shared()
        client = try await PeerClient("tv", at: peer)
        login = try await DeviceLogin(client)
    }

    @Test("the one who waits gets tokens once the person consents")
    func accepted() async throws {
        #expect(login.authorization.verificationURI.text.hasSuffix("/o/device/"))
        async let outcome = login.outcome()
        try await peer.decide(.accept, on: login.authorization.userCode, as: .bob)
        guard case .granted(let answer) = try await outcome else {
            Issue.record("the person had consented")
            return
        }
        #expect(answer.members["access_token"]?.string?.isEmpty == false)
        // Nothing here says who the person is or which client it was issued to.
        #expect(answer.members["id_token"] == nil)
    }

    @Test("the one who waits hears that the person said no")
    func denied() async throws {
        async let outcome = login.outcome()
        try await peer.decide(.deny, on: login.authorization.userCode, as: .alice)
        guard case .denied = try await outcome else {
            Issue.record("the person had said no")
            return
        }
    }

    @Test("before the person decides, a poll is pending")
    func pending() async throws {
        guard case .pending = try await login.poll() else {
            Issue.record("the person had not decided yet")
            return
        }
    }
}
