import BridgeTesting
import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("keys rotate and upload", .serialized)
struct KeysRotateTests {
    @Test("takes all steps in order, tells each, ends with the new key signing; a later run retires the one before")
    func straight() async throws {
        let plant = try await RotationPlant()
        let result = try await plant.rotate(["--output", "json"])
        #expect(result.status == 0, "\(result.errors)")
        let new = try #require(try plant.active())
        #expect(try plant.states() == [plant.first: "retiring", new: "active"])
        let steps = result.errors.split(separator: "\n").compactMap { line in
            try? JSONObject(parsing: [UInt8](line.utf8), limits: .document)["step"]?.object?["name"]?.string
        }
        #expect(steps == ["generate", "certificate", "upload", "publication", "probe", "activate"])
        let told = try JSONObject(parsing: result.output, limits: .document)
        #expect(told["kid"] == .string(new) && told["finished"] == false && told["next_step"] == "retire")
        let early = try await plant.rotate()
        #expect(early.status == 0 && early.text.contains("run the same command again after"), "\(early.errors)")
        #expect(try await plant.remoteKeys() == 2)
        try plant.age()
        let end = try await plant.rotate(["--output", "json"])
        #expect(end.status == 0 && end.text.contains(#""finished":true"#), "\(end.errors)")
        #expect(try plant.states() == [plant.first: "retired", new: "active"])
        #expect(try await plant.remoteKeys() == 1)
        let private_ = try Locations.bytes("\(plant.scratch.path)/keys/\(new).json")
        let pem = try #require(try JSONObject(parsing: private_, limits: .document)["private_key"]?.string)
        #expect(!KeyWindows(of: [UInt8](pem.utf8)).areShown(by: result.text + result.errors))
        await plant.end()
    }

    @Test("--dry-run tells all steps, and changes nothing, here or at Google")
    func dryRun() async throws {
        let plant = try await RotationPlant()
        let before = try plant.scratch.contents()
        let state = try Locations.bytes("\(plant.scratch.path)/keys/ring.state")
        let result = try await plant.rotate(["--dry-run"])
        #expect(result.status == 0 && result.text.hasPrefix("1/9 generate: "), "\(result.errors)")
        #expect(result.text.contains("9/9 delete: \(plant.first) is deleted at Google"))
        #expect(try Locations.bytes("\(plant.scratch.path)/keys/ring.state") == state)
        let upload = try await plant.keys(["generate"])
        #expect(upload.status == 0)
        let id = try #require(try plant.states().first { $0.value == "next" }?.key)
        let dry = try await plant.keys(["upload", "--google", plant.base, "--dry-run"])
        #expect(dry.status == 0 && dry.text.contains(id) && dry.errors.contains("nothing was sent"), "\(dry.errors)")
        #expect(try await plant.remoteKeys() == 1)
        let removed = try await plant.keys(["remove", id, "--yes"])
        #expect(removed.status == 0)
        #expect(try plant.scratch.contents() == before)
        await plant.end()
    }

    @Test("upload gives the key Google's identifier, waits until it is published, and the key before goes on signing")
    func upload() async throws {
        let plant = try await RotationPlant()
        #expect(try await plant.keys(["generate"]).status == 0)
        let id = try #require(try plant.states().first { $0.value == "next" }?.key)
        let result = try await plant.keys(["upload", id, "--google", plant.base, "--wait"])
        #expect(result.status == 0, "\(result.errors)")
        let next = try #require(try plant.states().first { $0.value == "next" }?.key)
        #expect(next != id && result.text == "\(next) next\n" && result.errors.contains("Google publishes \(next)"))
        #expect(try plant.active() == plant.first)
        #expect(try await plant.remoteKeys() == 2)
        let again = try await plant.keys(["upload", next, "--google", plant.base])
        #expect(again.status == 0 && again.text == "\(next) next\n", "\(again.errors)")
        #expect(try await plant.remoteKeys() == 2)
        for (arguments, status, words) in [
            (["upload", plant.first], 1, "is active"), (["upload", "zzz"], 2, "no key"),
            (["upload", next, "--google", "https://iam.example.com"], 3, "nothing is sent there"),
            (["upload", next, "--google", "http://192.0.2.1"], 3, "must be https"),
        ] as [([String], Int32, String)] {
            let refused = try await plant.keys(arguments)
            #expect(refused.status == status && refused.output.isEmpty, "\(arguments): \(refused.errors)")
            #expect(refused.errors.contains(words), "\(refused.errors)")
        }
        await plant.end()
    }

