@testable import Bridge
import Cryptography
import OAuthClient
import Testing

@Suite("Where guesses at user codes come from")
struct GuessOriginTests {
    private static func wrong() throws -> UserCode { try UserCode(random: SecureRandom()) }

    /// A browser that was not here before, in the network of a number within one subscriber's 48 bits.
    private static func subscriber(_ number: UInt8) throws -> VerificationOrigin {
        let bytes: [UInt8] = [0x20, 0x01, 0x0D, 0xB8, 0, 1, 0, number] + [UInt8](repeating: 1, count: 8)
        return VerificationOrigin(
            network: try #require(ClientNetwork(addressBytes: bytes)),
            browserSession: try BrowserSessionID(random: SecureRandom()))
    }

    @Test("8628-14: a network that is stopped leaves nothing new in the store, whatever browsers it makes up")
    func stoppedNetworkLeavesNothing() async throws {
        let store = NotingStore()
        let world = try DeviceWorld(store: store)
        for _ in 0..<5 { _ = try await world.refusal(try Self.wrong(), from: try DeviceWorld.browser()) }
        await store.reset()
        for _ in 0..<20 { _ = try await world.refusal(try Self.wrong(), from: try DeviceWorld.browser()) }
        #expect(await store.calls.allSatisfy { $0 == "record" })
    }

    @Test("8628-14: one subscriber's many networks of IPv6 cannot use up everybody's guesses")
    func manyNetworksOfOne() async throws {
        let world = try DeviceWorld()
        var looked = 0
        for number in 0..<40 {
            for _ in 0..<5 {
                let error = try await world.refusal(try Self.wrong(), from: try Self.subscriber(UInt8(number)))
                if error.code == .userCodeInvalid { looked += 1 }
            }
        }
        #expect(looked == 20)
        let started = try await world.start()
        _ = try await world.grant.session(for: started.userCode, from: try DeviceWorld.browser())
    }
}
