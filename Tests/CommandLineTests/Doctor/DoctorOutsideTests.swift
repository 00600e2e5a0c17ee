import BridgeTesting
import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("doctor: Google, the providers and the time", .serialized)
struct DoctorOutsideTests {
    /// A ring that Google knows, and a provider.
    private static func plant(provider: String? = nil) async throws -> RotationPlant {
        let plant = try await RotationPlant(delay: 0)
        let text = """
            {"issuer": "https://bridge.example", "project": "\(plant.services.identityToolkit.project.identifier)",
             "keys": "keys", "store": "memory",
             "providers": {"plant": {"preset": "oidc", "issuer": "\(provider ?? plant.base)",
                                     "client_id": "sandbox-bridge", "client_secret": {"env": "PLANT_SECRET"}}},
             \(ServePlant.members())}
            """
        try plant.scratch.write([UInt8](text.utf8), to: "bridge.json")
        return plant
    }

    private static func doctor(
        _ plant: RotationPlant, google: String? = nil, through launcher: [String] = []
    ) async throws -> Subprocess {
        let (scratch, address) = (plant.scratch, google ?? plant.base)
        return try await RotationPlant.aside {
            try TokenBridge.run(
                ["doctor", "--google", address], in: scratch, environment: ServePlant.environment, through: launcher)
        }
    }

    @Test("the keys that Google publishes, the provider and the clock are right; nothing is changed at Google")
    func right() async throws {
        let plant = try await Self.plant()
        #expect(try await plant.rotate().status == 0)
        let result = try await Self.doctor(plant)
        #expect(result.status == 0, "\(result.text)")
        let new = try #require(try plant.active())
        for words in [
            "Google publishes the active key \"\(new)\"", "Google publishes the retiring key \"\(plant.first)\"",
            "ok       provider plant", "https://bridge.example/callback/plant", "ok       clock",
        ] {
            #expect(result.text.contains(words), "\(words): \(result.text)")
        }
        #expect(!result.text.contains("nobody's answer told the time"))
        #expect(try await plant.remoteKeys() == 2)
        await plant.end()
    }

    @Test("a key that signs and that Google does not publish is a fault; one that is next may be unpublished")
    func unpublished() async throws {
        let plant = try await Self.plant()
        #expect(try await plant.keys(["generate"]).status == 0)
        let next = try await Self.doctor(plant)
        #expect(next.status == 0 && next.text.contains("does not publish the next key"), "\(next.text)")
        let id = try #require(try plant.states().first { $0.value == "next" }?.key)
        #expect(try await plant.keys(["activate", id]).status == 0)
        let result = try await Self.doctor(plant)
        #expect(result.status == 3 && result.text.contains("nobody accepts its tokens"), "\(result.text)")
        #expect(result.text.contains("hint: was it disabled"))
        await plant.end()
    }

    @Test("where Google or a provider cannot be reached, that is told with exit code 5")
    func unreachable() async throws {
        let plant = try await Self.plant(provider: "http://127.0.0.1:1")
        let result = try await Self.doctor(plant)
        #expect(result.status == 5 && result.text.contains("failed   provider plant"), "\(result.text)")
        #expect(result.text.contains("token-bridge providers check plant"))
        let google = try await Self.doctor(plant, google: "http://127.0.0.1:1")
        #expect(google.text.contains("failed   published keys"), "\(google.text)")
        let stranger = try await Self.doctor(plant, google: "https://google.example.com")
        #expect(stranger.status == 3 && stranger.errors.contains("nothing is sent there"), "\(stranger.errors)")
        await plant.end()
    }

    @Test(
        "a clock that others contradict", .enabled(if: Shell.faketime.isThere),
        arguments: [("+30s", "warning  clock", 0), ("+10m", "failed   clock", 75), ("-10m", "failed   clock", 75)])
    func clock(shift: String, words: String, status: Int32) async throws {
        let plant = try await Self.plant()
        let result = try await Self.doctor(plant, through: ["faketime", "-f", shift])
        #expect(result.text.contains(words), "\(result.text)")
        #expect(result.text.contains("timedatectl"))
        #expect(result.status == status, "\(result.text)")
        await plant.end()
    }
}
