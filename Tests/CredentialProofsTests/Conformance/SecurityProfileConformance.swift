import CredentialProofs
import Cryptography
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Conformance: security profile of clients")
struct SecurityProfileConformance {
    private static let announced: [String: JSONValue?] = ["authorization_response_iss_parameter_supported": true]

    /// A sign-in at a provider that says in its responses who it is.
    private static func party() throws -> RelyingParty { try RelyingParty(metadata: announced) }

    private static func refusal(_ changes: [String: JSONValue?]) async throws -> CredentialError {
        let party = try party()
        try party.grant(idToken: party.idToken(changes))
        return try await #require(throws: CredentialError.self) { _ = try await party.signIn(["iss": Forge.issuer]) }
    }

    @Test("fapi2-security-profile-final-client-test-happy-path")
    func happyPath() async throws {
        let key = try ECPrivateKey(parsing: TestKey.pem("ec-p256"))
        let signer = try ClientAssertionSigner(
            key, keyID: "ours", audience: Forge.issuer,
            clock: FixedWallClock(NumericDate(secondsSinceEpoch: Forge.now)), random: SecureRandom())
        let stage = try Stage(credential: .assertionSigner(signer)) { $0.clientAuthentication = .privateKeyJWT }
        let party = try RelyingParty(stage, metadata: Self.announced)
        try party.grant()
        #expect(try await party.signIn(["iss": Forge.issuer]).identity.subject.value == "user-0001")
        #expect(party.request.url.contains("code_challenge_method=S256"))
        let form = try #require(stage.transport.requests(to: Stage.token).first).form
        #expect(form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
        #expect(form["code_verifier"]?.isEmpty == false)
        #expect(form["client_secret"] == nil)
    }

    @Test("fapi2-security-profile-final-client-test-invalid-iss")
    func issuer() async throws {
        #expect(try await Self.refusal(["iss": "https://provider.test/other"]).reason.contains("(iss)"))
    }

    @Test("fapi2-security-profile-final-client-test-missing-iss")
    func noIssuer() async throws {
        #expect(try await Self.refusal(["iss": nil]).reason.contains("iss"))
    }

    @Test("fapi2-security-profile-final-client-test-invalid-aud")
    func audience() async throws {
        #expect(try await Self.refusal(["aud": "client-other"]).code == .audienceMismatch)
    }

    @Test("fapi2-security-profile-final-client-test-missing-aud")
    func noAudience() async throws {
        #expect(try await Self.refusal(["aud": nil]).reason.contains("aud"))
    }

    @Test("fapi2-security-profile-final-client-test-invalid-secondary-aud")
    func secondAudience() async throws {
        #expect(try await Self.refusal(["aud": .array(["client-ours", "client-other"])]).code == .audienceMismatch)
    }

    @Test("fapi2-security-profile-final-client-test-valid-aud-as-array")
    func audienceAsArray() async throws {
        let party = try Self.party()
        try party.grant(idToken: party.idToken(["aud": .array(["client-ours"])]))
        #expect(try await party.signIn(["iss": Forge.issuer]).identity.client == "client-ours")
    }

    @Test("fapi2-security-profile-final-client-test-invalid-null-alg")
    func unsigned() async throws {
        let party = try Self.party()
        let payload = try party.idToken().split(separator: ".")[1]
        try party.grant(idToken: "\(Base64URL.encode(#"{"alg":"none"}"#.utf8)).\(payload).")
        await #expect(throws: CredentialError.self) { _ = try await party.signIn(["iss": Forge.issuer]) }
    }

    @Test("fapi2-security-profile-final-client-test-invalid-alternate-alg")
    func otherAlgorithm() async throws {
        let party = try Self.party()
        try party.grant(idToken: party.idToken(by: TestKey.rsa("rsa-2048", keyID: "rsa", .rs512)))
        let error = try await #require(throws: CredentialError.self) {
            _ = try await party.signIn(["iss": Forge.issuer])
        }
        #expect(error.reason.contains("RS512"))
    }

    @Test("fapi2-security-profile-final-client-test-invalid-expired-exp")
    func expired() async throws {
        let times: [String: JSONValue?] = ["exp": .integer(Forge.now - 300), "iat": .integer(Forge.now - 400)]
        #expect(try await Self.refusal(times).code == .credentialExpired)
    }

    @Test("fapi2-security-profile-final-client-test-missing-exp")
    func noEnd() async throws {
        #expect(try await Self.refusal(["exp": nil]).reason.contains("exp"))
    }

    @Test("fapi2-security-profile-final-client-test-invalid-nonce")
    func nonce() async throws {
        #expect(try await Self.refusal(["nonce": "another-nonce"]).code == .nonceMismatch)
    }

    @Test("fapi2-security-profile-final-client-test-missing-nonce")
    func noNonce() async throws {
        #expect(try await Self.refusal(["nonce": nil]).code == .nonceMismatch)
    }

    @Test("fapi2-security-profile-final-client-test-invalid-authorization-response-iss")
    func responseIssuer() throws {
        for issuer in ["https://evil.example", "https://provider.test/", ""] {
            #expect(try Self.party().refusal(ofResponse: ["iss": issuer]).code == .issuerMismatch)
        }
    }

    @Test("fapi2-security-profile-final-client-test-remove-authorization-response-iss")
    func noResponseIssuer() throws {
        #expect(try Self.party().refusal(ofResponse: [:]).code == .issuerMismatch)
    }

    @Test("fapi2-security-profile-final-client-test-ensure-authorization-response-with-invalid-state-fails")
    func state() throws {
        let error = try Self.party().refusal(ofResponse: ["iss": Forge.issuer, "state": "another-state"])
        #expect(error.code == .stateMismatch)
    }

    @Test("fapi2-security-profile-final-client-test-ensure-authorization-response-with-missing-state-fails")
    func noState() throws {
        for state in [nil, ""] as [String?] {
            let error = try Self.party().refusal(ofResponse: ["iss": Forge.issuer, "state": state])
            #expect(error.code == .stateMismatch)
        }
    }

    @Test("fapi2-security-profile-final-client-test-token-endpoint-response-without-expires_in")
    func noLifetime() async throws {
        let party = try Self.party()
        try party.grant(changes: ["expires_in": nil])
        let proven = try await party.signIn(["iss": Forge.issuer])
        #expect(proven.tokens.expiresIn == nil)
    }

    @Test("fapi2-security-profile-final-client-test-token-type-case-insensitivity")
    func tokenType() async throws {
        for type in ["bearer", "BEARER", "bEaReR"] as [JSONValue] {
            let party = try Self.party()
            try party.grant(changes: ["token_type": type])
            #expect(try await party.signIn(["iss": Forge.issuer]).identity.subject.value == "user-0001")
        }
        let party = try Self.party()
        try party.grant(changes: ["token_type": "mac"])
        await #expect(throws: CredentialError.self) { _ = try await party.signIn(["iss": Forge.issuer]) }
    }

    @Test("fapi2-security-profile-final-client-test-discovery-issuer-mismatch")
    func discovery() async throws {
        let party = try Self.party()
        try party.grant()
        party.stage.transport.publish(Stage.discovery, Stage.metadata(["issuer": "https://provider.test/other"]))
        let error = try await #require(throws: CredentialError.self) {
            _ = try await party.signIn(["iss": Forge.issuer])
        }
        #expect(error.code == .providerMisconfigured)
    }
}
