import Foundation
import StrictJSON
import TestSupport

/// The built service, `token-bridge serve`, with the providers of others.
struct ServiceProcess: Sendable {
    /// Who it says it is.
    let issuer: String
    /// Where it listens.
    let base: String
    private let account: FreshAccount
    private let process: PeerProcess

    /// The service that most tests use, with a store of its own.
    static func shared() async throws -> ServiceProcess {
        let kinds = ServicePeer.Kind.available
        for kind in kinds { _ = try await kind.running() }
        return try await onOwnThread { try single.get() }
    }

    private static let single = Result {
        let addresses = try ServiceAddresses.shared.get()
        return try ServiceProcess(
            issuer: addresses.issuer(0), port: addresses.ports[0], store: "sqlite:bridge.db", account: FreshAccount())
    }

    /// Starts the service.
    ///
    /// - Parameters:
    ///   - issuer: Who it says it is.
    ///   - port: Where it listens.
    ///   - store: Where it keeps its sessions.
    ///   - account: Whose key signs.
    /// - Throws: `PeerFailure` where it does not start.
    init(issuer: String, port: UInt16, store: String, account: FreshAccount) throws {
        self.issuer = issuer
        self.account = account
        let name = "bridge-\(port).json"
        try account.folder.write([UInt8](try Self.configuration(issuer, port, store).utf8), to: name)
        process = try PeerProcess(
            "service/run.sh",
            environment: [
                "BRIDGE_PEER_PORT": "\(port)", "BRIDGE_SERVICE_PROGRAM": Locations.tokenBridge,
                "BRIDGE_SERVICE_CONFIGURATION": "\(account.folder.path)/\(name)", "PEER_SECRET": "web-secret",
            ])
        base = process.base
    }

    private static func configuration(_ issuer: String, _ port: UInt16, _ store: String) throws -> String {
        let providers = try ServicePeer.Kind.available.map { kind in
            let peer = try kind.started()
            // Without the override its metadata names no introspection endpoint.
            let tokens =
                switch kind {
                case .glewlwyd: #""access_tokens": "check_off_by_default""#
                case .toolkit:
                    """
                    "endpoints": {"introspection": "\(peer.issuer)/introspect/"},
                    "access_tokens": {"introspection": {"client": "client_id", "subject": "username"}}
                    """
                }
            return """
                "\(kind.rawValue)": {"preset": "oidc", "issuer": "\(peer.issuer)", "client_id": "web",
                  "client_secret": {"env": "PEER_SECRET"}, \(tokens)}
                """
        }
        return """
            {"issuer": "\(issuer)", "listen": "127.0.0.1:\(port)", "project": "demo-bridge",
             "keys": {"service_account": "sa.json"}, "store": "\(store)",
             "providers": {\(providers.joined(separator: ",\n"))},
             "clients": {
               "tv": {"type": "public", "grants": ["device_code", "token_exchange"]},
               "backend": {"secret": "backend-secret", "grants": ["token_exchange", "client_credentials"],
                 "uid_prefixes": ["svc:"]},
               "desktop": {"type": "public", "grants": ["authorization_code"],
                 "redirect_uris": ["http://127.0.0.1/callback"]}}}
            """
    }

    /// What firebase-admin's side says of a custom token, by the rules of Identity Toolkit: its claims.
    func claims(of customToken: String) async throws -> JSONObject { try await account.claims(of: customToken) }

    /// The answer to a token request.
    func token(_ fields: [(name: String, value: String)]) async throws -> ServiceAnswer {
        try await ServiceCurl().post(fields, to: "\(base)/token")
    }

    /// The answer to a token exchange (RFC 8693).
    ///
    /// - Parameters:
    ///   - type: The type of the subject token, such as `id_token`.
    ///   - token: The subject token.
    ///   - provider: Whose it is.
    ///   - nonce: The nonce that it is bound to.
    /// - Returns: The answer.
    /// - Throws: `PeerFailure` where there is none.
    func exchange(
        _ type: String, _ token: String, of provider: ServicePeer, nonce: String? = nil
    ) async throws -> ServiceAnswer {
        try await self.token(
            [
                ("client_id", "tv"), ("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"),
                ("subject_token", token), ("subject_token_type", "urn:ietf:params:oauth:token-type:\(type)"),
                ("provider", provider.name),
            ] + (nonce.map { [("nonce", $0)] } ?? []))
    }
}
