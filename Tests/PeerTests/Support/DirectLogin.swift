import Foundation
import StrictJSON
import TestSupport

/// `token-bridge login --direct` at a peer, waiting for somebody to decide.
final class DirectLogin: Sendable {
    private let running: RunningProgram
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
        running = try RunningProgram(
            tokenBridge: ["login", "--direct", "--provider", "peer", "--output", "json"], in: account.folder)
    }

    /// The code that it shows.
    func userCode() async throws -> String { try await running.said(/"user_code":"([^"]+)"/) }

    /// Its exit code, and the members of its result.
    func end() async throws -> (status: Int32, result: JSONObject?) {
        let status = try await running.ended()
        return (status, try? JSONObject(parsing: [UInt8](running.output.utf8), limits: .document))
    }

    /// What it says on standard error.
    var errors: String { running.errors }

    /// What `explain` says of a token by the same account.
    func explain(_ token: String) throws -> Subprocess { try account.explain(token) }
}
