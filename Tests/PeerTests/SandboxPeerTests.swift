import BridgeTesting
import CustomTokens
import Foundation
import JOSE
import StrictJSON
import TestSupport
import Testing

@Suite("Programs of others at the sandbox", .enabled(if: Peers.python != nil, "Python or the network is missing"))
struct SandboxPeerTests {
    private static let apiKey = "sandbox-api-key"

    /// A custom token of the sandbox's own account.
    private static func customToken(_ sandbox: RunningSandbox, uid: String = "ada") throws -> String {
        let account = try ServiceAccount(parsing: try sandbox.services.makeKeyFile())
        let signer = try ServiceAccountSigner(account, clock: SystemWallClock())
        return try signer.customToken(
            for: CustomTokenRequest(
                userID: try UserID(uid), claims: try CustomClaims(parsing: [UInt8](#"{"role":"editor"}"#.utf8)))
        ).serialized
    }

    private static func pyrebase(_ token: String, _ sandbox: RunningSandbox, key: String = apiKey) async throws
        -> Subprocess
    {
        let base = sandbox.base
        return try await onOwnThread {
            guard let python = Peers.pyrebase else { throw PeerFailure("pyrebase4 is missing") }
            return try Subprocess.run(
                python, ["\(Locations.peers)/pyrebase_session.py", base, key], input: [UInt8](token.utf8))
        }
    }

    /// The ID token of a session at a sandbox.
    private static func idToken(_ sandbox: RunningSandbox) async throws -> String {
        let token = try customToken(sandbox)
        let address =
            "\(sandbox.address(of: "identitytoolkit.googleapis.com"))/v1/accounts:signInWithCustomToken?key=\(apiKey)"
        let result = try await onOwnThread {
            try Subprocess.run(
                "/usr/bin/env", ["curl", "-sS", "-d", "@-", address],
                input: [UInt8](#"{"token":"\#(token)","returnSecureToken":true}"#.utf8))
        }
        return try #require(JSONObject(parsing: result.output, limits: .document)["idToken"]?.string)
    }

    private static func verify(_ token: String, _ sandbox: RunningSandbox, project: String = "sandbox-bridge")
        async throws -> Subprocess
    {
        let certificates = sandbox.address(
            of: "www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com")
        return try await onOwnThread {
            try Peers.run(
                "firebase_admin_peer.py", ["verify-id", project, "-", "--certs-url", certificates], input: token)
        }
    }

    @Test("firebase-admin's verify_id_token accepts the ID token of a session")
    func firebaseAdmin() async throws {
        let sandbox = try Sandbox().start()
        let token = try await Self.idToken(sandbox)
        let result = try await Self.verify(token, sandbox)
        #expect(result.status == 0, "\(result.errors)")
        let claims = try JSONObject(parsing: result.output, limits: .document)
        #expect(claims["uid"] == "ada")
        #expect(claims["role"] == "editor")
        let otherProject = try await Self.verify(token, sandbox, project: "other")
        #expect(otherProject.status == 1)
        let otherSandbox = try Sandbox().start()
        let foreign = try await Self.verify(token, otherSandbox)
        #expect(foreign.status == 1)
        #expect(foreign.errors.contains("Certificate for key id"))
        await otherSandbox.stop()
        await sandbox.stop()
    }

    @Test("pyrebase4 signs in with our custom token", .enabled(if: Peers.pyrebase != nil, "pyrebase4 is missing"))
    func pyrebase() async throws {
        let sandbox = try Sandbox().start()
        let token = try Self.customToken(sandbox)
        let result = try await Self.pyrebase(token, sandbox)
        #expect(result.status == 0, "\(result.text)\(result.errors)")
        #expect(result.text == #"{"new": true, "refreshed": "ada", "account": "ada"}"# + "\n")
        let again = try await Self.pyrebase(token, sandbox)
        #expect(again.text.contains(#""new": false"#))
        let badKey = try await Self.pyrebase(token, sandbox, key: "wrong")
        #expect(badKey.status == 1)
        #expect(badKey.text.contains("API_KEY_INVALID"))
        let badToken = try await Self.pyrebase(token + "A", sandbox)
        #expect(badToken.status == 1)
        #expect(badToken.text.contains(#""message":"INVALID_CUSTOM_TOKEN""#))
        await sandbox.stop()
    }

    @Test("google-auth gets an access token for the key file, and has bytes signed without it")
    func googleAuth() async throws {
        let sandbox = try Sandbox().start()
        let folder = try ScratchFolder()
        try folder.write(try sandbox.services.makeKeyFile(), to: "key.json")
        let arguments = ["\(folder.path)/key.json", sandbox.base]
        let result = try await onOwnThread { try Peers.run("google_auth_session.py", arguments) }
        #expect(result.text == #"{"bearer": "ya29.", "certificates": 2, "verified": 1}"# + "\n", "\(result.errors)")
        sandbox.services.iam.withhold(.signBlob)
        let refused = try await onOwnThread { try Peers.run("google_auth_session.py", arguments) }
        #expect(refused.status == 1)
        #expect(refused.errors.contains("iam.serviceAccounts.signBlob"))
        await sandbox.stop()
    }
}
