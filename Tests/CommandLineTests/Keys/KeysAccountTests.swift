import BridgeTesting
import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("keys account, disable and enable", .serialized)
struct KeysAccountTests {
    /// The rows of `keys account` by their identifiers.
    private func rows(_ plant: RotationPlant) async throws -> [String: JSONObject] {
        let result = try await plant.keys(["account", "--google", plant.base, "--output", "json"])
        try #require(result.status == 0, "\(result.errors)")
        let rows = try #require(try JSONValue(parsing: result.output, limits: .document).array).compactMap(\.object)
        return Dictionary(uniqueKeysWithValues: rows.map { ($0["kid"]?.string ?? "", $0) })
    }

    @Test("lists the keys at Google beside the ring's; one is disabled and enabled there, each with its audit lines")
    func life() async throws {
        let plant = try await RotationPlant(delay: 0)
        let other = try plant.services.makeKeyFile()
        let kid = try #require(try JSONObject(parsing: other, limits: .document)["private_key_id"]?.string)
        let before = try await rows(plant)
        #expect(Set(before.keys) == [plant.first, kid])
        #expect(before[plant.first]?["ring_state"] == "active" && before[kid]?["ring_state"] == .null)
        let disabled = try await plant.keys(["disable", kid, "--google", plant.base, "--yes"])
        #expect(disabled.status == 0 && disabled.text == "\(kid) disabled at Google\n", "\(disabled.errors)")
        #expect(try await rows(plant)[kid]?["at_google"] == "disabled")
        let enabled = try await plant.keys(["enable", kid, "--google", plant.base])
        #expect(enabled.status == 0, "\(enabled.errors)")
        #expect(try await rows(plant)[kid]?["at_google"] == "enabled")
        let text = try await plant.keys(["account", "--google", plant.base])
        #expect(text.text.hasPrefix("KID") && text.text.contains(kid) && text.text.contains("active"))
        let audit = String(decoding: try Locations.bytes("\(plant.scratch.path)/keys/audit.jsonl"), as: UTF8.self)
        for operation in ["disable", "enable"] {
            for phase in ["intended", "done"] {
                #expect(audit.contains(#""operation":"\#(operation)","phase":"\#(phase)","key_id":"\#(kid)""#))
            }
        }
        await plant.end()
    }

    @Test("a revoked key that Google accepts is warned of, and disabled; the key that signs is not")
    func revoked() async throws {
        let plant = try await RotationPlant(delay: 0)
        let active = try await plant.keys(["disable", plant.first, "--google", plant.base, "--yes"])
        #expect(active.status == 1 && active.errors.contains("signs"), "\(active.errors)")
        let revoked = try await plant.keys(["revoke", plant.first, "--yes"])
        #expect(revoked.errors.contains("token-bridge keys disable \(plant.first)"), "\(revoked.errors)")
        let credential = ["--google", plant.base, "--credentials", "other.json"]
        try plant.scratch.write(try plant.services.makeKeyFile(), to: "other.json")
        let list = try await plant.keys(["account"] + credential)
        #expect(list.status == 0 && list.errors.contains("is revoked, and Google accepts it"), "\(list.errors)")
        let disabled = try await plant.keys(["disable", plant.first, "--yes"] + credential)
        #expect(disabled.status == 0, "\(disabled.errors)")
        let quiet = try await plant.keys(["account"] + credential)
        #expect(quiet.status == 0 && !quiet.errors.contains("accepts it"), "\(quiet.errors)")
        let enabled = try await plant.keys(["enable", plant.first] + credential)
        #expect(enabled.status == 1 && enabled.errors.contains("revoked, for good"), "\(enabled.errors)")
        await plant.end()
    }

    @Test(
        "what cannot be done is refused, with its cure",
        arguments: [
            (["account", "KID"], 2, "takes no name"), (["disable"], 2, "KID is missing"),
            (["disable", "0000"], 2, "no terminal"), (["disable", "0000", "--yes"], 3, "gcloud iam service-accounts"),
            (["disable", "a/b", "--yes"], 3, "is no identifier of a key"), (["enable", "0000"], 3, "has no key"),
            (["account", "--yes"], 2, "says nothing"), (["enable", "0000", "--wait"], 2, "says nothing"),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], status: Int32, words: String) async throws {
        let plant = try await RotationPlant(delay: 0)
        let result = try await plant.keys(arguments + ["--google", plant.base])
        #expect(result.status == status && result.output.isEmpty, "\(result.status) \(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
        await plant.end()
    }
}
