import BridgeTesting
import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("keys: the credential of the machine (FB-24)", .serialized)
struct KeysCredentialTests {
    @Test(
        "rotate goes to its end with any kind, says which it is and where it was found, and shows nothing of it",
        arguments: GoogleIdentities.kinds)
    func rotate(_ kind: String) async throws {
        let plant = try await RotationPlant(delay: 0)
        var environment = try GoogleIdentities.environment(kind, plant)
        var left = 1
        if kind == "service_account" {
            // The key that the rotation deletes is refused.
            try plant.scratch.write(try plant.services.makeKeyFile(), to: "other.json")
            environment["GOOGLE_APPLICATION_CREDENTIALS"] = "other.json"
            left = 2
        }
        let result = try await plant.rotate(["--credentials", "adc"], environment: environment)
        #expect(result.status == 0, "\(result.errors)")
        let place = kind == "metadata_server" ? "the metadata server" : "GOOGLE_APPLICATION_CREDENTIALS"
        let said = result.errors.split(separator: "\n").filter { $0.contains("Google is asked with \(kind)") }
        #expect(
            said.contains { $0.contains("from \(place)") && $0.hasSuffix("--credentials says so") }, "\(result.errors)")
        #expect(try plant.states().values.sorted() == ["active", "retiring"])
        try plant.age()
        let end = try await plant.rotate(["--credentials", "adc"], environment: environment)
        #expect(end.status == 0 && end.text.contains("deleted at Google"), "\(end.errors)")
        #expect(try await plant.remoteKeys() == left)
        #expect(!(result.errors + result.text + end.errors + end.text).contains("canary"))
        await plant.end()
    }

    @Test("upload too, and where no key of the ring signs", arguments: GoogleIdentities.kinds)
    func upload(_ kind: String) async throws {
        let plant = try await RotationPlant(delay: 0)
        let environment = try GoogleIdentities.environment(kind, plant)
        #expect(try await plant.keys(["generate"]).status == 0)
        #expect(try await plant.keys(["revoke", plant.first, "--yes"]).status == 0)
        let result = try await plant.keys(["upload", "--google", plant.base], environment: environment)
        #expect(result.status == 0 && result.errors.contains("Google is asked with \(kind)"), "\(result.errors)")
        #expect(result.errors.contains("no key of the ring signs"))
        #expect(try await plant.remoteKeys() == 2)
        await plant.end()
    }

    @Test(
        "one that Google refuses changes nothing, and its secrets are not told",
        arguments: ["gcloud-canary-refresh-token", "gcloud-canary-secret", "workload.canary.token"])
    func refused(_ secret: String) async throws {
        let plant = try await RotationPlant(delay: 0)
        let kind = secret.hasPrefix("workload") ? "external_account" : "authorized_user"
        let environment = try GoogleIdentities.environment(kind, plant)
        for name in ["adc.json", "workload.token"] {
            let text = String(decoding: try Locations.bytes("\(plant.scratch.path)/\(name)"), as: UTF8.self)
            let wrong = text.replacing(secret, with: "canary-\(secret.count)-wrong")
            try plant.scratch.write([UInt8](wrong.utf8), to: name)
        }
        let result = try await plant.rotate(["--credentials", "adc"], environment: environment)
        #expect(result.status == 3 || result.status == 4, "\(result.status) \(result.errors)")
        #expect(result.output.isEmpty && !result.errors.contains("canary"), "\(result.errors)")
        #expect(try plant.active() == plant.first)
        #expect(try await plant.remoteKeys() == 1)
        await plant.end()
    }
}
