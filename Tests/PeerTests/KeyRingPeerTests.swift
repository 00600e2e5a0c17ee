import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("The keys of a ring, and firebase-admin as the other side")
struct KeyRingPeerTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func keys(_ arguments: [String]) throws -> Subprocess {
        let result = try TokenBridge.run(["keys"] + arguments + ["--keys", "keys"], in: folder, seconds: 120)
        try #require(result.status == 0, "\(result.errors)")
        return result
    }

    private func generate(_ bits: String = "2048") throws -> String {
        let before = try states().keys
        _ = try keys(["generate", "--email", "signer@demo-bridge.iam.gserviceaccount.com", "--bits", bits])
        return try #require(try states().keys.first { !before.contains($0) })
    }

    private func states() throws -> [String: String] {
        guard FileManager.default.fileExists(atPath: "\(folder.path)/keys") else { return [:] }
        let rows = try #require(
            try JSONValue(parsing: keys(["list", "--output", "json"]).output, limits: .document).array)
        return Dictionary(
            uniqueKeysWithValues: rows.compactMap(\.object).map { ($0["kid"]?.string ?? "", $0["state"]?.string ?? "") }
        )
    }

    /// Writes the certificate of a key; returns its path.
    private func certificate(_ id: String) throws -> String {
        try folder.write(keys(["export", id, "--certificate"]).output, to: "\(id).pem")
        return "\(folder.path)/\(id).pem"
    }

    private func mint() throws -> String {
        let result = try TokenBridge.run(["mint", "--keys", "keys", "--uid", "alice"], in: folder)
        try #require(result.status == 0, "\(result.errors)")
        return result.text
    }

    @Test(
        "it verifies what the active key signs, and what the retiring one has signed; next, retired and revoked never sign",
        .enabled(if: Peers.python != nil, "Python or the network is missing"))
    func verified() throws {
        let (first, second, third) = (try generate(), try generate(), try generate())
        _ = try keys(["activate", first])
        let old = try mint()
        _ = try keys(["activate", second])
        let new = try mint()
        #expect(try states() == [first: "retiring", second: "active", third: "next"])
        for (token, id) in [(old, first), (new, second)] {
            let right = try Peers.run(
                "firebase_admin_peer.py", ["verify-custom", try certificate(id), "-"], input: token)
            #expect(right.status == 0, "\(right.errors)")
            for other in [first, second, third] where other != id {
                let wrong = try Peers.run(
                    "firebase_admin_peer.py", ["verify-custom", try certificate(other), "-"], input: token)
                #expect(wrong.status == 1, "\(other) did not sign")
            }
        }
        _ = try keys(["retire", third])
        _ = try keys(["revoke", first, "--yes"])
        let last = try mint()
        let right = try Peers.run(
            "firebase_admin_peer.py", ["verify-custom", try certificate(second), "-"], input: last)
        #expect(right.status == 0, "\(right.errors)")
        let published = try JSONObject(parsing: keys(["export"]).output, limits: .document)["keys"]?.array
        #expect(published?.compactMap { $0.object?["kid"]?.string } == [second])
    }

    @Test("the certificate of a generated key is fit to be uploaded", arguments: ["2048", "3072", "4096"])
    func upload(_ bits: String) throws {
        let id = try generate(bits)
        let exported = try keys(["export", id, "--private", "--yes"])
        let file = try JSONObject(parsing: exported.output, limits: .document)
        try folder.write([UInt8](try #require(file["private_key"]?.string).utf8), to: "key.pem")
        let result = try Subprocess.run(
            "/usr/bin/env",
            ["bash", "\(Locations.peers)/x509_iam_check.sh", try certificate(id), "\(folder.path)/key.pem"])
        #expect(result.status == 0 && !result.text.contains("FAIL"), "\(result.text)")
    }
}
