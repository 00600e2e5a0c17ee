import Cryptography
import CustomTokens
import Foundation
import StrictJSON
import TestSupport

/// The real counterparties: scripts of `Tests/Peers` on other people's implementations.
enum Peers: Sendable {
    /// The Python interpreter of firebase-admin; nil where Python or, the first time, the network is missing.
    static let python = interpreter(of: "firebase-admin")

    /// The Python interpreter of schemathesis and openapi-spec-validator; nil where Python or the network is missing.
    static let schemathesis = interpreter(of: "schemathesis")

    /// The Python interpreter of pyrebase4; nil where Python or the network is missing.
    static let pyrebase = interpreter(of: "pyrebase")

    /// Whether glewlwyd is installed, or could be.
    static let hasGlewlwyd = isPrepared("glewlwyd/available.sh")
    /// Whether oidc-agent is installed, or could be.
    static let hasOIDCAgent = isPrepared("oidc-agent/available.sh")
    /// Whether django-oauth-toolkit is there.
    static let hasDjangoOAuthToolkit = interpreter(of: "django-oauth-toolkit") != nil
    /// Whether canaille is there.
    static let hasCanaille = interpreter(of: "canaille") != nil
    /// Whether oidc-provider-mock is there.
    static let hasOIDCProviderMock = interpreter(of: "oidc-provider-mock") != nil

    private static func interpreter(of peer: String) -> String? {
        let result = prepare("environment.sh", [peer])
        return result?.status == 0 ? result?.text.trimmingCharacters(in: .newlines) : nil
    }

    private static func isPrepared(_ script: String) -> Bool {
        prepare(script, [])?.status == 0
    }

    /// Installs what a peer needs, once on a machine.
    private static func prepare(_ script: String, _ arguments: [String]) -> Subprocess? {
        try? Subprocess.run("/usr/bin/env", ["bash", "\(Locations.peers)/\(script)"] + arguments, seconds: 300)
    }

    /// Whether node is installed.
    static let hasNode: Bool = {
        let result = try? Subprocess.run("/usr/bin/env", ["node", "--version"])
        return result?.status == 0
    }()

    /// Runs one of the Python scripts.
    static func run(_ script: String, _ arguments: [String], input: String = "") throws -> Subprocess {
        guard let python else { throw CocoaError(.fileNoSuchFile) }
        return try run(python, script, arguments, input)
    }

    /// Runs one of the node scripts.
    static func runNode(_ script: String, _ arguments: [String]) throws -> Subprocess {
        try run("node", script, arguments, "")
    }

    private static func run(
        _ interpreter: String, _ script: String, _ arguments: [String], _ input: String
    ) throws -> Subprocess {
        let ours = ProcessInfo.processInfo.environment
        return try Subprocess.run(
            "/usr/bin/env", [interpreter, "\(Locations.peers)/\(script)"] + arguments, input: [UInt8](input.utf8),
            environment: ["PATH": ours["PATH"] ?? "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"])
    }
}

/// A service account that lives for one test, as a file and as a value.
struct FreshAccount {
    let folder: ScratchFolder
    let account: ServiceAccount
    var path: String { "\(folder.path)/sa.json" }

    init() throws {
        folder = try ScratchFolder()
        let file = try ServiceAccount.keyFile(
            privateKey: RSAPrivateKey.generate(bits: 2048), email: "signer@demo-bridge.iam.gserviceaccount.com",
            projectID: "demo-bridge", privateKeyID: "0123456789abcdef0123456789abcdef01234567")
        try folder.write(file, to: "sa.json")
        account = try ServiceAccount(parsing: file)
    }

    /// What `explain` of the built program says of a token.
    func explain(_ token: String) throws -> Subprocess {
        try TokenBridge.run(
            ["explain", "--service-account", "sa.json", "--output", "json"], in: folder, input: [UInt8](token.utf8))
    }

    /// What firebase-admin's side says of a custom token, by the rules of Identity Toolkit: its claims.
    func claims(of customToken: String) async throws -> JSONObject {
        let path = path
        let result = try await onOwnThread {
            try Peers.run("firebase_admin_peer.py", ["verify-custom", path, "-"], input: customToken)
        }
        guard result.status == 0,
            let payload = try JSONObject(parsing: result.output, limits: .document)["payload"]?.object
        else { throw PeerFailure("firebase-admin refuses the custom token: \(result.errors)\(result.text)") }
        return payload
    }
}
