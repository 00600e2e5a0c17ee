import BridgeTesting
import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("keys disable and enable beside a rotation", .serialized)
struct KeysDisableTests {
    /// What `keys account` says of a key at Google, asked with a credential of its own.
    private func remote(_ kid: String, _ plant: RotationPlant) async throws -> String? {
        let result = try await plant.keys(
            ["account", "--google", plant.base, "--credentials", "other.json", "--output", "json"])
        try #require(result.status == 0, "\(result.errors)")
        let rows = try JSONValue(parsing: result.output, limits: .document).array?.compactMap(\.object) ?? []
        return rows.first { $0["kid"]?.string == kid }?["at_google"]?.string
    }

    /// A plant with a second key of the account in `other.json`.
    private func plant(delay: Int64 = 0) async throws -> (plant: RotationPlant, other: String) {
        let plant = try await RotationPlant(delay: delay)
        let file = try plant.services.makeKeyFile()
        try plant.scratch.write(file, to: "other.json")
        return (plant, try #require(try JSONObject(parsing: file, limits: .document)["private_key_id"]?.string))
    }

    /// Disables or enables a key past the ring, as another tool would.
    private func past(_ action: String, _ kid: String, _ plant: RotationPlant) async throws {
        let arguments = ["--keys", "elsewhere"]
        _ = try await plant.run(["keys", "import", "other.json"] + arguments)
        let yes = action == "disable" ? ["--yes"] : []
        let result = try await plant.run(
            ["keys", action, kid, "--google", plant.base, "--credentials", "other.json"] + yes + arguments)
        try #require(result.status == 0, "\(result.errors)")
    }

    @Test("the new key of a rotation is not disabled: broken off it is named, and while one runs there is a lock")
    func newKey() async throws {
        let (plant, _) = try await plant(delay: 4)
        async let rotating = plant.rotate()
        for _ in 0..<1000 where try plant.states().count < 2 { try await Task.sleep(for: .milliseconds(10)) }
        let unknown = try await plant.keys(["disable", "0000", "--yes", "--google", plant.base])
        #expect(unknown.status == 75 && unknown.output.isEmpty, "\(unknown.errors)")
        let new = try #require(try plant.states().first { $0.value == "next" }?.key)
        let running = try await plant.keys(["disable", new, "--yes", "--google", plant.base])
        #expect(running.status != 0 && running.output.isEmpty, "\(running.errors)")
        let result = try await rotating
        #expect(result.status == 0, "\(result.errors)")
        let signing = try #require(try plant.active())
        #expect(try await remote(signing, plant) == "enabled")
        await plant.end()
    }

    @Test("a new key that another tool has disabled does not sign; enabled again, the rotation goes on")
    func disabledElsewhere() async throws {
        let (plant, _) = try await plant(delay: 1)
        let script = """
            "$0" keys rotate --keys keys --google \(plant.base) 2> progress > /dev/null & rotation=$!
            for _ in $(seq 2000); do
                grep -q '"step":"upload"' keys/ring.state && break
                sleep 0.005
            done
            kill -9 $rotation; wait $rotation; true
            """
        _ = try await RotationPlant.aside { [scratch = plant.scratch] in
            try TokenBridge.bash(script, in: scratch, seconds: 60)
        }
        let new = try #require(try plant.states().first { $0.value == "next" }?.key)
        let refused = try await plant.keys(["disable", new, "--yes", "--google", plant.base])
        #expect(refused.status == 1 && refused.errors.contains("rotation is under way"), "\(refused.errors)")
        try await past("disable", new, plant)
        let stopped = try await plant.rotate()
        #expect(stopped.status == 1 && stopped.errors.contains("token-bridge keys enable \(new)"), "\(stopped.errors)")
        #expect(try plant.active() == plant.first)
        #expect(try await plant.keys(["enable", new, "--google", plant.base]).status == 0)
        let result = try await plant.rotate()
        #expect(result.status == 0, "\(result.errors)")
        #expect(try plant.active() == new)
        await plant.end()
    }

    @Test("a key that is activated while it is disabled is enabled again, and that is told")
    func activatedMeanwhile() async throws {
        let (plant, other) = try await plant()
        #expect(try await plant.keys(["import", "other.json"]).status == 0)
        plant.hold(.waiting)
        async let disabling = plant.keys(["disable", other, "--yes", "--google", plant.base])
        for _ in 0..<1000 where !plant.hasWaiting { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try await plant.keys(["activate", other]).status == 0)
        plant.hold(.answered)
        let result = try await disabling
        #expect(result.status == 1 && result.errors.contains("was activated meanwhile"), "\(result.errors)")
        #expect(try await remote(other, plant) == "enabled")
        await plant.end()
    }

    @Test("a key that was revoked and removed is warned of, disabled for good, and not enabled")
    func removed() async throws {
        let (plant, other) = try await plant()
        #expect(try await plant.keys(["import", "other.json"]).status == 0)
        for action in ["revoke", "remove"] { #expect(try await plant.keys([action, other, "--yes"]).status == 0) }
        let list = try await plant.keys(["account", "--google", plant.base])
        #expect(list.errors.contains("\(other) was removed from the ring, and Google accepts it"), "\(list.errors)")
        let disabled = try await plant.keys(["disable", other, "--yes", "--google", plant.base])
        #expect(disabled.status == 0 && disabled.errors.contains(", for good"), "\(disabled.errors)")
        #expect(!disabled.errors.contains("takes that back"))
        let enabled = try await plant.keys(["enable", other, "--google", plant.base])
        #expect(enabled.status == 1 && enabled.errors.contains("was removed from the ring"), "\(enabled.errors)")
        await plant.end()
    }

    @Test("an active key that Google refuses is told with both ways on")
    func ownKeyRefused() async throws {
        let (plant, _) = try await plant()
        try await past("disable", plant.first, plant)
        let refused = try await plant.keys(["account", "--google", plant.base])
        #expect(refused.status == 4 && refused.errors.contains("--credentials FILE"), "\(refused.errors)")
        #expect(refused.errors.contains("keys activate KID"))
        let enabled = try await plant.keys(
            ["enable", plant.first, "--google", plant.base, "--credentials", "other.json"])
        #expect(enabled.status == 0, "\(enabled.errors)")
        await plant.end()
    }

    @Test("upload of a key that is disabled at Google is refused; a next key that is disabled is warned of")
    func upload() async throws {
        let (plant, other) = try await plant()
        #expect(try await plant.keys(["import", "other.json"]).status == 0)
        let next = try await plant.keys(["disable", other, "--yes", "--google", plant.base])
        #expect(next.status == 0, "\(next.errors)")
        let list = try await plant.keys(["account", "--google", plant.base])
        #expect(list.errors.contains("\(other) is next, and is disabled at Google"), "\(list.errors)")
        let before = Set(try plant.states().keys)
        #expect(try await plant.keys(["generate"]).status == 0)
        let made = try #require(try plant.states().keys.first { !before.contains($0) })
        plant.loseAnswer(to: "keys:upload")
        _ = try await plant.keys(["upload", made, "--google", plant.base])
        let rows =
            try JSONValue(
                parsing: try await plant.keys(["account", "--google", plant.base, "--output", "json"]).output,
                limits: .document
            ).array?.compactMap { $0.object?["kid"]?.string } ?? []
        let given = try #require(rows.first { !before.contains($0) })
        #expect(try await plant.keys(["disable", given, "--yes", "--google", plant.base]).status == 0)
        let refused = try await plant.keys(["upload", made, "--google", plant.base])
        #expect(refused.status == 1 && refused.errors.contains("keys enable \(given)"), "\(refused.errors)")
        #expect(try await plant.keys(["enable", given, "--google", plant.base]).status == 0)
        #expect(try await plant.keys(["upload", made, "--google", plant.base]).text == "\(given) next\n")
        await plant.end()
    }

    @Test(
        "a credential that is the key which the rotation deletes is refused, before and in the middle, and for a timer")
    func credentials() async throws {
        let (plant, _) = try await plant()
        let own = ["--credentials", "first.json"]
        for arguments in [own, own + ["--schedule"]] {
            let refused = try await plant.rotate(arguments)
            #expect(refused.status == 3 && refused.output.isEmpty, "\(refused.errors)")
            #expect(refused.errors.contains("hint: leave --credentials out"), "\(refused.errors)")
        }
        #expect(try plant.state()["rotation"] == nil)
        let environment = ["GOOGLE_APPLICATION_CREDENTIALS": "\(plant.scratch.path)/first.json"]
        let indirect = try await plant.rotate(["--credentials", "adc"], environment: environment)
        #expect(indirect.status == 3 && indirect.errors.contains("of the ring itself"), "\(indirect.errors)")
        #expect(try await plant.rotate().status == 0)
        try plant.age()
        let middle = try await plant.rotate(own)
        #expect(middle.status == 3 && middle.errors.contains("deletes it at Google"), "\(middle.errors)")
        let other = ["--credentials", "other.json"]
        #expect(try await plant.rotate(other + ["--schedule"]).status == 0)
        let result = try await plant.rotate(other)
        #expect(result.status == 0 && result.text.contains("deleted at Google"), "\(result.errors)")
        await plant.end()
    }

    @Test(
        "a person's end of a rotation in the middle of a call to Google is told as that", arguments: [[], ["--wait"]])
    func endedInCall(_ arguments: [String]) async throws {
        let (plant, _) = try await plant()
        #expect(try await plant.rotate().status == 0)
        let new = try #require(try plant.active())
        try plant.age()
        plant.hold(.waiting)
        async let rotating = plant.rotate(arguments)
        for _ in 0..<1000 where !plant.hasWaiting { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try await plant.keys(["revoke", new, "--yes"]).status == 0)
        plant.hold(.answered)
        let result = try await rotating
        #expect(result.status == 6 && result.errors.contains("the rotation is over"), "\(result.errors)")
        #expect(try plant.state()["rotation"] == nil && plant.states().count == 2)
        await plant.end()
    }
}
