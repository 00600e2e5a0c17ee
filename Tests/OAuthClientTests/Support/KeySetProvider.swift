import Cryptography
import JOSE
import OAuthClient
import StrictJSON
import Testing

/// A provider that publishes keys, a cache of them, and a clock: the stage of a test.
struct KeySetProvider: Sendable {
    static let address = "https://provider.test/jwks"

    let transport = ScriptedTransport()
    let clock = FakeClock()
    let cache: KeySetCache

    init(
        format: KeySetFormat = .jwks, jitter: UInt8 = 0, patience: KeySetPatience = .provider,
        waitLimit: WaitLimit = WaitLimit("provider.test"),
        report: @escaping @Sendable (KeySetEvent) -> Void = { _ in }
    ) throws {
        cache = KeySetCache(
            url: try EndpointURL(Self.address), format: format, transport: transport, clock: clock,
            random: FixedRandom(byte: jitter), patience: patience, waitLimit: waitLimit, report: report)
    }

    /// Lets the next request be answered.
    func answer(_ answer: ScriptedTransport.Answer) {
        transport.expect(Self.address, answer)
    }

    /// Lets the next request be answered by a key set.
    func publish(_ keySet: [UInt8], fields: [(String, String)] = []) {
        answer(.response(Self.response(keySet, fields: fields)))
    }

    /// Lets the next request fail.
    func fail() {
        answer(.failure(OAuthClientError(.providerUnavailable, "connection refused")))
    }

    static func response(_ body: [UInt8], status: Int = 200, fields: [(String, String)] = []) -> HTTPResponse {
        HTTPResponse(status: status, fields: fields.map { HTTPField(name: $0.0, value: $0.1) }, body: body)
    }

    /// How many requests were sent.
    var requests: Int { transport.requests.count }

    /// Whether a key of that name is among those that the cache hands out for it.
    func has(_ keyID: String) async throws -> Bool {
        try await cache.keys(for: Self.header(keyID)).entries.contains { $0.keyID == keyID }
    }

    static func header(_ keyID: String?, algorithm: String = "RS256") throws -> JOSEHeader {
        var object = JSONObject()
        object["alg"] = .string(algorithm)
        object["kid"] = keyID.map { .string($0) }
        return try JOSEHeader(parsing: object.compactBytes)
    }

    /// Verifies a token of the cases with keys of a source.
    static func verify(_ token: [UInt8], with source: some KeySource) async throws -> VerifiedJWT {
        let header = try CompactJWS(parsing: token).unverifiedHeader
        let verifier = JWTVerifier(
            algorithms: AcceptedAlgorithms(.rs256), keys: try await source.keys(for: header),
            issuer: .exactly("https://provider.test"), audience: .client(identifier: "client-ours"), type: .plain,
            clock: FixedWallClock(NumericDate(secondsSinceEpoch: 1_796_011_924)), leeway: .standard)
        return try verifier.verify(token)
    }

    /// The code with which a token is refused; nil where it is accepted.
    static func refusal(_ token: [UInt8], with source: some KeySource) async throws -> JOSEError.Code? {
        do {
            _ = try await verify(token, with: source)
            return nil
        } catch let error as JOSEError {
            return error.code
        }
    }

    /// Waits until a fetch in the background has ended.
    func settle(fetches: Int) async throws {
        for _ in 0..<2_000 where cache.health.fetches < fetches { try await Task.sleep(for: .milliseconds(1)) }
        #expect(cache.health.fetches == fetches)
    }
}

/// Key sets and tokens of the cases.
enum KeySets {
    /// Holds k1.
    static let before = Result { try CaseFiles.bytes("B34", "jwks-before.json") }
    /// Holds k1 and k2.
    static let after = Result { try CaseFiles.bytes("B34", "jwks-after.json") }
    /// Holds k2 alone.
    static let withoutK1 = Result { try CaseFiles.response("B35", "200-k1-removed.http").body }
    static let k1Token = Result { try token("k1.jwt") }
    static let k2Token = Result { try token("rotated-k2.jwt") }

    private static func token(_ file: String) throws -> [UInt8] {
        try CaseFiles.bytes("B34", file).filter { $0 > 0x20 }
    }
}
