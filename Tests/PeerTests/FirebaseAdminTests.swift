import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("firebase-admin as the other side", .enabled(if: Peers.python != nil, "Python or the network is missing"))
struct FirebaseAdminTests {
    private let fresh: FreshAccount

    init() throws {
        fresh = try FreshAccount()
    }

    private func mint(_ more: [String]) throws -> String {
        let result = try TokenBridge.run(
            ["mint", "--service-account", "sa.json", "--uid", "alice"] + more, in: fresh.folder)
        #expect(result.status == 0, "\(result.errors)")
        return result.text
    }

    @Test(
        "the rules of Identity Toolkit accept a token that the command minted",
        arguments: [
            [], ["--claims", #"{"role":"editor","日本":["é",1.5,null]}"#], ["--tenant", "tenant-7abcd", "--ttl", "60"],
        ])
    func acceptsOurs(more: [String]) throws {
        let result = try Peers.run("firebase_admin_peer.py", ["verify-custom", fresh.path, "-"], input: try mint(more))
        #expect(result.status == 0, "\(result.errors)")
        let payload = try JSONObject(parsing: result.output, limits: .document)["payload"]?.object
        #expect(payload?["uid"] == "alice")
        #expect(payload?["iss"] == "signer@demo-bridge.iam.gserviceaccount.com")
    }

    @Test("they refuse it for another account, and expired")
    func refusesWrongOnes() throws {
        let token = try mint([])
        let other = try FreshAccount()
        let foreign = try withExtendedLifetime(other) {
            try Peers.run("firebase_admin_peer.py", ["verify-custom", other.path, "-"], input: token)
        }
        #expect(foreign.status == 1)
        #expect(foreign.errors.contains("Signature verification failed") || foreign.errors.contains("InvalidSignature"))
        let expired = try Peers.run(
            "firebase_admin_peer.py", ["verify-custom", fresh.path, "-"],
            input: try mint(["--issued-at", "1700000000"]))
        #expect(expired.status == 1)
        #expect(expired.errors.contains("expired"))
    }

    @Test(
        "explain accepts a token that firebase-admin minted",
        arguments: [[], ["--claims", #"{"role": "editor", "é": [1, 2.5]}"#], ["--tenant", "tenant-7abcd"]])
    func acceptsTheirs(more: [String]) throws {
        let minted = try Peers.run("firebase_admin_peer.py", ["mint", fresh.path, "alice"] + more)
        try #require(minted.status == 0, "\(minted.errors)")
        let result = try fresh.explain(minted.text)
        #expect(result.status == 0, "\(result.text)")
        let explanation = try JSONObject(parsing: result.output, limits: .document)
        #expect(explanation["verdict"] == "accepted")
        #expect(explanation["token"]?.object?["uid"] == "alice")
    }

    @Test("explain refuses what firebase-admin minted with another key")
    func refusesTheirs() throws {
        let other = try FreshAccount()
        let minted = try withExtendedLifetime(other) {
            try Peers.run("firebase_admin_peer.py", ["mint", other.path, "alice"])
        }
        try #require(minted.status == 0, "\(minted.errors)")
        #expect(try fresh.explain(minted.text).status == 4)
    }

    @Test("node and the command accept each other's tokens", .enabled(if: Peers.hasNode, "node is not installed"))
    func node() throws {
        let token = try mint(["--claims", #"{"role":"editor"}"#]).trimmingCharacters(in: .newlines)
        let verified = try Peers.runNode("node_peer.mjs", [fresh.path, "verify", token])
        #expect(verified.text == "signature OK\n", "\(verified.errors)")
        let other = try FreshAccount()
        let foreign = try withExtendedLifetime(other) {
            try Peers.runNode("node_peer.mjs", [other.path, "verify", token])
        }
        #expect(foreign.text == "BAD\n")
        let theirs = try Peers.runNode("node_peer.mjs", [fresh.path, "mint", "alice", #"{"role":"editor"}"#])
        #expect(try fresh.explain(theirs.text).status == 0)
    }
}
