import Foundation
import TestSupport

/// A folder with a service account and a configuration that knows one peer, for the built program.
struct ConfiguredBridge {
    private let account: FreshAccount
    private let secret: String

    /// Configures a peer as a generic OpenID provider.
    ///
    /// - Parameters:
    ///   - peer: The peer.
    ///   - registration: Our client there.
    ///   - accessTokens: What is done with access tokens that callers hand in.
    /// - Throws: What writing the files throws.
    init(_ peer: any OpenIDPeer, _ registration: ClientRegistration, accessTokens: String = "preset") throws {
        account = try FreshAccount()
        secret = registration.secret ?? ""
        let configuration = """
            {"issuer": "https://bridge.example", "project": "demo-bridge", "keys": {"service_account": "sa.json"},
             "providers": {"peer": {"preset": "oidc", "issuer": "\(peer.issuer)",
               "client_id": "\(registration.identifier)", "client_secret": {"env": "PEER_SECRET"},
               "access_tokens": "\(accessTokens)"}}}
            """
        try account.folder.write([UInt8](configuration.utf8), to: "bridge.json")
    }

    /// Runs `exchange` with a credential on standard input.
    ///
    /// - Parameters:
    ///   - option: The option of the credential's kind, such as `--id-token`.
    ///   - credential: The credential.
    ///   - more: Further arguments.
    /// - Returns: What the program left behind.
    /// - Throws: What starting it throws.
    func exchange(_ option: String, _ credential: String, _ more: [String] = []) throws -> Subprocess {
        try TokenBridge.run(
            ["exchange", "--provider", "peer", option, "-", "--output", "json"] + more, in: account.folder,
            input: [UInt8](credential.utf8), environment: ["PEER_SECRET": secret], seconds: 60)
    }

    /// What `explain` says of a token by the same account.
    func explain(_ token: String) throws -> Subprocess {
        try account.explain(token)
    }
}
