import Foundation
import TestSupport

/// A provider in a process of its own, which ends with its owner; and with this process, whatever ends that.
final class PeerProcess: Sendable {
    /// Where it is, such as `http://127.0.0.1:21000`.
    let base: String
    /// Where it keeps its state.
    let folder: String
    private let process: Process
    private let input: Pipe

    /// Runs a script of `Tests/Peers` until it says that it is ready.
    ///
    /// - Parameters:
    ///   - script: The script, such as `glewlwyd/run.sh`.
    ///   - environment: Variables beside those that every program has.
    /// - Throws: `PeerFailure` where it does not become ready, for want of a free port at the third attempt.
    init(_ script: String, environment: [String: String] = [:]) throws {
        var failure = PeerFailure("there was no free port for \(script)")
        for _ in 0..<3 {
            let attempt = try Attempt(script, environment)
            if let words = attempt.answer(), words.count == 3, words[0] == "READY" {
                (base, folder, process, input) = (words[1], words[2], attempt.process, attempt.input)
                return
            }
            attempt.process.waitUntilExit()
            failure = PeerFailure("\(script) did not become ready: \(attempt.errors)")
        }
        throw failure
    }

    deinit {
        stop()
    }

    /// Ends the provider and waits until it is gone.
    func stop() {
        try? input.fileHandleForWriting.close()
        let deadline = Date(timeIntervalSinceNow: 10)
        while process.isRunning, Date() < deadline { Thread.sleep(forTimeInterval: 0.005) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }
}

/// One start of a script.
private struct Attempt {
    let process = Process()
    let input = Pipe()
    private let output = Pipe()
    private let scratch: ScratchFolder

    init(_ script: String, _ more: [String: String]) throws {
        scratch = try ScratchFolder()
        try scratch.write([], to: "errors")
        let ours = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME", "XDG_CACHE_HOME"].contains($0.key) }
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["bash", "\(Locations.peers)/\(script)"]
        process.environment = ours.merging(["BRIDGE_PEER_PORT": "\(try FreePort.find())", "LC_ALL": "C.UTF-8"]) { $1 }
            .merging(more) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: URL(filePath: "\(scratch.path)/errors"))
        try process.run()
        // Else our own end would keep the pipe from ever being at its end.
        try output.fileHandleForWriting.close()
        try input.fileHandleForReading.close()
    }

    /// The words of the first line; nil where there is none.
    func answer() -> [String]? {
        var line: [UInt8] = []
        while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A { line.append(byte) }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
    }

    var errors: String {
        String(decoding: (try? Locations.bytes("\(scratch.path)/errors")) ?? [], as: UTF8.self)
    }
}

/// Why a peer is not what the tests need.
struct PeerFailure: Error, Sendable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
