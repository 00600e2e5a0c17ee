import Cryptography
import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("keys: a crash or a full disk at any point", .enabled(if: Shell.strace.isThere))
struct KeysCrashTests {
    /// The calls that change what is on the disk, and those that open files.
    private static let calls = [
        "write", "fsync", "fdatasync", "rename", "renameat", "linkat", "unlink", "unlinkat", "openat", "fchmod",
    ]
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
        arguments: ["import", "generate", "activate", "retire", "revoke", "remove"], ["signal=KILL", "error=ENOSPC"])
    func anyPoint(_ action: String, _ fault: String) throws {
        let folder = try KeysFolder()
        let ids = KeysFolder.ids
        try folder.fill()
        let arguments =
            switch action {
            case "import": ["import", folder.path("c.json")]
            case "generate": ["generate"]
            case "revoke", "remove": [action, ids[1], "--yes"]
            default: [action, ids[1]]
            }
        // What is taken away is lost at the earliest when it is said to be.
        let kept = action == "remove" ? [ids[0]] : ids
        if action == "import" {
            try folder.scratch.write(
                KeysFolder.keyFile(
                    String(repeating: "c", count: 40), text: RSAPrivateKey.generate(bits: 2048).unencryptedPEM()),
                to: "c.json")
        }
        try copy(folder.path("keys"), to: folder.path("base"))
        var points = 0
        var half = 0
        for call in Self.calls {
            for number in Swift.stride(from: 1, through: Self.mostPoints, by: Self.stride) {
                try copy(folder.path("base"), to: folder.path("keys"))
                guard let result = try broken(folder, arguments, call, number, fault) else { break }
                points += 1
                let place = "\(action) \(fault) \(call) \(number): \(result.errors)"
                half += try checkHalfWritten(folder, place)
                let states = try folder.states()
                #expect(states.values.count { $0 == "active" } == 1, "\(place)")
                #expect(kept.allSatisfy { states[$0] != nil }, "\(place)")
                let again = try folder.keys(arguments)
                // A key that is gone with its file cannot be removed once more.
                let isGone = action == "remove" && states[ids[1]] == nil && again.status == 2
                #expect(again.status == 0 || isGone, "\(place): \(again.errors)")
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("keys"))
                #expect(!names.contains { $0.hasPrefix(".tmp-") }, "\(place)")
                #expect(action != "remove" || !names.contains("\(ids[1]).json"), "\(place)")
                let audit = try folder.run(["audit", "verify", folder.path("keys/audit.jsonl")])
                #expect(audit.status == 0, "\(place): \(audit.errors)")
            }
        }
        #expect(points > 20 / Self.stride)
        // Some of all points are within the writing of a file.
        #expect(Self.stride > 1 || fault.hasPrefix("error") || half > 0)
        if Self.stride == 1 { print("\(action), \(fault): \(points) points, \(half) files left half written") }
    }

    /// How many files were left that are not in their place yet; none of them is open to others.
    private func checkHalfWritten(_ folder: KeysFolder, _ place: String) throws -> Int {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("keys"))
            .filter { $0.hasPrefix(".tmp-") }
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("keys/\(name)"))
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(place)")
        }
        return names.count
    }
}
