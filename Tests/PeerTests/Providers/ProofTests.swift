import CredentialProofs
import Cryptography
import OAuthClient
import Providers
import Testing

@Suite(
    "Proving credentials of the providers of others", .enabled(if: !PeerKind.available.isEmpty, "there are none here"))
struct ProofTests {
    /// Our client and another party's at one peer, and the peer as it is configured for ours.
    private struct Parties: Sendable {
        let ours: PeerClient
        let attacker: PeerClient
        let connection: ProviderConnection
        var verifier: CredentialVerifier { CredentialVerifier(connection) }

        init(at kind: PeerKind, accessTokens: PresetConfiguration.AccessTokenPolicy = .asPreset) async throws {
            let peer = try kind.running()
            let registration = try await peer.registration(of: "web")
            ours = try await PeerClient(registration, at: peer)
            attacker = try await PeerClient("attacker", at: peer)
            connection = try peer.connection(registration, accessTokens: accessTokens)
        }
    }

    @Test("P1: a code of ours proves who somebody is, another party's nothing", arguments: PeerKind.available)
    func code(kind: PeerKind) async throws {
        let parties = try await Parties(at: kind)
        let response = try await parties.ours.authorize()
        let evidence = try await parties.verifier.evidence(
            from: .code(response.grant, nonce: CallerNonce(response.nonce)))
        #expect(evidence.identity.proof == .codeRedeemed)
        #expect(evidence.identity.client == parties.ours.client.identifier.text)
        #expect(evidence.identity.issuer == parties.ours.peer.issuer)
        let foreign = try await parties.attacker.authorize()
        #expect(
            await Self.refusal(by: parties.verifier, of: .code(foreign.grant, nonce: try CallerNonce(foreign.nonce)))
                == .credentialInvalid)
    }

    @Test("P1: the code of another request proves nothing: its nonce is another", arguments: PeerKind.available)
    func injectedCode(kind: PeerKind) async throws {
        let parties = try await Parties(at: kind)
        let response = try await parties.ours.authorize()
        let nonce = CallerNonce.asSent(try Nonce(random: SecureRandom()).secretText)
        #expect(await Self.refusal(by: parties.verifier, of: .code(response.grant, nonce: nonce)) == .nonceMismatch)
    }

    @Test("P2: an ID token of ours proves who somebody is, another party's nothing", arguments: PeerKind.available)
    func idToken(kind: PeerKind) async throws {
        let parties = try await Parties(at: kind)
        let (token, nonce) = try await Self.idToken(parties.ours)
        let identity = try await parties.verifier.evidence(from: .idToken(token, nonce: nonce)).identity
        #expect(identity.proof == .idTokenVerified)
        #expect(identity.client == parties.ours.client.identifier.text)
        #expect(identity.replayMark != nil)
        #expect(await Self.refusal(by: parties.verifier, of: .idToken(token, nonce: .none)) == .nonceRequired)
        let (foreign, foreignNonce) = try await Self.idToken(parties.attacker)
        #expect(
            await Self.refusal(by: parties.verifier, of: .idToken(foreign, nonce: foreignNonce)) == .audienceMismatch)
    }

    @Test("P4: a refresh token of ours proves who somebody is, another party's nothing", arguments: PeerKind.available)
    func refreshToken(kind: PeerKind) async throws {
        let parties = try await Parties(at: kind)
        let token = try #require(try await parties.ours.signIn().refreshToken)
        let keeper = KeptRefreshToken()
        let evidence = try await parties.verifier.evidence(from: .refreshToken(token, keeper: keeper))
        #expect(evidence.identity.proof == .refreshTokenRedeemed)
        #expect(keeper.token != nil)
        let foreign = try #require(try await parties.attacker.signIn().refreshToken)
        // glewlwyd refuses with an empty body, from which no reason can be read.
        let code: CredentialError.Code = kind == .glewlwyd ? .providerAnswerInvalid : .credentialInvalid
        #expect(
            await Self.refusal(by: parties.verifier, of: .refreshToken(foreign, keeper: KeptRefreshToken())) == code)
    }

    @Test("the proofs of one person agree on who it is", arguments: PeerKind.available)
    func oneSubject(kind: PeerKind) async throws {
        let parties = try await Parties(at: kind)
        let response = try await parties.ours.authorize()
        let first = try await parties.verifier.evidence(
            from: .code(response.grant, nonce: CallerNonce(response.nonce)))
        let (token, nonce) = try await Self.idToken(parties.ours)
        let second = try await parties.verifier.evidence(from: .idToken(token, nonce: nonce))
        let third = try await parties.verifier.evidence(
            from: .refreshToken(#require(first.refreshToken), keeper: KeptRefreshToken()))
        #expect(first.identity.subject == second.identity.subject)
        #expect(first.identity.subject == third.identity.subject)
        let (other, otherNonce) = try await Self.idToken(parties.ours, of: .bob)
        let bob = try await parties.verifier.evidence(from: .idToken(other, nonce: otherNonce)).identity
        #expect(bob.subject != first.identity.subject)
    }

    @Test(
        "P5: an access token of ours is proven by introspection, another party's is refused",
        arguments: [
            (PeerKind.glewlwyd, CredentialError.Code.credentialInvalid),
            (.canaille, .credentialInvalid),
        ].filter { $0.0.isAvailable })
    func accessToken(kind: PeerKind, code: CredentialError.Code) async throws {
        let parties = try await Parties(at: kind, accessTokens: .withCheckThatIsOffByDefault)
        let token = try await parties.ours.signIn().accessToken
        let identity = try await parties.verifier.evidence(from: .accessToken(token)).identity
        #expect(identity.proof == .accessTokenChecked)
        #expect(identity.client == parties.ours.client.identifier.text)
        let foreign = try await parties.attacker.signIn().accessToken
        #expect(await Self.refusal(by: parties.verifier, of: .accessToken(foreign)) == code)
    }

    @Test(
        "P5: introspection that answers any client names another party's, which is refused",
        .enabled(if: Peers.hasDjangoOAuthToolkit, "django-oauth-toolkit cannot be installed here"))
    func foreignAccessToken() async throws {
        let policy = PresetConfiguration.AccessTokenPolicy.introspection(
            client: try JSONPath(parsing: "client_id"), subject: try JSONPath(parsing: "username"))
        let parties = try await Parties(at: .djangoOAuthToolkit, accessTokens: policy)
        let foreign = try await parties.attacker.signIn().accessToken
        #expect(await Self.refusal(by: parties.verifier, of: .accessToken(foreign)) == .audienceMismatch)
        // It calls the account alice when asked about the token, and 1 when asked about the account.
        let token = try await parties.ours.signIn().accessToken
        #expect(await Self.refusal(by: parties.verifier, of: .accessToken(token)) == .subjectMismatch)
    }

    @Test("PRV-01: access tokens are refused where no check is configured, ours too", arguments: PeerKind.available)
    func noCheckConfigured(kind: PeerKind) async throws {
        let parties = try await Parties(at: kind)
        for client in [parties.ours, parties.attacker] {
            let token = try await client.signIn().accessToken
            #expect(
                await Self.refusal(by: parties.verifier, of: .accessToken(token)) == .audienceUnprovable)
        }
    }

    @Test("P6: where nothing tells the client, every access token is refused, ours too", arguments: PeerKind.available)
    func unprovable(kind: PeerKind) async throws {
        let peer = try kind.running()
        let (ours, attacker) = (try await PeerClient("web", at: peer), try await PeerClient("attacker", at: peer))
        let verifier = CredentialVerifier(try ours.connectionAsYahoo())
        for client in [ours, attacker] {
            let token = try await client.signIn().accessToken
            #expect(await Self.refusal(by: verifier, of: .accessToken(token)) == .audienceUnprovable)
        }
    }

    @Test(
        "P3: a device login of ours proves who somebody is",
        .enabled(if: Peers.hasGlewlwyd, "glewlwyd is not installed"))
    func device() async throws {
        let peer = try Glewlwyd.shared()
        let started = try await DeviceCodeRedemption(peer.connection("tv")).start()
        try await peer.decide(.accept, on: started.authorization.userCode, as: .bob)
        guard case .granted(let proven) = try await started.outcome() else {
            Issue.record("the person had consented")
            return
        }
        #expect(proven.identity.proof == .deviceCodeRedeemed)
        #expect(proven.identity.client == "tv")
    }

    /// Why a credential is refused; nil where it is not.
    private static func refusal(by verifier: CredentialVerifier, of credential: Credential) async -> CredentialError
        .Code?
    {
        do throws(CredentialError) {
            _ = try await verifier.evidence(from: credential)
            return nil
        } catch {
            return error.code
        }
    }

    /// An ID token with what its nonce was.
    private static func idToken(
        _ client: PeerClient, of person: Person = .alice
    ) async throws -> (UnverifiedIDToken, CallerNonce) {
        let response = try await client.authorize(as: person)
        let tokens = try await client.tokens(.authorizationCode(response.grant))
        return (try #require(tokens.idToken), try CallerNonce(response.nonce))
    }
}
