import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("keys: a crash or a full disk at any point", .enabled(if: Shell.strace.isThere))
struct KeysCrashTests {
    /// The calls that change what is on the disk, and those that open files.
    private static let calls = ["write", "fsync", "fdatasync", "rename", "link", "unlink", "openat", "fchmod"]
    /// More points than this a command does not have.
    private static let mostPoints = 60
    /// All points take minutes, so of the usual run every twelfth is one; `make stress` takes them all.
    private static let stride = ProcessInfo.processInfo.environment["BRIDGE_ALL_POINTS"] == nil ? 12 : 1

    /// Runs a command with a fault at one of its calls; nil where it has no such call.
    private func broken(_ folder: KeysFolder, _ arguments: [String], _ call: String, _ number: Int, _ fault: String)
        throws
        -> Subprocess?
    {
        let trace = folder.path("trace")
        let result = try Subprocess.run(
            "/usr/bin/env",
            ["strace", "-f", "-qq", "-o", trace, "-e", "trace=\(call)", "-e", "inject=\(call):\(fault):when=\(number)"]
                + [Locations.tokenBridge, "keys"] + arguments + ["--keys", folder.path("keys")])
        let isHit =
            fault.hasPrefix("signal")
            ? result.status == -9 || result.status == 137
            : try String(decoding: Locations.bytes(trace), as: UTF8.self).contains("INJECTED")
        return isHit ? result : nil
    }

    private func copy(_ from: String, to: String) throws {
        try? FileManager.default.removeItem(atPath: to)
        try FileManager.default.copyItem(atPath: from, toPath: to)
    }

    @Test(
        "the ring loads, exactly one key signs, no key is lost, and the same command again ends well",
        arguments: ["import", "activate", "retire"], ["signal=KILL", "error=ENOSPC"])
    func anyPoint(_ action: String, _ fault: String) throws {
        let folder = try KeysFolder()
        let ids = KeysFolder.ids
        try folder.fill()
        let arguments = action == "import" ? ["import", folder.path("c.json")] : [action, ids[1]]
        if action == "import" {
            try folder.scratch.write(
                KeysFolder.keyFile(String(repeating: "c", count: 40), "other-2048"), to: "c.json")
        }
        try copy(folder.path("keys"), to: folder.path("base"))
        var points = 0
        for call in Self.calls {
            for number in Swift.stride(from: 1, through: Self.mostPoints, by: Self.stride) {
                try copy(folder.path("base"), to: folder.path("keys"))
                guard let result = try broken(folder, arguments, call, number, fault) else { break }
                points += 1
                let place = "\(action) \(fault) \(call) \(number): \(result.errors)"
                let states = try folder.states()
                #expect(states.values.count { $0 == "active" } == 1, "\(place)")
                #expect(ids.allSatisfy { states[$0] != nil }, "\(place)")
                let again = try folder.keys(arguments)
                #expect(again.status == 0, "\(place): \(again.errors)")
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("keys"))
                #expect(!names.contains { $0.hasPrefix(".tmp-") }, "\(place)")
                let audit = try folder.run(["audit", "verify", folder.path("keys/audit.jsonl")])
                #expect(audit.status == 0, "\(place): \(audit.errors)")
            }
        }
        #expect(points > 20 / Self.stride)
    }
}
