import Foundation
import TestSupport

/// oidc-agent, waiting for a person at a bridge.
struct AgentDevice: Sendable {
    /// What it wants in the end.
    enum Wish: Sendable {
        /// The access token alone, which it prints.
        case token
        /// An account to keep, for which it needs a refresh token.
        case account
    }

    private let running: RunningProgram

    /// Starts it.
    init(_ wish: Wish, at bridge: String, as client: String, secret: String) throws {
        let folder = try ScratchFolder()
        let options =
            switch wish {
            case .token: ["--only-at"]
            case .account: [String]()
            }
        running = try RunningProgram(
            ["bash", "\(Locations.peers)/oidc-agent/device.sh", bridge, client, secret] + options, in: folder,
            environment: TokenBridge.base(folder))
    }

    /// What it has printed.
    var output: String { running.output }
    /// What it has said.
    var errors: String { running.errors }

    /// The code that it shows.
    func userCode() async throws -> String { try await running.said(/enter the code: ([A-Z]{4}-[A-Z]{4})\n/) }

    /// Its exit code.
    func end() async throws -> Int32 { try await running.ended() }
}
