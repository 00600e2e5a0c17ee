import JOSE
import StrictJSON

/// A key whose right signature is the bytes of its name, so that the rules around it need no cryptography.
struct FakeKey: VerificationKey {
    let name: String
    var algorithms: Set<SignatureAlgorithm> = [.rs256]

    func verify(_ signature: [UInt8], over signingInput: [UInt8], algorithm: SignatureAlgorithm) throws(JOSEError) {
        guard algorithms.contains(algorithm) else { throw JOSEError(.algorithmNotAllowed, "fake") }
        guard signature == [UInt8](name.utf8) else { throw JOSEError(.signatureInvalid, "fake") }
    }
}

/// Puts tokens together that `FakeKey` takes for signed.
enum FakeToken {
    static let now: Int64 = 1_700_000_000
    static let header = #"{"alg":"RS256","kid":"k1"}"#
    static let claims = #"{"iss":"https://provider.test","aud":"client-ours","exp":1700003600}"#

    static func text(header: String = header, claims: String = claims, signature: String = "k1") -> [UInt8] {
        let parts = [header, claims, signature].map { Base64URL.encode([UInt8]($0.utf8)) }
        return [UInt8](parts.joined(separator: ".").utf8)
    }

    static func keys(_ entries: VerificationKeySet.Entry...) -> VerificationKeySet {
        VerificationKeySet(entries: entries)
    }

    static func verifier(
        algorithms: AcceptedAlgorithms = AcceptedAlgorithms(.rs256),
        audience: ExpectedAudience = .client(identifier: "client-ours"), type: ExpectedType = .plain,
        leeway: ClockLeeway = .standard
    ) -> JWTVerifier {
        JWTVerifier(
            algorithms: algorithms,
            keys: keys(.init(keyID: "k1", algorithm: .rs256, key: FakeKey(name: "k1"))),
            issuer: .exactly("https://provider.test"), audience: audience, type: type,
            clock: FixedWallClock(NumericDate(secondsSinceEpoch: now)), leeway: leeway)
    }
}

/// The code of the error that a call throws; nil where it throws none.
func refusal(_ body: () throws(JOSEError) -> Void) -> JOSEError.Code? {
    do throws(JOSEError) {
        try body()
        return nil
    } catch {
        return error.code
    }
}

/// The code of the refusal of a token by the fake verifier; nil where it is accepted.
func refusal(ofToken token: [UInt8], by verifier: JWTVerifier = FakeToken.verifier()) -> JOSEError.Code? {
    refusal { () throws(JOSEError) in _ = try verifier.verify(token) }
}

/// The code of the refusal of a header; nil where it is read.
func refusal(ofHeader header: String) -> JOSEError.Code? {
    refusal { () throws(JOSEError) in _ = try JOSEHeader(parsing: [UInt8](header.utf8)) }
}

/// A JSON object of a test's own text.
func object(_ text: String) throws -> JSONObject {
    try JSONObject(parsing: [UInt8](text.utf8), limits: .document)
}
