import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("audit verify")
struct AuditCommandTests {
    @Test("says what the lines prove, and a changed one is found")
    func changes() throws {
        let folder = try KeysFolder()
        try folder.fill()
        let file = folder.path("keys/audit.jsonl")
        let right = try folder.run(["audit", "verify", file, "--output", "json"])
        #expect(right.status == 0 && right.text.contains(#""records":6"#), "\(right.text)\(right.errors)")
        var lines = String(decoding: try Locations.bytes(file), as: UTF8.self).split(separator: "\n")
        for index in lines.indices {
            var changed = lines
            changed[index] = Substring(
                changed[index].replacing("intended", with: "inteNded").replacing("done", with: "dOne"))
            guard changed != lines else { continue }
            try folder.scratch.write([UInt8]((changed.joined(separator: "\n") + "\n").utf8), to: "changed.jsonl")
            let result = try folder.run(["audit", "verify", folder.path("changed.jsonl")])
            // What is changed in the last line shows by its hash alone.
            #expect(result.status == (index == lines.count - 1 ? 0 : 1), "\(index): \(result.text)")
        }
        lines.remove(at: 2)
        try folder.scratch.write([UInt8]((lines.joined(separator: "\n") + "\n").utf8), to: "cut.jsonl")
        let cut = try folder.run(["audit", "verify", folder.path("cut.jsonl")])
        #expect(cut.status == 1 && cut.errors.contains("does not follow"))
    }

    @Test("what is no audit file, or not said, is refused")
    func refused() throws {
        let folder = try KeysFolder()
        try folder.fill()
        let file = folder.path("keys/audit.jsonl")
        for (arguments, status) in [
            ([], 2), (["verify"], 2), (["check", file], 2), (["verify", folder.path("a.json")], 1),
            (["verify", file, file], 1), (["verify", folder.path("absent")], 3),
            (["verify", folder.path("keys")], 3), (["verify", file, folder.path("absent")], 3),
        ] as [([String], Int32)] {
            let result = try folder.run(["audit"] + arguments)
            #expect(result.status == status && result.output.isEmpty, "\(arguments): \(result.errors)")
        }
    }
}
