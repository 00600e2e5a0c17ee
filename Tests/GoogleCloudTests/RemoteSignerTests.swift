import Cryptography
import CustomTokens
import JOSE
import OAuthClient
import StrictJSON
import Testing

@testable import GoogleCloud

@Suite("Custom tokens that Google signs (FB-15)")
struct RemoteSignerTests {
    /// A Google that signs with a key of the fixtures, as IAM Credentials does.
    private static func google(_ fault: String = "") throws -> FakeGoogle {
        let key = try TestAccount.key()
        let other = try ProbedSigningKey(probing: RSAPrivateKey(parsing: TestAccount.fixture("other-2048.pem")))
        return FakeGoogle { (request, number) throws(OAuthClientError) in
            if request.method == .get {
                var object = JSONObject()
                let shown = fault == "unpublished" ? other.publicKey : key.publicKey
                object[TestAccount.keyID] = .string(String(decoding: (try? shown.pem()) ?? [], as: UTF8.self))
                return .json(String(decoding: object.compactBytes, as: UTF8.self))
            }
            if fault == "503 twice", number < 2 { return .refusal(503, "UNAVAILABLE") }
            let payload = request.json["payload"]?.string ?? ""
            guard request.url.text.hasSuffix(":signJwt") else {
                let signature = (StandardBase64.decode(payload)).flatMap { try? key.signature(over: $0) } ?? []
                let text = fault == "base64url" ? Base64URL.encode(signature) : StandardBase64.encode(signature)
                return .json(#"{"keyId":"\#(TestAccount.keyID)","signedBlob":"\#(fault == "short" ? "AAAA" : text)"}"#)
            }
            let header =
                fault == "none"
                ? #"{"alg":"none","typ":"JWT"}"#
                : #"{"alg":"RS256","kid":"\#(fault == "other kid" ? "x" : TestAccount.keyID)","typ":"JWT"}"#
            let claims =
                switch fault {
                case "other claims": payload.replacing("yahoo:ABC", with: "yahoo:XYZ")
                case "more claims": String(payload.dropLast()) + #","claims":{"admin":true}}"#
                default: payload
                }
            let input = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(claims.utf8))"
            let signature = (try? key.signature(over: [UInt8](input.utf8))) ?? []
            return .json(#"{"keyId":"\#(TestAccount.keyID)","signedJwt":"\#(input).\#(Base64URL.encode(signature))"}"#)
        }
    }

    private static let clock = FixedWallClock(NumericDate(secondsSinceEpoch: 1_800_000_000))

    private func credentials(_ google: FakeGoogle, delegates: [AccountName] = []) throws -> IAMCredentials {
        IAMCredentials(
            account: try AccountName(TestAccount.email), delegates: delegates, tokens: FixedToken(),
            connection: google.connection())
    }

    private func request() throws -> CustomTokenRequest {
        CustomTokenRequest(
            userID: try UserID("yahoo:ABC"), claims: try CustomClaims(parsing: [UInt8](#"{"role":"é/+"}"#.utf8)),
            tenantID: try TenantID("tenant-1"))
    }

    @Test("by signBlob equal those of the same key at hand, byte for byte")
    func signBlob() async throws {
        let google = try Self.google()
        let token = try await IAMSigner(credentials(google), by: .signBlob, clock: Self.clock).customToken(
            for: request())
        let local = try ServiceAccountSigner(
            ServiceAccount(privateKeyText: TestAccount.fixture("rsa-2048.pem"), email: TestAccount.email),
            clock: Self.clock
        ).customToken(for: request())
        #expect(token.serialized == local.serialized)
        #expect(token.keyID == TestAccount.keyID)
        let sent = try #require(google.requests.first)
        #expect(
            sent.url.text
                == "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/\(TestAccount.email):signBlob")
        #expect(sent.json.names == ["payload"])
    }

    @Test("by signJwt equal those of the same key at hand that names itself, in claims and signature")
    func signJWT() async throws {
        let google = try Self.google()
        let token = try await IAMSigner(credentials(google), by: .signJWT, clock: Self.clock).customToken(
            for: request())
        let jws = try CompactJWS(parsing: token.serialized)
        try TestAccount.key().publicKey.verify(jws.signature, over: jws.signingInput, algorithm: .rs256)
        let local = try ServiceAccountSigner(ServiceAccount(parsing: TestAccount.keyFile()), clock: Self.clock)
            .customToken(for: request())
        #expect(try CompactJWS(parsing: local.serialized).unverifiedPayload == jws.unverifiedPayload)
        #expect(token.keyID == TestAccount.keyID)
        #expect(token.expiration == local.expiration)
    }

    @Test("are asked for through delegates, in their order")
    func delegates() async throws {
        let google = try Self.google()
        let middle = try [AccountName("a@p.iam.gserviceaccount.com"), AccountName("b@p.iam.gserviceaccount.com")]
        _ = try await IAMSigner(credentials(google, delegates: middle), by: .signBlob, clock: Self.clock).customToken(
            for: request())
        #expect(
            google.requests.first?.json["delegates"]
                == .array([
                    "projects/-/serviceAccounts/a@p.iam.gserviceaccount.com",
                    "projects/-/serviceAccounts/b@p.iam.gserviceaccount.com",
                ]))
    }

    @Test("are asked for again where Google is out of order")
    func retries() async throws {
        let google = try Self.google("503 twice")
        _ = try await IAMSigner(credentials(google), by: .signJWT, clock: Self.clock).customToken(for: request())
        #expect(google.requests.count == 3)
    }

    @Test(
        "that say something else than was asked for are not given out",
        arguments: [
            "none", "other kid", "other claims", "more claims",
        ])
    func foreignJWT(fault: String) async throws {
        let signer = IAMSigner(try credentials(Self.google(fault)), by: .signJWT, clock: Self.clock)
        await #expect(throws: CustomTokenError(.signerRefused, "")) { try await signer.customToken(for: request()) }
    }

    @Test("with a signature that is none are not given out", arguments: ["base64url", "short"])
    func foreignSignature(fault: String) async throws {
        let signer = IAMSigner(try credentials(Self.google(fault)), by: .signBlob, clock: Self.clock)
        await #expect(throws: CustomTokenError(.signerRefused, "")) { try await signer.customToken(for: request()) }
    }

    @Test(
        "are refused with the role that is missing, also on the caller itself (node#500)",
        arguments: ["signBlob", "signJwt"])
    func permission(method: String) async throws {
        let google = FakeGoogle { (_, _) throws(OAuthClientError) in
            .refusal(
                403, "PERMISSION_DENIED",
                message: "Permission 'iam.serviceAccounts.\(method)' denied on resource (or it may not exist).")
        }
        let credentials = try credentials(google)
        do {
            if method == "signJwt" {
                _ = try await IAMSigner(credentials, by: .signJWT, clock: Self.clock).customToken(for: request())
            } else {
                _ = try await IAMSigner(credentials, by: .signBlob, clock: Self.clock).customToken(for: request())
            }
            Issue.record("it was signed")
        } catch let error as CustomTokenError {
            #expect(error.code == .signerRefused)
            for word in [
                "iam.serviceAccounts.\(method)", "roles/iam.serviceAccountTokenCreator", "itself", TestAccount.email,
            ] {
                #expect(error.reason.contains(word), "\(error)")
            }
            #expect(!error.reason.contains("canary"))
        }
    }

    @Test("may come later where Google is out of order")
    func outage() async throws {
        let google = FakeGoogle { (_, _) throws(OAuthClientError) in
            throw OAuthClientError(.providerUnavailable, "reset")
        }
        let signer = IAMSigner(try credentials(google), by: .signJWT, clock: Self.clock)
        await #expect(throws: CustomTokenError(.signerUnavailable, "")) { try await signer.customToken(for: request()) }
        #expect(google.requests.count == 5)
    }

    @Test("are probed against the published keys", arguments: IAMCredentials.Method.allCases)
    func probe(method: IAMCredentials.Method) async throws {
        #expect(try await credentials(Self.google()).probe(method) == TestAccount.keyID)
        await #expect(throws: GoogleCloudError(expecting: .signatureWrong)) {
            try await credentials(Self.google("unpublished")).probe(method)
        }
    }
}
