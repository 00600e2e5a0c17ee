import CredentialProofs
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Conformance: more of relying parties")
struct MoreRelyingPartyConformance {
    @Test("oidcc-client-test-missing-aud")
    func noAudience() async throws {
        let party = try RelyingParty()
        try party.grant(idToken: party.idToken(["aud": nil]))
        #expect(try await party.refusal().reason.contains("aud"))
    }

    @Test("oidcc-client-test-invalid-sig-es256")
    func wrongES256() async throws {
        let party = try RelyingParty()
        let right = try party.idToken(by: TestKey.ellipticCurve.get())
        try party.grant(idToken: right)
        #expect(try await party.signIn().identity.subject.value == "user-0001")
        let other = try party.idToken(["sub": "victim"], by: TestKey.ellipticCurve.get())
        let parts = right.split(separator: ".")
        try party.grant(idToken: "\(parts[0]).\(parts[1]).\(other.split(separator: ".")[2])")
        #expect(try await party.refusal().code == .credentialInvalid)
    }

    @Test("oidcc-client-test-invalid-sig-hs256")
    func wrongHS256() async throws {
        let stage = try Stage { _ in
        } change: {
            $0.idToken?.algorithms = AcceptedAlgorithms(.hs256)
        }
        let party = try RelyingParty(stage)
        try party.grant(idToken: party.idToken(by: .secret(Stage.secret)))
        #expect(try await party.signIn().identity.subject.value == "user-0001")
        try party.grant(idToken: party.idToken(by: .secret(Stage.secret + "x")))
        #expect(try await party.refusal().code == .credentialInvalid)
    }

    @Test("oidcc-client-test-invalid-athash")
    func accessTokenHash() async throws {
        let party = try RelyingParty()
        try party.grant(idToken: party.idToken(["at_hash": "AAAAAAAAAAAAAAAAAAAAAA"]))
        #expect(try await party.refusal().reason.contains("at_hash"))
    }

    @Test("oidcc-client-test-invalid-chash")
    func codeHash() async throws {
        let party = try RelyingParty()
        try party.grant(idToken: party.idToken(["c_hash": "AAAAAAAAAAAAAAAAAAAAAA"]))
        #expect(try await party.refusal().reason.contains("c_hash"))
    }

    @Test("oidcc-client-test-userinfo-bearer-header")
    func bearerHeader() async throws {
        let party = try RelyingParty()
        try party.grant()
        _ = try await party.signIn()
        let sent = try #require(party.stage.transport.requests(to: Stage.userinfo).first)
        #expect(sent["Authorization"] == "Bearer at-fake")
        #expect(sent.url.text == Stage.userinfo)
        #expect(sent.body == nil)
    }

    @Test("oidcc-client-test-userinfo-bearer-body")
    func bearerBody() async throws {
        let stage = try Stage("vk", credential: ClientCredential.none)
        stage.grant(at: "https://id.vk.com/oauth2/auth")
        let userinfo = "https://id.vk.com/oauth2/user_info"
        stage.transport.publish(userinfo, json(["user": .object(json(["user_id": "42"]))]))
        let response = try FormParameters([("device_id", "d"), ("state", "s")])
        #expect(try await stage.redeemed(response: response).identity.subject.value == "42")
        let sent = try #require(stage.transport.requests(to: userinfo).first)
        #expect(sent.method == .post)
        #expect(try sent.form["access_token"] == "at-fake")
        #expect(sent["Authorization"] == nil)
    }

    @Test("oidcc-client-test-userinfo-signed")
    func signedUserinfo() async throws {
        let party = try RelyingParty()
        try party.grant()
        func answer(_ changes: [String: JSONValue?] = [:], by key: TestKey? = nil) throws {
            let token = try Forge.token(["name": "Signed"].merging(changes) { $1 }, by: key)
            party.stage.transport.answer(Stage.userinfo, .response(.json(Array(token.utf8), type: "application/jwt")))
        }
        try answer()
        #expect(try await party.signIn().identity.profile.name == "Signed")
        try answer(["sub": "other"])
        #expect(try await party.refusal().code == .subjectMismatch)
        for refused in [["iss": "https://evil.example"], ["exp": .integer(Forge.now - 100)]] as [[String: JSONValue?]] {
            try answer(refused)
            #expect(try await party.signIn().identity.profile.name == nil)
        }
        try answer(by: TestKey.otherRSA.get())
        #expect(try await party.signIn().identity.profile.name == nil)
        try answer(["aud": "client-other"])
        #expect(try await party.refusal().code == .audienceMismatch)
    }

    @Test("oidcc-client-test-form-post-error")
    func formPostError() throws {
        let stage = try Stage("apple", credential: ClientCredential.none)
        let pending = PendingAuthorization(
            state: try AuthorizationState(random: FixedRandom(byte: 2)), nonce: .none,
            proofKey: .s256(try ProofKey(random: FixedRandom(byte: 1))), redirectURI: try RedirectURI(Stage.redirect),
            responseMode: .formPost, issuer: .notAnnounced)
        #expect(stage.connection.provider.preset.preset.authorization.responseModes.first == .formPost)
        let form = try FormParameters([("error", "user_cancelled_authorize"), ("state", pending.state.secretText)])
        let error = try #require(throws: OAuthClientError.self) {
            _ = try AuthorizationResponse(.formPost(Array(form.encodedText.utf8)), to: pending)
        }
        #expect(error.code == .refusedByProvider)
        let foreign = try FormParameters([("error", "access_denied"), ("state", "another-state")])
        let other = try #require(throws: OAuthClientError.self) {
            _ = try AuthorizationResponse(.formPost(Array(foreign.encodedText.utf8)), to: pending)
        }
        #expect(other.code == .stateMismatch)
    }

    @Test("oidcc-client-test-aggregated-claims")
    func aggregatedClaims() async throws {
        let party = try RelyingParty()
        let source = json(["JWT": .string(try Forge.token(["email": "evil@example.test"], by: TestKey.otherRSA.get()))])
        try party.grant(userinfo: Self.userinfo(source))
        #expect(try await party.signIn().identity.profile.email == nil)
    }

    @Test("oidcc-client-test-distributed-claims")
    func distributedClaims() async throws {
        let party = try RelyingParty()
        let source = json(["endpoint": "https://evil.example/claims", "access_token": "claims-token"])
        try party.grant(userinfo: Self.userinfo(source))
        #expect(try await party.signIn().identity.profile.email == nil)
        #expect(party.stage.transport.requests.allSatisfy { $0.url.host == "provider.test" })
    }

    /// A description that has its address from elsewhere.
    private static func userinfo(_ source: JSONObject) -> JSONObject {
        json([
            "sub": "user-0001", "name": "A", "_claim_names": .object(json(["email": "src", "email_verified": "src"])),
            "_claim_sources": .object(json(["src": .object(source)])),
        ])
    }
}
