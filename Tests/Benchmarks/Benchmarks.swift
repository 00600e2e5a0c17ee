import Cryptography
import CustomTokens
import Foundation
import JOSE
import TestSupport

/// Measures the library and the command against bare OpenSSL and against Google's own SDK, in alternating rounds.
///
/// Arguments choose parts: `minting`, `id-tokens`, `processes`, `size`; none is all.
@main
struct Benchmarks {
    static func main() throws {
        let subject = try Subject()
        let folder = FileManager.default.temporaryDirectory.appending(path: "bridge-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let keyFile = folder.appending(path: "key.json").path
        try Data(subject.keyFile).write(to: URL(filePath: keyFile))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keyFile)

        var report = Report()
        let python = PythonPeer(keyFile: keyFile)
        defer { python?.end() }
        let parts = Set(CommandLine.arguments.dropFirst())
        func isWanted(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }
        if isWanted("minting") { report.add(try Rates.measure(subject, python: python)) }
        if isWanted("id-tokens") { report.add(try IDTokenRates.measure(minting: subject)) }
        if isWanted("processes") { report.add(ProcessCosts.measure(keyFile: keyFile, python: python?.python)) }
        if isWanted("size") { report.add(ProgramSize.measure()) }
        print(report.table)
        try report.json.write(to: URL(filePath: "\(Locations.repository)/.build/bench.json"))
    }
}
