import CredentialProofs
import Cryptography
import Foundation
import JOSE
import OAuthClient
import Providers
import StrictJSON
import TestSupport

/// An ID token with the claims that Google's have, and the proof of a client that expects it.
struct IDTokenSubject: Sendable {
    private static let client = "407408718192-9q3v6l0c2kqk7t5k8d1m3s4b6n7p8r0a.apps.googleusercontent.com"

    let privatePEM: [UInt8]
    private let token: UnverifiedIDToken
    let signingInput: [UInt8]
    private let proof: IDTokenProof
    private let keys: VerificationKeySet
    private let nonce: CallerNonce

    /// Signed with RS256 by a new key.
    static func rsa() throws -> IDTokenSubject {
        let key = try RSAPrivateKey.generate(bits: 2048)
        let signer = try ProbedSigningKey(probing: key)
        return try IDTokenSubject(privatePEM: key.unencryptedPEM(), publicKey: key.publicKey, algorithm: .rs256) {
            try signer.signature(over: $0)
        }
    }

    /// Signed with ES256 by a new key.
    static func elliptic() throws -> IDTokenSubject {
        let pem = try Subprocess.run(
            "/usr/bin/openssl", ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
        ).output
        let key = try ECPrivateKey(parsing: pem)
        return try IDTokenSubject(privatePEM: pem, publicKey: key.publicKey, algorithm: .es256) {
            try key.signature(over: $0)
        }
    }

    private init(
        privatePEM: [UInt8], publicKey: PublicKey, algorithm: SignatureAlgorithm, sign: ([UInt8]) throws -> [UInt8]
    ) throws {
        let keyIDs = ["f833e8a7fe3fe4b878948219a1684afa373ca86f", "07b80a365428525f8bf7cd0846d74a8ee4ef3625"]
        var header = JSONObject()
        header["alg"] = .string(algorithm.rawValue)
        header["kid"] = .string(keyIDs[1])
        header["typ"] = "JWT"
        let payload = Self.payload(issuedAt: try SystemWallClock().now().secondsSinceEpoch)
        signingInput = [UInt8]("\(Base64URL.encode(header.compactBytes)).\(Base64URL.encode(payload))".utf8)
        token = UnverifiedIDToken(
            "\(String(decoding: signingInput, as: UTF8.self)).\(Base64URL.encode(try sign(signingInput)))")
        self.privatePEM = privatePEM
        keys = VerificationKeySet(
            entries: keyIDs.map { VerificationKeySet.Entry(keyID: $0, algorithm: algorithm, key: publicKey) })
        nonce = .raw(try RawNonce(Self.nonce))
        let preset = try ResolvedPreset(
            PresetTable.preset("google"),
            configuration: PresetConfiguration(audience: ClientIdentifiers([Self.client])))
        var provider = ConfiguredProvider(
            id: "google", preset: preset, credential: .none, userIDs: try preset.userIDMapping())
        provider.idToken?.algorithms = AcceptedAlgorithms(algorithm)
        proof = IDTokenProof(try ProviderConnection(provider, transport: NoTransport()))
    }

    /// Proves whose token it is: all rules, the profile, and the mark against a second use.
    func identity() throws -> VerifiedIdentity {
        try proof.identity(from: token, nonce: nonce, keys: keys)
    }

    private struct NoTransport: HTTPTransport {
        func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
            throw OAuthClientError(.requestNotAllowed, "nothing is sent")
        }
    }

    private static let nonce = "n-0S6_WzA2Mj8Yq3lEoRk9cPzXw7VbTuHg"

    private static func payload(issuedAt: Int64) -> [UInt8] {
        let text = #"""
            {"iss":"https://accounts.google.com","azp":"CLIENT","aud":"CLIENT","sub":"110169484474386276334",
            "hd":"example.com","email":"jane.roe@example.com","email_verified":true,"at_hash":"HK6E_P6Dh8Y93mRNtsDB1Q",
            "nonce":"NONCE","name":"Jane Roe","picture":"https://lh3.googleusercontent.com/
            a/ACg8ocKq1x9Yb3nWm0Jc2wFqk3Qm0aXv7fY3E8sB1tLkPq5wRrkq9dVx0hT6uZ4iO8pLsDfGjKlQwErTyUiOpAsDfGhJkLzXcVbNm1234567=s96-c","given_name":"Jane","family_name":"Roe",
            "locale":"en","iat":ISSUED,"exp":EXPIRES}
            """#
        return [UInt8](
            text.filter { !$0.isNewline }.replacing("CLIENT", with: client).replacing("NONCE", with: nonce).replacing(
                "ISSUED", with: "\(issuedAt)"
            )
            .replacing("EXPIRES", with: "\(issuedAt + 3600)").utf8)
    }
}
