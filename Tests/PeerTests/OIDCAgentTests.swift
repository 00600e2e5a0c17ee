import StrictJSON
import TestSupport
import Testing

@Suite(
    "oidc-agent as a device at the bridge",
    .enabled(if: Peers.python != nil && Peers.hasOIDCAgent, "oidc-agent, Python or the network is missing"))
struct OIDCAgentTests {
    private static func device(_ wish: AgentDevice.Wish, at service: SandboxService) throws -> AgentDevice {
        try AgentDevice(wish, at: service.base, as: SandboxService.agent, secret: SandboxService.agentSecret)
    }

    @Test("8628: it shows the code, finishes the grant once, and prints a token that firebase-admin's side accepts")
    func approved() async throws {
        let service = try await SandboxService()
        let device = try Self.device(.token, at: service)
        let code = try await device.userCode()
        #expect(device.errors.contains("\(service.base)/device\n"))
        let page = try await service.decide("approve", on: code)
        #expect(page.status == 200 && page.visibleText.contains("class=\"mark done\""), "\(page.visibleText)")
        #expect(try await device.end() == 0, "\(device.errors)")
        let token = try #require(device.output.split(separator: "\n").last { $0.hasPrefix("eyJ") })
        #expect(try await service.claims(of: String(token))["uid"] == "sandbox:sandbox-ada-1815")
        // The session is gone with its token: nobody can decide about the code a second time.
        await #expect(throws: PeerFailure.self) { try await service.decide("approve", on: code) }
        try await service.stop()
    }

    @Test("it keeps no account of a bridge: it wants a refresh token, which a bridge has none of, and says so")
    func account() async throws {
        let service = try await SandboxService()
        let device = try Self.device(.account, at: service)
        let page = try await service.decide("approve", on: device.userCode())
        #expect(page.visibleText.contains("class=\"mark done\""), "\(page.visibleText)")
        #expect(try await device.end() == 1)
        #expect(device.errors.contains("Could not get a refresh token"), "\(device.errors.suffix(200))")
        #expect(!device.output.contains("eyJ") && !device.errors.contains("eyJ"))
        try await service.stop()
    }

    @Test(
        "8628: a person who says no, at the bridge or at the provider, ends it without a token",
        arguments: [false, true])
    func declined(isAtProvider: Bool) async throws {
        let service = try await SandboxService()
        let device = try Self.device(.token, at: service)
        let code = try await device.userCode()
        if isAtProvider {
            let page = try await service.decide("approve", on: code, atProvider: "deny")
            #expect(page.status == 403 && page.visibleText.contains("ACCESS_DENIED"), "\(page.visibleText)")
        } else {
            _ = try await service.decide("deny", on: code)
        }
        #expect(try await device.end() == 1, "\(device.errors.suffix(200))")
        #expect(device.errors.contains("access_denied") && !device.output.contains("eyJ"))
        try await service.stop()
    }

    @Test("a secret that is not the client's gets no code")
    func wrongSecret() async throws {
        let service = try await SandboxService()
        let device = try AgentDevice(.token, at: service.base, as: SandboxService.agent, secret: "not-the-secret")
        #expect(try await device.end() == 1)
        #expect(device.errors.contains("invalid_client") && !device.errors.contains("enter the code"))
        try await service.stop()
    }
}
