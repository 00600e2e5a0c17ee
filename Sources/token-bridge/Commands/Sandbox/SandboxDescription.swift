import BridgeTesting
import CustomTokenBridge
import StrictJSON

/// Where everything is in a sandbox that runs.
struct SandboxDescription: CommandResult {
    private let sandbox: RunningSandbox
    private let files: SandboxFiles?

    init(_ sandbox: RunningSandbox, files: SandboxFiles?) {
        self.sandbox = sandbox
        self.files = files
    }

    private static let hosts = [
        ("identity_toolkit", "identitytoolkit.googleapis.com"), ("secure_token", "securetoken.googleapis.com"),
        ("iam", "iam.googleapis.com"), ("iam_credentials", "iamcredentials.googleapis.com"),
        ("token_endpoint", "oauth2.googleapis.com/token"),
        (
            "id_token_certificates",
            "www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"
        ),
    ]

    private var project: ToolkitProject { sandbox.services.identityToolkit.project }

    private var users: [SandboxUser] { sandbox.services.provider.users }

    var text: String {
        var rows = [["issuer", sandbox.base]]
        rows += Self.hosts.map { [$0.0, sandbox.address(of: $0.1)] }
        rows += [
            ["project", project.identifier], ["api_key", project.apiKeys[0]],
            ["users", users.map(\.name).joined(separator: ", ")],
        ]
        if let files { rows += files.paths.map { [$0.name, $0.path] } }
        return """
            \(TextTable(rows: rows).text)

            A configuration for a bridge (bridge.json):
            \(SandboxConfiguration(sandbox).text)

            \(nextSteps)
            """
    }

    /// What to type next, in other terminals.
    private var nextSteps: String {
        guard let path = files?.configurationPath else {
            return "With --write DIR it is written there, with its key, and what to type next is shown."
        }
        let bridge = SandboxConfiguration(sandbox).issuer
        return """
            Next, in other terminals:
              token-bridge serve --config \(path)
              token-bridge login --bridge \(bridge)
            or, to keep a session at the sandbox's Firebase, and for a token of it:
              token-bridge login --bridge \(bridge) --api-key \(project.apiKeys[0]) --identity-toolkit \(sandbox.base)
              token-bridge token
            """
    }

    var json: JSONValue {
        var object = JSONObject(["issuer": .string(sandbox.base), "port": .integer(Int64(sandbox.port))])
        for (name, host) in Self.hosts { object[name] = .string(sandbox.address(of: host)) }
        object["project"] = .string(project.identifier)
        object["api_key"] = .string(project.apiKeys[0])
        object["users"] = .array(users.map { .string($0.name) })
        object["clients"] = .array(sandbox.services.provider.clients.map { .object(Self.client($0)) })
        for file in files?.paths ?? [] { object[file.name] = .string(file.path) }
        object["configuration"] = .object(SandboxConfiguration(sandbox).object)
        return .object(object)
    }

    private static func client(_ client: SandboxClient) -> JSONObject {
        JSONObject([
            "client_id": .string(client.identifier), "client_secret": .optional(client.secret?.secretText),
            "redirect_uris": .array(client.redirectURIs.map { .string($0) }),
            "id_token_signed_response_alg": .string(client.signingAlgorithm.rawValue),
        ])
    }
}
