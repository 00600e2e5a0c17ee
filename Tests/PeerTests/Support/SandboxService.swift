import BridgeTesting
import Foundation
import OAuthClient
import StrictJSON
import TestSupport

/// The built service with the sandbox as its only provider.
struct SandboxService: Sendable {
    /// A client with a secret.
    static let agent = "agent"
    /// Its secret.
    static let agentSecret = "a-secret-of-oidc-agent"

    /// Where it is, which is also its issuer.
    let base: String
    private let sandbox: RunningSandbox
    private let account: FreshAccount
    private let process: PeerProcess

    /// Starts both.
    init() async throws {
        let sandbox = try Sandbox().start()
        let account = try FreshAccount()
        let port = try FreePort.find()
        let base = "http://127.0.0.1:\(port)"
        let client = sandbox.services.provider.clients[0]
        let configuration = """
            {"issuer": "\(base)", "listen": "127.0.0.1:\(port)", "project": "demo-bridge",
             "keys": {"service_account": "sa.json"}, "store": "memory",
             "providers": {"sandbox": {"preset": "oidc", "issuer": "\(sandbox.base)",
               "client_id": "\(client.identifier)", "client_secret": "\(client.secret?.secretText ?? "")"}},
             "clients": {"tv": {"type": "public", "grants": ["device_code"]},
               "\(Self.agent)": {"secret": "\(Self.agentSecret)", "grants": ["device_code"]}}}
            """
        try account.folder.write([UInt8](configuration.utf8), to: "bridge.json")
        process = try await onOwnThread {
            try PeerProcess(
                "service/run.sh",
                environment: [
                    "BRIDGE_PEER_PORT": "\(port)", "BRIDGE_SERVICE_PROGRAM": Locations.tokenBridge,
                    "BRIDGE_SERVICE_CONFIGURATION": "\(account.folder.path)/bridge.json",
                ])
        }
        (self.sandbox, self.account, self.base) = (sandbox, account, base)
    }

    /// Stops both.
    func stop() async throws {
        try await onOwnThread { process.stop() }
        await sandbox.stop()
    }

    /// A person enters a code at the service and decides; after a yes, they sign in at the sandbox.
    ///
    /// - Parameters:
    ///   - decision: What the person decides: `approve` or `deny`.
    ///   - code: The code.
    ///   - answer: What the person answers at the sandbox: `approve` or `deny`.
    /// - Returns: The last page.
    /// - Throws: `PeerFailure` where a page is not the expected one.
    func decide(
        _ decision: String, on code: String, atProvider answer: String = "approve"
    ) async throws -> ServiceAnswer {
        let browser = try ServiceCurl()
        let entry = try await browser.get("\(base)/device")
        let question = try await browser.post(
            [("csrf_token", try entry.hiddenField("csrf_token")), ("user_code", code)], to: "\(base)/device")
        let onward = try await browser.post(
            [
                ("csrf_token", try question.hiddenField("csrf_token")), ("user_code", code), ("decision", decision),
            ], to: "\(base)/device")
        guard decision == "approve" else { return onward }
        let page = try await browser.get(onward.link(to: sandbox.base))
        let back = try await browser.post(
            [("login", try page.hiddenField("login")), ("user", "ada"), ("decision", answer)],
            to: "\(sandbox.base)/authorize")
        let end = try await browser.get(back.redirect())
        return answer == "approve" ? try await browser.get(end.redirect()) : end
    }

    /// What firebase-admin's side says of a custom token, by the rules of Identity Toolkit: its claims.
    func claims(of customToken: String) async throws -> JSONObject { try await account.claims(of: customToken) }
}
