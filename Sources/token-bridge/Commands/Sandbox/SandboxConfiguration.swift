import BridgeTesting
import CustomTokenBridge
import Logins
import StrictJSON

/// A configuration with which a bridge signs people in at a sandbox.
struct SandboxConfiguration: Sendable {
    /// Where the bridge keeps the logins that have begun.
    enum Store: String, Sendable {
        /// In a file beside the configuration: they outlive a restart of the bridge.
        case file = "sqlite:bridge.db"
        case memory
    }

    private let sandbox: RunningSandbox
    private let port: Int
    private let store: Store

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - sandbox: The sandbox.
    ///   - port: Where the bridge listens.
    ///   - store: Where it keeps the logins that have begun.
    init(_ sandbox: RunningSandbox, port: Int = 8080, store: Store = .file) {
        self.sandbox = sandbox
        self.port = port
        self.store = store
    }

    /// Where the bridge is.
    var issuer: String { "http://127.0.0.1:\(port)" }

    /// The configuration, a member a line.
    var text: String {
        let lines = object.members.map { "  \(JSONValue.string($0.name).compactText): \($0.value.compactText)" }
        return "{\n\(lines.joined(separator: ",\n"))\n}"
    }

    /// The configuration.
    ///
    /// The secret stands in it as it is: it is the same in every sandbox, and worth nothing elsewhere.
    var object: JSONObject { object(ofSandboxAt: sandbox.base) }

    /// Whether a text is what a sandbox has written, here or at another port, and nobody has changed.
    func isOfSandbox(_ bytes: [UInt8]) -> Bool {
        guard let found = try? JSONObject(parsing: bytes, limits: .document),
            let base = found["providers"]?.object?["sandbox"]?.object?["issuer"]?.string
        else { return false }
        return found == object(ofSandboxAt: base)
    }

    private func object(ofSandboxAt base: String) -> JSONObject {
        let client = sandbox.services.provider.clients[0]
        let provider = JSONObject([
            "preset": "oidc", "issuer": .string(base), "client_id": .string(client.identifier),
            "client_secret": .string(client.secret?.secretText ?? ""),
        ])
        // Under the name that `login` has by itself, for all its ways to sign in.
        let device = JSONObject([
            "type": "public", "grants": .array(["device_code", "authorization_code", "token_exchange"]),
            "providers": .array(["sandbox"]),
            "redirect_uris": .array([.string("http://127.0.0.1\(BrowserLogin.redirectPath)")]),
        ])
        return JSONObject([
            "issuer": .string(issuer), "listen": .string("127.0.0.1:\(port)"),
            "project": .string(sandbox.services.identityToolkit.project.identifier),
            "keys": .object(JSONObject(["service_account": .string(SandboxFiles.accountName)])),
            "store": .string(store.rawValue),
            "providers": .object(JSONObject(["sandbox": .object(provider)])),
            "clients": .object(JSONObject([LoginOptions.standardClientID: .object(device)])),
        ])
    }
}
