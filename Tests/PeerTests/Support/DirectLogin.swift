import Foundation
import StrictJSON
import TestSupport

/// `token-bridge login --direct` at a peer, waiting for somebody to decide.
final class DirectLogin: Sendable {
    private let process = Process()
    private let account: FreshAccount

    /// Starts it with a configuration that knows the peer.
    ///
    /// - Parameters:
    ///   - peer: The peer.
    ///   - client: Our client there.
    ///   - provider: More members of its entry.
    /// - Throws: What writing the files or starting it throws.
    init(_ peer: any OpenIDPeer, client: String, provider: String = "") throws {
        account = try FreshAccount()
        let configuration = """
            {"issuer": "https://bridge.example", "project": "demo-bridge", "keys": {"service_account": "sa.json"},
             "providers": {"peer": {"preset": "oidc", "issuer": "\(peer.issuer)", "client_id": "\(client)",
               "client_auth": "none"\(provider)}}}
            """
        try account.folder.write([UInt8](configuration.utf8), to: "bridge.json")
        for name in ["output", "errors"] { try account.folder.write([], to: name) }
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "-C", account.folder.path, Locations.tokenBridge, "login", "--direct", "--provider", "peer", "--output",
            "json",
        ]
        process.environment = TokenBridge.base(account.folder)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "\(account.folder.path)/output"))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: "\(account.folder.path)/errors"))
        try process.run()
    }

    deinit {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private func text(_ name: String) -> String {
        String(decoding: (try? Locations.bytes("\(account.folder.path)/\(name)")) ?? [], as: UTF8.self)
    }

    /// What it says on standard error.
    var errors: String { text("errors") }

    /// The code that it shows.
    func userCode() async throws -> String {
        for _ in 0..<600 {
            if let match = errors.firstMatch(of: /"user_code":"([^"]+)"/) { return String(match.1) }
            guard process.isRunning else { break }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw PeerFailure("no code is shown: \(errors)")
    }

    /// Its exit code, and the members of its result.
    func end() async throws -> (status: Int32, result: JSONObject?) {
        for _ in 0..<600 where process.isRunning { try await Task.sleep(for: .milliseconds(50)) }
        guard !process.isRunning else { throw PeerFailure("it does not end: \(errors)") }
        return (
            process.terminationStatus, try? JSONObject(parsing: [UInt8](text("output").utf8), limits: .document)
        )
    }

    /// What `explain` says of a token by the same account.
    func explain(_ token: String) throws -> Subprocess { try account.explain(token) }
}
