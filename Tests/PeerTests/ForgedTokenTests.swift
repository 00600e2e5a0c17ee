import CustomTokens
import Foundation
import JOSE
import StrictJSON
import TestSupport
import Testing

@Suite(
    "Tokens that another implementation made wrong",
    .enabled(if: Peers.python != nil, "Python or the network is missing"))
struct ForgedTokenTests {
    /// Which rules each wrong token breaks.
    private static let brokenRules: [String: [String]] = [
        "alg none, no signature": ["header", "signature_present"],
        "alg None, no signature": ["header", "signature_present"],
        "HS256 keyed with the public PEM": ["header"], "alg rs256 (lower case)": ["header"], "no alg": ["header"],
        "RS384 header and signature": ["header"], "RS256 header, PSS signature": ["signature"],
        "another key": ["signature"], "another key, its jwk in the header": ["signature"], "unknown crit": ["header"],
        "empty crit": ["header"], "b64 false, not in crit": ["header"], "duplicate alg in header": ["encoding"],
        "duplicate uid in payload": ["encoding"], "padded base64 in signature": ["encoding"],
        "space in signature": ["segments"], "standard alphabet + and /": ["encoding"],
        "non-canonical last character": ["encoding"], "signature with a leading zero byte": ["signature"],
        "signature cut by one byte": ["signature"], "four parts": ["segments"], "two parts": ["segments"],
        "empty payload": ["encoding"], "payload is an array": ["encoding"], "payload not JSON": ["encoding"],
        "payload with BOM": ["encoding"], "exp in the past": ["expiration"], "exp as text": ["expiration"],
        "exp as float": ["expiration"], "exp 1e400": ["encoding"], "exp missing": ["expiration"],
        "nbf in the future": ["issue_time"], "iat in the future": ["issue_time"], "aud another": ["audience"],
        "aud list with ours": ["audience"], "aud missing": ["audience"],
    ]

    private let fresh: FreshAccount
    private let tokens: [(name: String, token: String)]

    init() throws {
        fresh = try FreshAccount()
        let result = try Peers.run("jwt_cross.py", ["forge", fresh.path])
        tokens = try result.text.split(separator: "\n").map { line in
            let object = try JSONObject(parsing: [UInt8](line.utf8), limits: .document)
            return (try #require(object["case"]?.string), try #require(object["token"]?.string))
        }
        try #require(tokens.count == 38, "\(result.errors)")
    }

    @Test("explain refuses each for the rule that it breaks, and accepts the good one")
    func explainRefuses() throws {
        var names: Set<String> = []
        for (name, token) in tokens where name != "good" && name != "newline at the end" {
            names.insert(name)
            let result = try fresh.explain(token)
            #expect(result.status == 4, "\(name)")
            let explanation = try JSONObject(parsing: result.output, limits: .document)
            let failed = (explanation["checks"]?.array ?? []).compactMap(\.object).filter { $0["verdict"] == "failed" }
            let rules: [String] = failed.compactMap { $0["rule"]?.string }
            #expect(rules == Self.brokenRules[name], "\(name)")
            #expect(explanation["code"]?.string?.hasPrefix("INVALID_CUSTOM_TOKEN") == true, "\(name)")
        }
        #expect(names == Set(Self.brokenRules.keys))
        let good = try #require(tokens.first { $0.name == "good" })
        #expect(try fresh.explain(good.token).status == 0)
    }

    @Test("a newline at the end is refused by the library; the command trims what stands around a token")
    func newlineAtTheEnd() throws {
        let token = try #require(tokens.first { $0.name == "newline at the end" }).token
        #expect(throws: JOSEError(.notCompactJWS, "")) { try CompactJWS(parsing: token) }
        let context = ExaminationContext(
            authority: .serviceAccount(fresh.account), projectID: nil, tenantID: nil, now: try SystemWallClock().now())
        #expect(CustomTokenExamination(of: [UInt8](token.utf8), in: context).verdict == .refused)
        #expect(try fresh.explain(token).status == 0)
    }
}
