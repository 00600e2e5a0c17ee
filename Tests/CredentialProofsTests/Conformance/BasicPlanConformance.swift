import Foundation
import CredentialProofs
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Conformance: basic plan of relying parties")
struct BasicPlanConformance {
    @Test("oidcc-client-test")
    func whole() async throws {
        let party = try RelyingParty()
        try party.grant()
        let identity = try await party.signIn().identity
        #expect(identity.subject.value == "user-0001")
        #expect(identity.profile.name == "A")
        #expect(identity.proof == .codeRedeemed)
        #expect(party.request.url.contains("scope=openid"))
    }

    @Test("oidcc-client-test-invalid-iss")
    func issuer() async throws {
        let party = try RelyingParty()
        try party.grant(idToken: party.idToken(["iss": "https://provider.test/other"]))
        #expect(try await party.refusal().reason.contains("(iss)"))
    }

    @Test("oidcc-client-test-missing-sub")
    func noSubject() async throws {
        let party = try RelyingParty()
        try party.grant(idToken: party.idToken(["sub": nil]))
        #expect(try await party.refusal().code == .credentialInvalid)
    }

    @Test("oidcc-client-test-invalid-aud")
    func audience() async throws {
        let party = try RelyingParty()
        try party.grant(idToken: party.idToken(["aud": "client-other"]))
        #expect(try await party.refusal().code == .audienceMismatch)
    }

    @Test("oidcc-client-test-missing-iat")
    func noIssueTime() async throws {
        let party = try RelyingParty()
        try party.grant(idToken: party.idToken(["iat": nil]))
        #expect(try await party.refusal().reason.contains("iat"))
    }

    @Test("oidcc-client-test-kid-absent-single-jwks")
    func singleKey() async throws {
        let party = try RelyingParty()
        party.stage.transport.publish(Stage.keys, TestKey.set(try TestKey.rsa.get()))
        try party.grant(idToken: party.idToken(header: ["kid": nil]))
        #expect(try await party.signIn().identity.subject.value == "user-0001")
    }

    @Test("oidcc-client-test-kid-absent-multiple-jwks")
    func severalKeys() async throws {
        let party = try RelyingParty()
        try party.grant(idToken: party.idToken(header: ["kid": nil]))
        // Of the keys of two types one fits.
        #expect(try await party.signIn().identity.subject.value == "user-0001")
        let second = try RelyingParty()
        var other = try TestKey.otherRSA.get()
        other.keyID = "other"
        second.stage.transport.publish(Stage.keys, TestKey.set(try TestKey.rsa.get(), other))
        try second.grant(idToken: second.idToken(header: ["kid": nil]))
        #expect(try await second.refusal().code == .credentialInvalid)
    }

    @Test("oidcc-client-test-idtoken-sig-rs256")
    func signature() async throws {
        let party = try RelyingParty()
        let token = try party.idToken()
        #expect(try CompactJWS(parsing: token).unverifiedHeader.algorithm == .rs256)
        try party.grant(idToken: token)
        #expect(try await party.signIn().identity.subject.value == "user-0001")
    }

    @Test("oidcc-client-test-idtoken-sig-none")
    func unsigned() async throws {
        let party = try RelyingParty()
        let header = Base64URL.encode(#"{"alg":"none"}"#.utf8)
        let payload = try party.idToken().split(separator: ".")[1]
        for signature in ["", "AAAA"] {
            try party.grant(idToken: "\(header).\(payload).\(signature)")
            #expect(try await party.refusal().code == .credentialInvalid)
        }
    }

    @Test("oidcc-client-test-invalid-sig-rs256")
    func wrongSignature() async throws {
        let party = try RelyingParty()
        try party.grant(idToken: party.idToken(by: TestKey.otherRSA.get()))
        #expect(try await party.refusal().code == .credentialInvalid)
    }

    @Test("oidcc-client-test-userinfo-invalid-sub")
    func userinfoSubject() async throws {
        let party = try RelyingParty()
        try party.grant(userinfo: json(["sub": "user-0001-other", "name": "A"]))
        #expect(try await party.refusal().code == .subjectMismatch)
    }

    @Test("oidcc-client-test-nonce-invalid")
    func nonce() async throws {
        let party = try RelyingParty()
        for nonce in [JSONValue.string(try party.nonce + "x"), "", nil] {
            try party.grant(idToken: party.idToken(["nonce": nonce]))
            #expect(try await party.refusal().code == .nonceMismatch)
        }
        #expect(party.stage.transport.requests(to: Stage.userinfo).isEmpty)
    }

    @Test("oidcc-client-test-scope-userinfo-claims")
    func userinfoClaims() async throws {
        let party = try RelyingParty()
        try party.grant(
            userinfo: json([
                "sub": "user-0001", "name": "A B", "email": "a@example.test", "email_verified": true,
                "picture": "https://provider.test/a.png",
            ]))
        let profile = try await party.signIn().identity.profile
        #expect(
            party.request.url.contains("scope=openid%20profile%20email")
                || party.request.url.contains("scope=openid+profile+email"))
        #expect(profile.name == "A B")
        #expect(profile.email?.address == "a@example.test")
        #expect(profile.emailVerified)
        #expect(profile.picture == "https://provider.test/a.png")
    }

    @Test("oidcc-client-test-client-secret-basic")
    func basic() async throws {
        let party = try RelyingParty(metadata: [
            "token_endpoint_auth_methods_supported": .array(["client_secret_basic"])
        ])
        try party.grant()
        _ = try await party.signIn()
        let sent = try #require(party.stage.transport.requests(to: Stage.token).first)
        let credentials = "\(Forge.client):\(Stage.secret)"
        #expect(sent["Authorization"] == "Basic \(Data(credentials.utf8).base64EncodedString())")
        #expect(try sent.form["client_secret"] == nil)
    }
}
