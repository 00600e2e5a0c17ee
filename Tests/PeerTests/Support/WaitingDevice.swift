import Foundation
import TestSupport

/// A program of ours that signs a person in by a code, waiting, which goes with its owner.
final class WaitingDevice: Sendable {
    /// Which program.
    enum Kind: String, Sendable, CaseIterable {
        case login
        case shell = "login.sh"
        case python = "login.py"
        case c = "login.c"

        /// Its words before the bridge's address and the client, and its words after them.
        fileprivate func command(_ bridge: String, in folder: ScratchFolder) throws -> [String] {
            let path = "\(Locations.repository)/examples/devices/\(rawValue)"
            switch self {
            case .login: return [Locations.tokenBridge, "login", "--device", "--bridge", bridge, "--client-id", "tv"]
            case .shell: return ["sh", path, bridge, "tv"]
            case .python: return ["/usr/bin/python3", path, bridge, "tv"]
            case .c:
                let program = "\(folder.path)/program"
                let result = try Subprocess.run("/usr/bin/env", ["cc", "-O2", "-o", program, path, "-lcurl"])
                guard result.status == 0 else { throw PeerFailure("login.c does not compile: \(result.errors)") }
                return [program, bridge, "tv"]
            }
        }
    }

    private let process = Process()
    private let folder: ScratchFolder

    /// Starts it.
    init(_ kind: Kind, at bridge: String) throws {
        folder = try ScratchFolder()
        for name in ["output", "errors"] { try folder.write([], to: name) }
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = try kind.command(bridge, in: folder)
        process.environment = TokenBridge.base(folder)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "\(folder.path)/output"))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: "\(folder.path)/errors"))
        try process.run()
    }

    deinit {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private func text(_ name: String) -> String {
        String(decoding: (try? Locations.bytes("\(folder.path)/\(name)")) ?? [], as: UTF8.self)
    }

    /// What it has printed.
    var output: String { text("output") }
    /// What it has said.
    var errors: String { text("errors") }

    /// The code that it shows.
    func userCode() async throws -> String {
        for _ in 0..<600 {
            if let match = errors.firstMatch(of: /enter the code ([A-Z]{4}-[A-Z]{4})\n/) { return String(match.1) }
            guard process.isRunning else { break }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw PeerFailure("no code is shown: \(errors)")
    }

    /// Its exit code.
    func end() async throws -> Int32 {
        for _ in 0..<600 where process.isRunning { try await Task.sleep(for: .milliseconds(50)) }
        guard !process.isRunning else { throw PeerFailure("it does not end: \(errors)") }
        return process.terminationStatus
    }
}
