import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Credentials that are redeemed")
struct RedemptionTests {
    /// Claims that leave nothing to ask the userinfo endpoint for.
    private static let whole: [String: JSONValue?] = ["name": "A", "email": "a@example.test", "email_verified": true]

    private static func refusal(
        _ stage: Stage, of account: RefreshTokenRedemption.Account = .any,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> CredentialError {
        try await #require(throws: CredentialError.self, sourceLocation: sourceLocation) {
            _ = try await RefreshTokenRedemption(stage.connection).redeem(
                RefreshToken("rt-old"), of: account, keeper: KeptToken())
        }
    }

    @Test("OIDC-16: a userinfo answer about another subject, or none, is discarded with all that hangs on it")
    func otherSubject() async throws {
        for subject in ["user-0002", "USER-0001", "user-0001 "] as [JSONValue] {
            let stage = try Stage()
            stage.grant(["id_token": .string(try Forge.token())])
            stage.transport.publish(
                Stage.userinfo, json(["sub": subject, "name": "Evil", "email": "evil@example.test"]))
            #expect(try await stage.refusalOfCode().code == .subjectMismatch)
        }
        for subject in [JSONValue.null, "", .bool(true), nil] {
            let stage = try Stage()
            stage.grant(["id_token": .string(try Forge.token())])
            var answer = json(["name": "Evil", "email": "evil@example.test", "email_verified": true])
            answer["sub"] = subject
            stage.transport.publish(Stage.userinfo, answer)
            let profile = try await stage.redeemed().identity.profile
            #expect(profile.subject.value == "user-0001")
            #expect(profile.email == nil)
            #expect(profile.name == nil)
        }
    }

    @Test("OIDC-16: a userinfo answer about the same subject completes the profile, and does not replace it")
    func completed() async throws {
        let stage = try Stage()
        stage.grant(["id_token": .string(try Forge.token(["name": "From the token"]))])
        stage.transport.publish(
            Stage.userinfo,
            json(["sub": "user-0001", "name": "From userinfo", "email": "a@example.test", "email_verified": true]))
        let profile = try await stage.redeemed().identity.profile
        #expect(profile.name == "From the token")
        #expect(profile.email?.address == "a@example.test")
        #expect(profile.emailVerified)
    }

    @Test("the profile stays thin where userinfo fails: the account is proven")
    func thin() async throws {
        let answers: [RoutedTransport.Answer] = [
            .down, .json(json(["error": "server_error"]), status: 500), .bytes([]), .json(JSONObject(), status: 302),
        ]
        for answer in answers {
            let stage = try Stage()
            stage.grant(["id_token": .string(try Forge.token())])
            stage.transport.answer(Stage.userinfo, answer)
            let identity = try await stage.redeemed().identity
            #expect(identity.subject.value == "user-0001")
            #expect(identity.profile.email == nil)
        }
    }

