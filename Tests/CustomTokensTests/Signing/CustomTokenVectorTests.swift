import Cryptography
import CustomTokens
import JOSE
import StrictJSON
import TestSupport
import Testing

@Suite("Tokens of Google's own SDK (FB-06)", .enabled(if: Locations.hasVectors, "the vectors are not here"))
struct CustomTokenVectorTests {
    private static let names = ["plain", "claims", "empty_claims", "b64url", "unicode", "uid128"]

    private func folder() throws -> String { "\(try #require(Locations.vectors))/custom-tokens" }

    private func vector(_ name: String) throws -> JSONObject {
        let text = try Locations.bytes("\(folder())/custom_tokens.json")
        let vectors = try #require(JSONValue(parsing: text, limits: .document).array).compactMap(\.object)
        #expect(vectors.count == Self.names.count)
        return try #require(vectors.first { $0["name"]?.string == name })
    }

    @Test("the payload text of each token is signed again to the same bytes", arguments: names)
    func signedAgain(_ name: String) throws {
        let vector = try vector(name)
        let account = try ServiceAccount(contentsOfFile: "\(folder())/service-account.json")
        var text: [UInt8] = []
        Base64URL.append(try #require(vector["header"]?.string).utf8, to: &text)
        text.append(UInt8(ascii: "."))
        Base64URL.append(try #require(vector["payload"]?.string).utf8, to: &text)
        let signature = try ProbedSigningKey(probing: account.privateKey).signature(over: text)
        text.append(UInt8(ascii: "."))
        Base64URL.append(signature, to: &text)
        #expect(String(decoding: text, as: UTF8.self) == vector["token"]?.string)
    }

    @Test("the signature of each token is right by the public key", arguments: names)
    func verified(_ name: String) throws {
        let token = try CompactJWS(parsing: #require(vector(name)["token"]?.string))
        let key = try PublicKey(parsing: Locations.bytes("\(folder())/pub.pem"))
        try key.verify(token.signature, over: token.signingInput, algorithm: .rs256)
        #expect(token.serialized == Array(try #require(vector(name)["token"]?.string).utf8))
    }

    @Test("each token is accepted at its time, and our token says the same", arguments: names)
    func sameMeaning(_ name: String) throws {
        let vector = try vector(name)
        let account = try ServiceAccount(contentsOfFile: "\(folder())/service-account.json")
        let now = NumericDate(secondsSinceEpoch: try #require(vector["now"]?.integer))
        let theirs = try #require(vector["token"]?.string)
        let context = ExaminationContext(authority: .serviceAccount(account), projectID: nil, tenantID: nil, now: now)
        #expect(CustomTokenExamination(of: Array(theirs.utf8), in: context).verdict == .accepted)
        let claims = try CustomClaims(vector["claims"]?.object ?? JSONObject())
        let request = CustomTokenRequest(
            userID: try UserID(#require(vector["uid"]?.string)), claims: claims, issueTime: .exactly(now))
        let ours = try ServiceAccountSigner(account, clock: FixedWallClock(now)).customToken(for: request)
        var expected = try JSONObject(parsing: Fixtures.part(1, of: theirs), limits: .token)
        if expected["claims"]?.object?.isEmpty == true { expected["claims"] = nil }
        let found = try Fixtures.payload(of: ours)
        #expect(Set(found.names) == Set(expected.names))
        for member in expected.members { #expect(found[member.name] == member.value) }
    }
}
