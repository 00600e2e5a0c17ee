import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("keys rotate: a crash or a full disk at any point", .serialized, .enabled(if: FaultPoints.isPossible))
struct RotationCrashTests {
    /// All points take a quarter of an hour, so of the usual run a few are taken; `make stress` takes them all.
    private static let takesAll = ProcessInfo.processInfo.environment["BRIDGE_ALL_POINTS"] != nil
    private static let stride = takesAll ? 1 : 60

    /// One of the two halves of a rotation, between which the tokens of the key before expire.
    enum Half: String, Sendable, CaseIterable, CustomTestStringConvertible {
        case first = "until the new key signs"
        case second = "until the key before is gone"

        var testDescription: String { rawValue }
        /// The states of the keys at its end.
        var end: [String] { self == .first ? ["active", "retiring"] : ["active", "retired"] }
        /// How many keys Google has at its end.
        var remoteKeys: Int { self == .first ? 2 : 1 }
    }

    @Test(
        "killed: the ring loads, exactly one key signs, no key is lost, and the same command again goes on to the end",
        arguments: Half.allCases)
    func killed(_ half: Half) async throws {
        try await anyPoint(half, .killed)
    }

    @Test("with a full disk the same, and the command says so", arguments: Half.allCases)
    func diskFull(_ half: Half) async throws {
        try await anyPoint(half, .diskFull)
    }

    private func anyPoint(_ half: Half, _ kind: FaultPoints.Kind) async throws {
        let plant = try await RotationPlant(delay: 0)
        let scratch = plant.scratch
        let faults = try await RotationPlant.aside { try FaultPoints(in: scratch) }
        if half == .second {
            #expect(try await plant.rotate().status == 0)
            try plant.age()
        }
        let start = try plant.moment()
        let before = try plant.states().keys
        var points = 0
        var open = 0
        for point in Swift.stride(from: Self.takesAll ? 1 : 7, to: 2000, by: Self.stride) {
            try plant.restore(start)
            let broken = try await plant.rotate(environment: try faults.environment(kind, at: point))
            guard faults.wasHit else { break }
            points += 1
            let place = "\(half.rawValue), \(kind.rawValue) at \(point): \(broken.errors)"
            #expect(kind == .killed ? broken.status == -9 : broken.status != 0, "\(place)")
            open += try Self.readableTemporaryFiles(scratch)
            // Of all points `check` tells it at the end.
            let list = Self.takesAll ? nil : try await plant.keys(["list"])
            #expect(list?.status ?? 0 == 0 && list?.errors.contains("no file in the folder") != true, "\(place)")
            let states = try plant.states()
            #expect(states.values.count { $0 == "active" } == 1, "\(place)")
            #expect(before.allSatisfy { states[$0] != nil }, "\(place)")
            // One that was at its end is not begun anew.
            if try half == .first || plant.state()["rotation"] != nil {
                let again = try await plant.rotate()
                #expect(again.status == 0, "\(place)\(again.errors)")
            }
            try await check(plant, half, place)
        }
        #expect(points > 80 / Self.stride)
        #expect(open == 0)
        if Self.takesAll { print("rotate \(half.rawValue), \(kind.rawValue): \(points) points") }
        await plant.end()
    }

    /// How many of the files that were left half written others could read.
    private static func readableTemporaryFiles(_ scratch: ScratchFolder) throws -> Int {
        try scratch.contents().filter { $0.contains(".tmp-") }.count { name in
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(scratch.path)/\(name)")
            return (attributes[.posixPermissions] as? Int ?? 0o777) & 0o077 != 0
        }
    }

    /// What must hold at the end, whatever happened on the way.
    private func check(_ plant: RotationPlant, _ half: Half, _ place: String) async throws {
        #expect(try plant.states().values.sorted() == half.end, "\(place)")
        #expect(try await plant.remoteKeys() == half.remoteKeys, "\(place)")
        let right = try await plant.keys(["check", "--published", "google", "--google", plant.base])
        #expect(right.status == 0, "\(place)\(right.text)\(right.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(plant.scratch.path)/keys")
        #expect(!names.contains { $0.hasPrefix(".tmp-") }, "\(place)")
        #expect(names.count { $0.hasSuffix(".json") } == 2, "\(place)\(names)")
        let audit = try await plant.run(["audit", "verify", "keys/audit.jsonl"])
        #expect(audit.status == 0, "\(place)\(audit.errors)")
    }
}
