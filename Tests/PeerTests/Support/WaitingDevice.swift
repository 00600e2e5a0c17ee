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

    private let running: RunningProgram

    /// Starts it.
    init(_ kind: Kind, at bridge: String) throws {
        let folder = try ScratchFolder()
        running = try RunningProgram(
            kind.command(bridge, in: folder), in: folder, environment: TokenBridge.base(folder))
    }

    /// What it has printed.
    var output: String { running.output }
    /// What it has said.
    var errors: String { running.errors }

    /// The code that it shows.
    func userCode() async throws -> String { try await running.said(/enter the code ([A-Z]{4}-[A-Z]{4})\n/) }

    /// Its exit code.
    func end() async throws -> Int32 { try await running.ended() }
}
