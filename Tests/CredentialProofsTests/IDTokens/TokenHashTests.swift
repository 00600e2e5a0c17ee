import CredentialProofs
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("ID tokens: at_hash and c_hash")
struct TokenHashTests {
    /// The hashes of `at-fake` and `code-fake` by the hash of each algorithm.
    enum Hashes {
        static let accessToken: [String: String] = [
            "RS256": "Gx4sMsPE0A8EsruFEeNcCw", "RS384": "YjzF0KkBVmUfYBdf_2ylpjCv8xtBh7wc",
            "RS512": "GD0LO2hy7MnztkHLfwCas2hHcX76KT0fv_TDpgvQHeM",
            "EdDSA": "GD0LO2hy7MnztkHLfwCas2hHcX76KT0fv_TDpgvQHeM",
        ]
        static let code: [String: String] = [
            "RS256": "3hc_m-W24ALetg5OzfgUNQ", "RS384": "CQv481kxLkIA4f3MaJOzVVC_SzeHG1wD",
            "RS512": "QvwoLnlLHgEZkGTDBN9OibT3CEGRfzqPD4ECJA1x63k",
            "EdDSA": "QvwoLnlLHgEZkGTDBN9OibT3CEGRfzqPD4ECJA1x63k",
        ]
    }

    private static func key(_ algorithm: String) throws -> TestKey {
        switch algorithm {
        case "RS384": try TestKey.rsa("rsa-2048", keyID: "rsa", .rs384)
        case "RS512": try TestKey.rsa("rsa-2048", keyID: "rsa", .rs512)
        case "EdDSA": try TestKey.edwards.get()
        default: try TestKey.rsa.get()
        }
    }

    private static func stage(_ changes: [String: JSONValue?], _ algorithm: String = "RS256") throws -> Stage {
        let key = try key(algorithm)
        let stage = try Stage { _ in
        } change: {
            $0.idToken?.algorithms = AcceptedAlgorithms(key.algorithm)
        }
        stage.transport.publish(Stage.keys, TestKey.set(key))
        let names: JSONObject = json(["name": "A", "email": "a@example.test"])
        let claims = Dictionary(uniqueKeysWithValues: names.members.map { ($0.name, Optional($0.value)) })
        stage.grant(["id_token": .string(try Forge.token(claims.merging(changes) { $1 }, by: key))])
        return stage
    }

    @Test(
        "OIDC-14: right hashes are accepted, by the hash of the token's algorithm",
        arguments: ["RS256", "RS384", "RS512", "EdDSA"])
    func right(_ algorithm: String) async throws {
        let hashes: [String: JSONValue?] = [
            "at_hash": Hashes.accessToken[algorithm].map { .string($0) },
            "c_hash": Hashes.code[algorithm].map { .string($0) },
        ]
        let proven = try await Self.stage(hashes, algorithm).redeemed()
        #expect(proven.identity.proof == .codeRedeemed)
    }

    @Test("OIDC-14: absent hashes are accepted: the code flow need not have them")
    func absent() async throws {
        #expect(try await Self.stage([:]).redeemed().identity.subject.value == "user-0001")
    }

    @Test(
        "OIDC-14: the hash by another algorithm's size is another hash",
        arguments: ["RS256", "RS384", "RS512", "EdDSA"])
    func otherSizes(_ algorithm: String) async throws {
        for (other, hash) in Hashes.accessToken where hash != Hashes.accessToken[algorithm] {
            let error = try await Self.stage(["at_hash": .string(hash)], algorithm).refusalOfCode()
            #expect(error.code == .credentialInvalid, "\(other)")
            #expect(error.reason.contains("at_hash"))
        }
    }

    @Test(
        "OIDC-14: a wrong at_hash or c_hash is refused, and one of the wrong kind",
        arguments: ["at_hash", "c_hash"],
        [
            JSONValue.string("AAAAAAAAAAAAAAAAAAAAAA"), "", .null, .integer(1), .array([]), .bool(true),
            "Gx4sMsPE0A8EsruFEeNcCw=", "3hc_m-W24ALetg5OzfgUNQ=",
        ])
    func wrong(_ name: String, _ value: JSONValue) async throws {
        let error = try await Self.stage([name: value]).refusalOfCode()
        #expect(error.code == .credentialInvalid)
        #expect(error.reason.contains(name))
    }

    @Test("OIDC-14: each hash is held against its own credential")
    func swapped() async throws {
        let accessToken = try #require(Hashes.accessToken["RS256"])
        let code = try #require(Hashes.code["RS256"])
        #expect(try await Self.stage(["at_hash": .string(code)]).refusalOfCode().code == .credentialInvalid)
        #expect(try await Self.stage(["c_hash": .string(accessToken)]).refusalOfCode().code == .credentialInvalid)
    }
}
