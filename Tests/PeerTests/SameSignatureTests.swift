import CustomTokens
import Foundation
import JOSE
import TestSupport
import Testing

@Suite(
    "Many tokens against firebase-admin, google-auth and PyJWT",
    .enabled(if: Peers.python != nil, "Python or the network is missing"))
struct SameSignatureTests {
    /// One line for the script.
    ///
    /// Foundation writes it, so that our own writer is not its own judge.
    private struct Line: Encodable {
        let token: String
        var uid: String?
        var claims: String?
        var tenant: String?
        var iat: Int64?
        var exp: Int64?

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(token, forKey: .token)
            try container.encode(uid, forKey: .uid)
            try container.encode(claims, forKey: .claims)
            try container.encode(tenant, forKey: .tenant)
            try container.encode(iat, forKey: .iat)
            try container.encode(exp, forKey: .exp)
        }

        private enum Key: CodingKey { case token, uid, claims, tenant, iat, exp }
    }

    private let fresh: FreshAccount
    private let seed = UInt64.random(in: .min ... .max)

    init() throws {
        fresh = try FreshAccount()
    }

    private func token(for request: RandomRequest, by signer: ServiceAccountSigner) throws -> CustomToken {
        let claims =
            try request.claims.map { try CustomClaims(parsing: [UInt8]($0.utf8), maximumBytes: 1 << 14) } ?? .none
        return try signer.customToken(
            for: CustomTokenRequest(
                userID: UserID(request.uid), claims: claims, tenantID: try request.tenant.map { try TenantID($0) },
                lifetime: TokenLifetime(seconds: request.seconds),
                issueTime: .exactly(NumericDate(secondsSinceEpoch: request.issuedAt))))
    }

    private func text(_ lines: [Line]) throws -> String {
        let encoder = JSONEncoder()
        return try lines.map { String(decoding: try encoder.encode($0), as: UTF8.self) + "\n" }.joined()
    }

    @Test("1,000 random tokens have the signature of firebase-admin, byte for byte, and say what was asked")
    func sameSignature() throws {
        var generator = SeededGenerator(seed: seed)
        let signer = try ServiceAccountSigner(fresh.account, clock: SystemWallClock())
        let lines = try (0..<1000).map { _ in
            let request = RandomRequest(using: &generator)
            let token = try token(for: request, by: signer)
            return Line(
                token: token.serialized, uid: request.uid, claims: request.claims, tenant: request.tenant,
                iat: request.issuedAt, exp: request.issuedAt + request.seconds)
        }
        let result = try Peers.run("same_batch.py", ["sign", fresh.path], input: try text(lines))
        #expect(
            result.text
                == "{\"tokens\": 1000, \"firebase_admin\": 1000, \"google_auth\": 1000, \"pyjwt\": 1000, \"said\": 1000}\n",
            "seed \(seed): \(result.errors)")
    }

    @Test("the script finds a wrong signature and a wrong uid")
    func scriptFindsFaults() throws {
        let signer = try ServiceAccountSigner(fresh.account, clock: SystemWallClock())
        let token = try signer.customToken(for: CustomTokenRequest(userID: UserID("alice")))
        let (iat, exp) = (token.issuedAt.secondsSinceEpoch, token.expiration.secondsSinceEpoch)
        let spoilt = Spoiling.signature.applied(to: token.serialized, by: signer)
        let lines = [
            Line(token: token.serialized, uid: "alice", iat: iat, exp: exp),
            Line(token: token.serialized, uid: "bob", iat: iat, exp: exp),
            Line(token: token.serialized, uid: "alice", claims: "{\"a\":1}", iat: iat, exp: exp),
            Line(token: spoilt, uid: "alice", iat: iat, exp: exp),
        ]
        let result = try Peers.run("same_batch.py", ["sign", fresh.path], input: try text(lines))
        #expect(
            result.text.hasSuffix(
                "{\"tokens\": 4, \"firebase_admin\": 3, \"google_auth\": 3, \"pyjwt\": 3, \"said\": 2}\n"))
    }

    @Test("OpenSSL, libjwt and PyJWT agree on 200 random tokens, right ones and spoilt ones")
    func threeVerifiersAgree() throws {
        var generator = SeededGenerator(seed: seed)
        let signer = try ServiceAccountSigner(fresh.account, clock: SystemWallClock())
        let cases = try (0..<200).map { index in
            let spoiling = Spoiling.allCases[index % Spoiling.allCases.count]
            let token = try token(for: RandomRequest(using: &generator), by: signer)
            return (spoiling, spoiling.applied(to: token.serialized, by: signer))
        }
        let result = try Peers.run(
            "same_batch.py", ["verify", fresh.path], input: try text(cases.map { Line(token: $0.1) }))
        let answers = result.text.split(separator: "\n")
        try #require(answers.count == cases.count, "\(result.errors)")
        for ((spoiling, token), answer) in zip(cases, answers) {
            let opinions = CustomTokenExamination(of: [UInt8](token.utf8), in: context).signature
            let expected: SignatureOpinions.Opinion = spoiling == .none ? .valid : .invalid
            #expect(opinions?.openSSL == expected, "seed \(seed), \(spoiling)")
            #expect(opinions?.libJWT == expected, "seed \(seed), \(spoiling)")
            #expect(answer == (spoiling == .none ? "true" : "false"), "seed \(seed), \(spoiling)")
        }
    }

    private var context: ExaminationContext {
        ExaminationContext(
            authority: .serviceAccount(fresh.account), projectID: nil, tenantID: nil,
            now: NumericDate(secondsSinceEpoch: 1_700_000_000))
    }
}
