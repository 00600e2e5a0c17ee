import Foundation
import TestSupport

/// firebase-admin in a process of its own, which mints for as long as it is told.
final class PythonPeer {
    let python: String
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Starts the peer; nil, with a word, where Python or the SDK cannot be had.
    init?(keyFile: String) {
        guard
            let environment = try? Subprocess.run("\(Locations.peers)/environment.sh", [], seconds: 300),
            environment.status == 0
        else {
            print("firebase-admin cannot be installed here: it is left out\n")
            return nil
        }
        python = environment.text.trimmingCharacters(in: .whitespacesAndNewlines)
        process.executableURL = URL(filePath: python)
        process.arguments = ["\(Locations.peers)/firebase_admin_rate.py", keyFile]
        process.standardInput = input
        process.standardOutput = output
        guard (try? process.run()) != nil else { return nil }
    }

    /// Tokens per second over some seconds.
    func rate(seconds: Double) -> Double {
        input.fileHandleForWriting.write(Data("\(seconds)\n".utf8))
        var line = ""
        while !line.hasSuffix("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { return 0 }
            line += String(decoding: data, as: UTF8.self)
        }
        return Double(line.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    }

    func end() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