    @Test("a provider without a userinfo endpoint proves who somebody is by the ID token alone")
    func noUserinfo() async throws {
        let stage = try Stage()
        stage.transport.publish(Stage.discovery, Stage.metadata(["userinfo_endpoint": nil]))
        stage.grant(["id_token": .string(try Forge.token())])
        let identity = try await stage.redeemed().identity
        #expect(identity.subject.value == "user-0001")
        #expect(identity.profile.name == nil)
        stage.grant()
        let error = try await #require(throws: CredentialError.self) {
            _ = try await RefreshTokenRedemption(stage.connection).redeem(RefreshToken("rt-old"), keeper: KeptToken())
        }
        #expect(error.code == .providerMisconfigured)
    }

    @Test("OIDC-11, 9700-06: the nonce is checked before the access token is used")
    func nonceFirst() async throws {
        let stage = try Stage()
        stage.grant(["id_token": .string(try Forge.token(["nonce": "other"]))])
        #expect(try await stage.refusalOfCode(nonce: .asSent("ours")).code == .nonceMismatch)
        #expect(stage.transport.requests(to: Stage.userinfo).isEmpty)
    }

    @Test("an answer to a code without an ID token is refused where the provider gives one")
    func noIDToken() async throws {
        let stage = try Stage()
        stage.grant()
        let error = try await stage.refusalOfCode()
        #expect(error.code == .credentialInvalid)
        #expect(error.reason.contains("openid"))
        #expect(stage.transport.requests(to: Stage.userinfo).isEmpty)
    }

    @Test("6819-02: a code of another client is refused by the provider, and so by us")
    func otherClientsCode() async throws {
        let stage = try Stage()
        stage.transport.publish(Stage.token, json(["error": "invalid_grant"]), status: 400)
        let error = try await stage.refusalOfCode()
        #expect(error.code == .credentialInvalid)
        #expect(error.providerCode == "invalid_grant")
        #expect(stage.transport.requests(to: Stage.token).count == 1)
    }

    @Test(
        "a provider that refuses our client says nothing about the credential",
        arguments: ["invalid_client", "unauthorized_client"])
    func clientRefused(_ code: String) async throws {
        let stage = try Stage()
        stage.transport.publish(Stage.token, json(["error": .string(code)]), status: 401)
        #expect(try await stage.refusalOfCode().code == .providerMisconfigured)
    }

    @Test("OIDC-18: refreshed tokens keep issuer and audience, need no nonce, and name the account")
    func refreshed() async throws {
        let stage = try Stage()
        stage.grant(["id_token": .string(try Forge.token(Self.whole)), "refresh_token": "rt-new"])
        let redemption = RefreshTokenRedemption(stage.connection)
        let proven = try await redemption.redeem(RefreshToken("rt-old"), keeper: KeptToken())
        #expect(proven.identity.proof == .refreshTokenRedeemed)
        #expect(proven.refreshToken?.secretText == "rt-new")
        let again = try await redemption.redeem(
            RefreshToken("rt-old"), of: .known(proven.identity.subject), keeper: KeptToken())
        #expect(again.identity.subject == proven.identity.subject)
        let form = try #require(stage.transport.requests(to: Stage.token).first).form
        #expect(form["grant_type"] == "refresh_token")
        #expect(form["refresh_token"] == "rt-old")
    }

    @Test("case B42: a new refresh token is kept before anything else, also where nothing is proven afterwards")
    func newRefreshTokenIsKept() async throws {
        let stage = try Stage()
        stage.grant(["id_token": .string(try Forge.token(["aud": "client-other"])), "refresh_token": "rt-new"])
        let keeper = KeptToken()
        await #expect(throws: CredentialError.self) {
            try await RefreshTokenRedemption(stage.connection).redeem(RefreshToken("rt-old"), keeper: keeper)
        }
        #expect(keeper.text == "rt-new")
    }

    @Test("a refresh token that cannot be kept proves nothing, and the reason is told")
    func unkeptRefreshToken() async throws {
        let stage = try Stage()
        stage.grant(["id_token": .string(try Forge.token(Self.whole)), "refresh_token": "rt-new"])
        do {
            _ = try await RefreshTokenRedemption(stage.connection).redeem(RefreshToken("rt-old"), keeper: FullDisk())
            Issue.record("an identity was proven")
        } catch {
            #expect(error.code == .refreshTokenNotKept)
            #expect(error.reason == "the disk is full")
        }
    }

    private struct FullDisk: RefreshTokenKeeper {
        func keep(_ token: RefreshToken) async throws(CredentialError) {
            throw .refreshTokenNotKept("the disk is full")
        }
    }

    @Test("OIDC-18: a refreshed ID token of another issuer, audience or account is refused")
    func refreshedOther() async throws {
        let changes: [([String: JSONValue?], CredentialError.Code)] = [
            (["iss": "https://evil.example"], .credentialInvalid), (["aud": "client-other"], .audienceMismatch),
            (["sub": "user-0002"], .subjectMismatch), (["sub": nil], .credentialInvalid),
        ]
        let known = try await Stage().identity(Forge.token()).subject
        for (change, code) in changes {
            let stage = try Stage()
            stage.grant(["id_token": .string(try Forge.token(Self.whole.merging(change) { $1 }))])
            #expect(try await Self.refusal(stage, of: .known(known)).code == code)
        }
    }

    @Test("OIDC-18: without an ID token the account is the one that userinfo names, and must be the known one")
    func refreshedWithoutIDToken() async throws {
        let known = try await Stage().identity(Forge.token()).subject
        let stage = try Stage()
        stage.grant()
        stage.transport.publish(Stage.userinfo, json(["sub": "user-0001"]))
        let proven = try await RefreshTokenRedemption(stage.connection).redeem(
            RefreshToken("rt-old"), of: .known(known), keeper: KeptToken())
        #expect(proven.refreshToken?.secretText == "rt-old")
        stage.transport.publish(Stage.userinfo, json(["sub": "user-0002"]))
        #expect(try await Self.refusal(stage, of: .known(known)).code == .subjectMismatch)
        stage.transport.answer(Stage.userinfo, .down)
        #expect(try await Self.refusal(stage, of: .known(known)).code == .providerUnavailable)
    }

    @Test("a refresh that the provider cannot answer now leaves the token good", arguments: [429, 500, 503])
    func refreshUnavailable(_ status: Int) async throws {
        let stage = try Stage()
        stage.transport.publish(Stage.token, JSONObject(), status: status)
        #expect(try await Self.refusal(stage).isTemporary)
        stage.transport.answer(Stage.token, .down)
        #expect(try await Self.refusal(stage).isTemporary)
    }

    @Test("evidence of every kind of credential comes with the tokens that were had, and no others")
    func evidence() async throws {
        let stage = try Stage()
        stage.grant(["id_token": .string(try Forge.token(Self.whole)), "refresh_token": "rt-new"])
        let verifier = CredentialVerifier(stage.connection)
        let refreshed = try await verifier.evidence(from: .refreshToken(RefreshToken("rt-old"), keeper: KeptToken()))
        #expect(refreshed.tokens?.accessToken.secretText == "at-fake")
        #expect(refreshed.refreshToken?.secretText == "rt-new")
        let direct = try await verifier.evidence(from: .idToken(UnverifiedIDToken(Forge.token()), nonce: .none))
        #expect(direct.tokens == nil)
        #expect(direct.refreshToken == nil)
        #expect(direct.identity.replayMark != nil)
        #expect(refreshed.identity.replayMark == nil)
    }
}
