import StrictJSON
import Testing

extension ServiceTests {
    @Suite("Device sign-in")
    struct ServiceDeviceTests {
        @Test(
            "8628: a person who confirms the code and signs in brings the device one custom token",
            arguments: ServicePeer.Kind.available)
        func approved(kind: ServicePeer.Kind) async throws {
            let service = try await ServiceProcess.shared()
            let peer = try await kind.running()
            let device = try await ServiceDevice(service)
            let page = try await device.approve(as: .alice, at: peer)
            #expect(page.status == 200)
            #expect(page.visibleText.contains("class=\"mark done\""), "\(page.visibleText)")
            let answer = try await device.poll()
            #expect(try await ServiceTests.uid(of: answer, from: service).hasPrefix("\(peer.name):"))
            let profile = try #require(try answer.object()["profile"]?.object)
            #expect(profile["provider"] == .string(peer.name))
            #expect(profile["email"] == "alice@example.com")
            try await ServiceTests.expectRefusal(device.poll(), "GRANT_INVALID", error: "invalid_grant")
        }

        @Test("8628, 5.4: a sign-in that another browser brings back approves nothing")
        func otherBrowser() async throws {
            let service = try await ServiceProcess.shared()
            let peer = try await #require(ServicePeer.Kind.available.first).running()
            let device = try await ServiceDevice(service)
            let victim = try ServicePerson(.bob, at: peer)
            let callback = try await victim.callback(device.address, device.userCode)
            let page = try await ServiceCurl().get(callback)
            #expect(page.status == 400)
            #expect(page.location == nil)
            #expect(page.visibleText.contains("STATE_INVALID"), "\(page.visibleText)")
            try await ServiceTests.expectRefusal(device.poll(), "AUTHORIZATION_PENDING", error: "authorization_pending")
        }

        @Test("8628, 3.3: a code that nobody was given leads nowhere")
        func unknownCode() async throws {
            let service = try await ServiceProcess.shared()
            let browser = try ServiceCurl()
            let entry = try await browser.get("\(service.base)/device")
            let page = try await browser.post(
                [("csrf_token", try entry.hiddenField("csrf_token")), ("user_code", "BCDF-GHJK")],
                to: "\(service.base)/device")
            #expect(page.visibleText.contains("aria-invalid"), "\(page.visibleText)")
            #expect(!page.visibleText.contains("name=\"decision\""))
        }
    }
}
