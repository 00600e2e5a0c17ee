import Cryptography
import JOSE
import OAuthClient
import StrictJSON
import Testing

@Suite("Signing in at the providers of others", .enabled(if: !PeerKind.available.isEmpty, "there are none here"))
struct CodeFlowTests {
    @Test("OIDC-05: code, proof key and nonce give an ID token for us", arguments: PeerKind.available)
    func signsIn(kind: PeerKind) async throws {
        let client = try await PeerClient("web", at: kind.running())
        let response = try await client.authorize()
        let tokens = try await client.tokens(.authorizationCode(response.grant))
        let verified = try await client.verified(try #require(tokens.idToken))
        #expect(verified.issuer == client.peer.issuer)
        #expect(verified.audience == client.client.identifier.text)
        guard case .sent(let nonce, _) = response.nonce else {
            Issue.record("no nonce was sent")
            return
        }
        #expect(verified.claims["nonce"] == .string(nonce.secretText))
        #expect(tokens.expiresIn.map { $0 > 0 } == true)
    }

    @Test("a subject is the same at every sign-in, and another person's is another", arguments: PeerKind.available)
    func subjects(kind: PeerKind) async throws {
        let client = try await PeerClient("web", at: kind.running())
        let keys = try client.keys()
        var subjects: [JSONValue?] = []
        for person in [Person.alice, .alice, .bob] {
            subjects.append(try await client.verified(client.idToken(of: person), with: keys).claims["sub"])
        }
        #expect(subjects[0]?.string?.isEmpty == false)
        #expect(subjects[0] == subjects[1])
        #expect(subjects[0] != subjects[2])
        #expect(keys.health.fetches == 1)
    }

    @Test("metadata of another issuer is refused, and of one with a slash more", arguments: PeerKind.available)
    func otherIssuer(kind: PeerKind) async throws {
        let peer = try kind.running()
        let issuer = peer.issuer
        let discovery = MetadataDiscovery(transport: peer.transport)
        let place = try DiscoveryLocation.openIDConnect(IssuerIdentifier(issuer))
        for other in ["\(issuer)/", "\(issuer)/2", "https://issuer.example"] {
            await #expect(throws: OAuthClientError(.issuerMismatch, "")) {
                try await discovery.metadata(of: .exactly(IssuerIdentifier(other)), at: place)
            }
        }
    }

    @Test("the ID token of another party's client is refused", arguments: PeerKind.available)
    func foreignIDToken(kind: PeerKind) async throws {
        let peer = try kind.running()
        let (ours, attacker) = (try await PeerClient("web", at: peer), try await PeerClient("attacker", at: peer))
        let token = try await attacker.idToken()
        await #expect(throws: JOSEError(.audienceMismatch, "")) { try await ours.verified(token) }
        // The token is right but for its audience.
        #expect(try await attacker.verified(token).audience == attacker.client.identifier.text)
    }

    @Test("a changed ID token is refused", arguments: PeerKind.available)
    func forgedIDToken(kind: PeerKind) async throws {
        let client = try await PeerClient("web", at: kind.running())
        var parts = try await client.idToken().secretText.split(separator: ".").map(String.init)
        var payload = try JSONObject(parsing: Base64URL.decode(parts[1].utf8), limits: .token)
        payload["sub"] = "mallory"
        var bytes: [UInt8] = []
        payload.append(to: &bytes)
        parts[1] = Base64URL.encode(bytes)
        let forged = UnverifiedIDToken(parts.joined(separator: "."))
        await #expect(throws: JOSEError(.signatureInvalid, "")) { try await client.verified(forged) }
    }

    @Test("the code of another party's client cannot be redeemed", arguments: PeerKind.available)
    func foreignCode(kind: PeerKind) async throws {
        let peer = try kind.running()
        let (ours, attacker) = (try await PeerClient("web", at: peer), try await PeerClient("attacker", at: peer))
        let grant = try await attacker.authorize().grant
        let error = await #expect(throws: OAuthClientError.self) { try await ours.tokens(.authorizationCode(grant)) }
        #expect(error?.code == .refusedByProvider, "\(String(describing: error))")
    }

    @Test("a code is redeemed once", arguments: PeerKind.available)
    func usedCode(kind: PeerKind) async throws {
        let client = try await PeerClient("web", at: kind.running())
        let grant = try await client.authorize().grant
        _ = try await client.tokens(.authorizationCode(grant))
        let error = await #expect(throws: OAuthClientError.self) { try await client.tokens(.authorizationCode(grant)) }
        #expect(error?.code == .refusedByProvider, "\(String(describing: error))")
    }

    @Test("a code is bound to its proof key", arguments: PeerKind.available.filter { $0 != .oidcProviderMock })
    func otherProofKey(kind: PeerKind) async throws {
        let client = try await PeerClient("native", at: kind.running())
        let grant = try await client.authorize().grant
        let wrong = AuthorizationCodeGrant(
            code: grant.code, redirectURI: grant.redirectURI, proofKey: .s256(try ProofKey(random: SecureRandom())))
        let error = await #expect(throws: OAuthClientError.self) { try await client.tokens(.authorizationCode(wrong)) }
        #expect(error?.code == .refusedByProvider, "\(String(describing: error))")
    }

    @Test("a response to another request is refused", arguments: PeerKind.available)
    func otherState(kind: PeerKind) async throws {
        let client = try await PeerClient("web", at: kind.running())
        let request = try client.authorizationRequest()
        let address = try await client.peer.approve(request.url, as: .alice)
        let other = try client.authorizationRequest()
        #expect(throws: OAuthClientError(.stateMismatch, "")) {
            try AuthorizationResponse(.pastedAddress(address), to: other.pending)
        }
    }

    @Test("a wrong secret is refused", arguments: PeerKind.available)
    func wrongSecret(kind: PeerKind) async throws {
        let peer = try kind.running()
        var registration = try await peer.registration(of: "web")
        registration.secret = "not-the-secret"
        let client = try await PeerClient(registration, at: peer)
        let grant = try await client.authorize().grant
        let error = await #expect(throws: OAuthClientError.self) { try await client.tokens(.authorizationCode(grant)) }
        #expect(error?.code == .refusedByProvider, "\(String(describing: error))")
        #expect(error.map { !$0.reason.contains("not-the-secret") } == true)
    }
}
