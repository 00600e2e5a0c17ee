import Cryptography
import JOSE
import OAuthClient
import StrictJSON
import TestSupport
import Testing

@Suite("Client assertions")
struct ClientAssertionTests {
    private static let key = Result {
        try ECPrivateKey(parsing: Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/ec-p256.pem"))
    }

    private func signer(audience: String = "https://id.example.com", from seed: UInt8 = 0) throws
        -> ClientAssertionSigner
    {
        try ClientAssertionSigner(
            Self.key.get(), keyID: "k1", audience: audience, clock: FixedWallClock(MessageFixtures.now),
            random: MessageFixtures.Random(from: seed))
    }

    /// The claims of a token, verified with the key's public half.
    private func verified(_ token: String) throws -> (header: JOSEHeader, claims: JSONObject) {
        let jws = try CompactJWS(parsing: token)
        try Self.key.get().publicKey.verify(jws.signature, over: jws.signingInput, algorithm: .es256)
        return (jws.unverifiedHeader, try JSONObject(parsing: jws.unverifiedPayload, limits: .token))
    }

    @Test("issuer and subject are the client, the audience is the issuer, and it ends in five minutes (7523-06)")
    func claims() throws {
        let (header, claims) = try verified(signer().assertion(for: ClientIdentifier("client-ours")).secretText)
        #expect(header.algorithm == .es256)
        #expect(header.keyID == "k1")
        #expect(claims.names == ["iss", "sub", "aud", "iat", "exp", "jti"])
        #expect(claims["iss"] == "client-ours")
        #expect(claims["sub"] == "client-ours")
        #expect(claims["aud"] == "https://id.example.com")
        #expect(claims["iat"] == 1_796_011_924)
        #expect(claims["exp"] == .integer(1_796_011_924 + 300))
    }

    @Test("each assertion has its own jti of 256 bits (7523-06)")
    func identifiers() throws {
        let signer = try signer()
        let client = try ClientIdentifier("client-ours")
        let identifiers = try (0..<20).map { _ in
            try #require(try verified(signer.assertion(for: client).secretText).claims["jti"]?.string)
        }
        #expect(Set(identifiers).count == 20)
        #expect(identifiers.allSatisfy { $0.utf8.count == 43 })
    }

    @Test("the request carries one assertion and no secret (6749-04, 7523-05)")
    func request() throws {
        let client = try Client(ClientIdentifier("client-ours"), authentication: .privateKeyJWT(signer()))
        let request = try TokenRequest(.refreshToken(RefreshToken("rt"))).httpRequest(
            from: client, to: MessageFixtures.tokenURL())
        let form = try MessageFixtures.form(request)
        #expect(form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
        #expect(form["client_id"] == "client-ours")
        #expect(form["client_secret"] == nil)
        #expect(MessageFixtures.field("Authorization", of: request) == nil)
        #expect(try verified(#require(form["client_assertion"])).claims["sub"] == "client-ours")
    }

    @Test("Apple's secret names the team and the client, and ends in five minutes")
    func signedSecret() throws {
        let signer = try SignedClientSecret(
            Self.key.get(), keyID: "ABC123", issuer: "TEAM", audience: "https://appleid.apple.com",
            clock: FixedWallClock(MessageFixtures.now))
        let client = try Client(ClientIdentifier("com.example.web"), authentication: .signedSecret(signer))
        let request = try TokenRequest(.authorizationCode(MessageFixtures.grant())).httpRequest(
            from: client, to: MessageFixtures.tokenURL())
        let form = try MessageFixtures.form(request)
        let (header, claims) = try verified(#require(form["client_secret"]))
        #expect(header.keyID == "ABC123")
        #expect(claims.names == ["iss", "sub", "aud", "iat", "exp"])
        #expect(claims["iss"] == "TEAM")
        #expect(claims["sub"] == "com.example.web")
        #expect(claims["aud"] == "https://appleid.apple.com")
        #expect(claims["exp"] == .integer(1_796_011_924 + 300))
        #expect(MessageFixtures.field("Authorization", of: request) == nil)
        #expect(form["client_assertion"] == nil)
    }

    @Test("an empty audience, key identifier or issuer is refused")
    func empty() throws {
        #expect(try messageRefusal { try signer(audience: "") }.code == .clientMisconfigured)
        for (keyID, issuer, audience) in [("", "T", "a"), ("k", "", "a"), ("k", "T", "")] {
            let error = try messageRefusal {
                try SignedClientSecret(
                    Self.key.get(), keyID: keyID, issuer: issuer, audience: audience,
                    clock: FixedWallClock(MessageFixtures.now))
            }
            #expect(error.code == .clientMisconfigured)
        }
    }

    @Test("a shared secret signs no assertion, and a key that fails is said to fail")
    func otherSigners() throws {
        struct Failing: JWSSigner {
            let algorithm: SignatureAlgorithm
            func signature(over signingInput: [UInt8]) throws -> [UInt8] { throw CancellationError() }
        }
        let clock = FixedWallClock(MessageFixtures.now)
        let random = MessageFixtures.Random()
        for algorithm in [SignatureAlgorithm.hs256, .hs384, .hs512] {
            let error = try messageRefusal {
                try ClientAssertionSigner(
                    Failing(algorithm: algorithm), keyID: nil, audience: "a", clock: clock, random: random)
            }
            #expect(error.code == .clientMisconfigured)
        }
        let signer = try ClientAssertionSigner(
            Failing(algorithm: .rs256), keyID: nil, audience: "a", clock: clock, random: random)
        let error = try messageRefusal { try signer.assertion(for: ClientIdentifier("c")) }
        #expect(error.code == .cryptographyFailed)
    }
}