    @Test("what Google refuses is told with its cure; the next run goes on, and makes no second key")
    func refusals() async throws {
        let plant = try await RotationPlant()
        plant.services.iam.withhold(.createKeys)
        let permission = try await plant.rotate()
        #expect(permission.errors.contains("iam.serviceAccountKeys.create"), "\(permission.errors)")
        #expect(permission.errors.contains("hint: ") && permission.status != 0)
        plant.services.iam.grant(.createKeys)
        plant.services.iam.enforce(.keyUpload)
        let policy = try await plant.rotate()
        #expect(
            policy.errors.contains("the organization's policy")
                && policy.errors.contains("hint: ask its administrator"), "\(policy.errors)")
        plant.services.iam.lift(.keyUpload)
        for _ in 0..<9 { _ = try plant.services.makeKeyFile() }
        let full = try await plant.rotate()
        #expect(full.errors.contains("at most 10 keys") && full.errors.contains("hint: "), "\(full.errors)")
        #expect(try plant.active() == plant.first && plant.states().count == 2)
        await plant.end()
    }

    @Test(
        "an answer that is lost makes no second key: the same command again goes on",
        arguments: ["keys:upload", "/token", "x509", ":disable"])
    func lostAnswers(_ part: String) async throws {
        let plant = try await RotationPlant(delay: 0)
        plant.loseAnswer(to: part)
        for _ in 0..<3 { _ = try await plant.rotate() }
        #expect(try plant.states().values.sorted() == ["active", "retiring"])
        #expect(try await plant.remoteKeys() == 2)
        try plant.age()
        for _ in 0..<2 {
            let result = try await plant.rotate()
            if result.text.contains("deleted at Google") { break }
        }
        #expect(try plant.states().values.sorted() == ["active", "retired"])
        #expect(try await plant.remoteKeys() == 1)
        await plant.end()
    }

    @Test("two at once: the second is refused for now, and the first ends well")
    func twoAtOnce() async throws {
        let plant = try await RotationPlant(delay: 4)
        async let first = plant.rotate()
        for _ in 0..<1000 where try plant.states().count < 2 { try await Task.sleep(for: .milliseconds(10)) }
        let second = try await plant.rotate()
        #expect(
            second.status == 75 && second.errors.contains("another process uploads or rotates keys"), "\(second.errors)"
        )
        let result = try await first
        #expect(result.status == 0, "\(result.errors)")
        #expect(try plant.states().count == 2)
        await plant.end()
    }

    @Test(
        "killed after each step it is taken up again, with one new key",
        arguments: [
            "generate", "certificate", "upload", "publication", "probe", "activate", "retire", "disable", "delete",
        ])
    func killed(_ step: String) async throws {
        let plant = try await RotationPlant(delay: 1)
        let scratch = plant.scratch
        let isLate = ["retire", "disable", "delete"].contains(step)
        if isLate {
            #expect(try await plant.rotate().status == 0)
            try plant.age()
        }
        let script = """
            "$0" keys rotate --keys keys --google \(plant.base) --output json 2> progress > /dev/null & rotation=$!
            for _ in $(seq 2000); do
                grep -q '"name":"\(step)"' progress && break
                kill -0 $rotation 2> /dev/null || break
                sleep 0.005
            done
            kill -9 $rotation 2> /dev/null; wait $rotation; true
            """
        _ = try await RotationPlant.aside { try TokenBridge.bash(script, in: scratch, seconds: 60) }
        // One that came to its end before the signal is not begun anew.
        if try plant.state()["rotation"] != nil {
            let result = try await plant.rotate()
            #expect(result.status == 0, "\(result.errors)")
        }
        #expect(try plant.states().values.sorted() == ["active", isLate ? "retired" : "retiring"])
        #expect(try await plant.remoteKeys() == (isLate ? 1 : 2))
        await plant.end()
    }

    @Test("the new key is left to the rotation: activate and retire are refused with the way on, and it goes on")
    func newKeyIsItsOwn() async throws {
        let plant = try await RotationPlant(delay: 0)
        plant.services.iam.withhold(.createKeys)
        #expect(try await plant.rotate().status != 0)
        plant.services.iam.grant(.createKeys)
        let new = try #require(try plant.states().first { $0.value == "next" }?.key)
        for action in ["activate", "retire", "upload"] {
            let refused = try await plant.keys([action, new])
            #expect(refused.status == 1 && refused.output.isEmpty, "\(refused.errors)")
            #expect(refused.errors.contains("a rotation is under way with the key"), "\(refused.errors)")
            #expect(refused.errors.contains("hint: token-bridge keys rotate goes on"), "\(refused.errors)")
            #expect(!refused.errors.contains("signs from now on"))
        }
        #expect(try plant.states() == [plant.first: "active", new: "next"])
        let result = try await plant.rotate()
        #expect(result.status == 0, "\(result.errors)")
        #expect(try await plant.remoteKeys() == 2)
        await plant.end()
    }

    @Test("a rotation that is taken back keeps the key before, here and at Google, also when the next one runs")
    func takenBack() async throws {
        let plant = try await RotationPlant(delay: 0)
        #expect(try await plant.rotate().status == 0)
        let new = try #require(try plant.active())
        let back = try await plant.keys(["activate", plant.first])
        #expect(back.status == 0 && back.errors.contains("the rotation to \(new) ends"), "\(back.errors)")
        #expect(try plant.state()["rotation"] == nil && plant.active() == plant.first)
        try plant.age()
        #expect(try await plant.remoteKeys() == 2)
        let next = try await plant.rotate()
        #expect(next.status == 0 && next.errors.contains("1/9 generate"), "\(next.errors)")
        #expect(try plant.states()[plant.first] == "retiring" && plant.active() != new)
        #expect(try await plant.remoteKeys() == 3)
        await plant.end()
    }

    @Test("one that is taken back while it waits ends with the exit code of a person's no, and takes no further step")
    func takenBackInWait() async throws {
        let plant = try await RotationPlant(delay: 0)
        #expect(try await plant.rotate().status == 0)
        try plant.age(by: 3950)
        async let waiting = plant.rotate(["--wait"])
        try await Task.sleep(for: .seconds(1))
        #expect(try await plant.keys(["activate", plant.first]).status == 0)
        let result = try await waiting
        #expect(result.status == 6 && result.errors.contains("let the key before sign again"), "\(result.errors)")
        #expect(try plant.active() == plant.first)
        #expect(try await plant.remoteKeys() == 2)
        await plant.end()
    }

    @Test("asks Google with the credential that is named, also where no key of the ring signs, and says which and why")
    func credentials() async throws {
        let plant = try await RotationPlant(delay: 0)
        let own = try await plant.rotate()
        #expect(own.errors.contains("from the ring's active key \(plant.first): --credentials names no other"))
        for id in try plant.states().keys { #expect(try await plant.keys(["revoke", id, "--yes"]).status == 0) }
        // The rotation to the key that is revoked is over with it.
        let anew = try await plant.rotate(["--credentials", "first.json"])
        #expect(anew.status == 0 && anew.errors.contains("1/6 generate"), "\(anew.errors)")
        #expect(anew.errors.contains("from the file \"first.json\": --credentials says so"), "\(anew.errors)")
        #expect(try plant.states().values.sorted() == ["active", "revoked", "revoked"])
        let absent = try await plant.rotate(["--credentials", "absent.json"])
        #expect(absent.status == 3 && absent.output.isEmpty, "\(absent.errors)")
        await plant.end()
    }

    @Test("--schedule prints a timer with the whole paths")
    func schedule() async throws {
        let plant = try await RotationPlant()
        let result = try await plant.keys(["rotate", "--schedule"])
        #expect(result.status == 0 && result.text.contains("OnCalendar=*-01/2-01 03:00:00"), "\(result.errors)")
        #expect(result.text.contains("RestartPreventExitStatus=6\n"))
        #expect(result.text.contains("LimitCORE=0\nEnvironment=SWIFT_BACKTRACE=enable=no\n"))
        #expect(result.text.contains(#""keys" "rotate" "--wait" "--keys" "\#(plant.scratch.path)/keys""#))
        let nowhere = try await RotationPlant.aside { [scratch = plant.scratch] in
            try TokenBridge.run(["keys", "rotate", "--schedule", "--keys", "none"], in: scratch)
        }
        #expect(nowhere.status == 3 && nowhere.output.isEmpty)
        await plant.end()
    }
}
