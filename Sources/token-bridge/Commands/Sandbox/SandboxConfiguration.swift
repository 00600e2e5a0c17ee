import BridgeTesting
import CustomTokenBridge
import Logins
import StrictJSON

/// A configuration with which a bridge signs people in at a sandbox.
struct SandboxConfiguration: Sendable {
    private let sandbox: RunningSandbox
    private let port: Int

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - sandbox: The sandbox.
    ///   - port: Where the bridge listens.
    init(_ sandbox: RunningSandbox, port: Int = 8080) {
        self.sandbox = sandbox
        self.port = port
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
    var object: JSONObject {
        let client = sandbox.services.provider.clients[0]
        let provider = JSONObject([
            "preset": "oidc", "issuer": .string(sandbox.base), "client_id": .string(client.identifier),
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
            "store": "memory",
            "providers": .object(JSONObject(["sandbox": .object(provider)])),
            "clients": .object(JSONObject([LoginOptions.standardClientID: .object(device)])),
        ])
    }
}
