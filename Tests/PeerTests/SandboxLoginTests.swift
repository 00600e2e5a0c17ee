import StrictJSON
import TestSupport
import Testing

@Suite(
    "login and the examples for devices, with the sandbox as the provider and firebase-admin as the other side",
    .enabled(if: Peers.python != nil, "Python or the network is missing"))
struct SandboxLoginTests {
    @Test("8628: each shows a code, and a person's yes brings a token that firebase-admin's side accepts")
    func approved() async throws {
        let service = try await SandboxService()
        // They wait at the same time: each takes as long as the interval of polls.
        let devices = try WaitingDevice.Kind.allCases.map { try WaitingDevice($0, at: service.base) }
        for device in devices {
            let page = try await service.decide("approve", on: device.userCode())
            #expect(page.status == 200 && page.visibleText.contains("class=\"mark done\""), "\(page.visibleText)")
        }
        var identifiers: Set<String> = []
        for device in devices {
            #expect(try await device.end() == 0, "\(device.errors)")
            #expect(device.output.hasSuffix("\n") && device.output.filter { $0 == "\n" }.count == 1)
            let claims = try await service.claims(of: String(device.output.dropLast()))
            identifiers.insert(try #require(claims["uid"]?.string))
        }
        #expect(identifiers == ["sandbox:sandbox-ada-1815"])
        try await service.stop()
    }

    @Test("8628: a person who says no ends each with exit code 6, and without a token")
    func declined() async throws {
        let service = try await SandboxService()
        let devices = try WaitingDevice.Kind.allCases.map { try WaitingDevice($0, at: service.base) }
        for device in devices {
            let page = try await service.decide("deny", on: device.userCode())
            #expect(!page.visibleText.contains("class=\"mark done\""), "\(page.visibleText)")
        }
        for device in devices {
            #expect(try await device.end() == 6, "\(device.errors)")
            #expect(device.output.isEmpty)
        }
        try await service.stop()
    }
}
