import Cryptography
import CredentialProofs
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

/// What is sent twice, and what never is.
@Suite("Repetition") struct RepetitionTests {
    @Test("A code and a refresh token are sent once, whatever comes back", arguments: [500, 502, 503, 504, 429])
    func redemptions(_ status: Int) async throws {
        let out = Answer(status, "", type: nil, fields: [("Retry-After", "3")])
        for (start, step) in [
            (try Flow.Start.code(nonce: nil), Step.code(Plays.Spotify.token, .basic, out)),
            (.refreshToken, Step.refresh(Plays.Spotify.token, .basic, out)),
        ] {
            let ending = try await Stage.run(Setup.provider("spotify"), start, [step])
            #expect(ending.script.requests.count == 1)
            #expect(ending.code == .providerUnavailable && ending.error?.retryAfterSeconds == 3)
        }
    }

    @Test("A check is repeated once where the provider is briefly out of order, and its POST never")
    func checks() async throws {
        let out = Answer(503, "", type: nil)
        var check = Plays.Facebook.check(.right, token: Sent.accessToken)
        let good = check
        check.answer = out
        let me = Plays.Facebook.me(.right, token: Sent.accessToken, proof: Plays.Facebook.proof)
        let identity = try await Stage.identity(Plays.facebook.provider(), .accessToken(), [check, good, me])
        #expect(identity.subject.value == "1207059")
        #expect(
            try await Stage.refusal(Plays.facebook.provider(), .accessToken(), [check, check]) == .providerUnavailable)
        var post = Plays.Google.check(.right)
        post.answer = out
        #expect(try await Stage.refusal(Plays.google.provider(), .accessToken(), [post]) == .providerUnavailable)
    }

    @Test("The keys are fetched once for many tokens, and a description for each")
    func keys() async throws {
        let token = UnverifiedIDToken(try TestToken.make(Plays.Google.claims(.right)))
        let script = Script([.keys(Plays.Google.keys)])
        let connection = try Stage.connection(Plays.google.provider(), script)
        for _ in 0..<3 {
            let nonce = CallerNonce.raw(try RawNonce(Sent.nonce))
            _ = try await IDTokenProof(connection).identity(from: token, nonce: nonce)
        }
        #expect(script.requests.count == 1 && script.faults == [])
    }

    @Test("A refresh for an account that is known already must be of that account (OpenID Connect Core, 12.2)")
    func knownAccount() async throws {
        let steps = [Step.refresh(Plays.Spotify.token, .basic, .tokens()), Plays.Spotify.me()]
        for (subject, isAccepted) in [("smedjan", true), ("Smedjan", false)] {
            let script = Script(steps)
            let redemption = RefreshTokenRedemption(try Stage.connection(Setup.provider("spotify"), script))
            let account = RefreshTokenRedemption.Account.known(try SubjectID(.string(subject)))
            do throws(CredentialError) {
                let proven = try await redemption.redeem(
                    RefreshToken(Sent.refreshToken), of: account, keeper: KeptToken())
                #expect(isAccepted && proven.identity.subject.value == "smedjan")
            } catch {
                #expect(!isAccepted && error.code == .subjectMismatch)
            }
            #expect(script.faults == [])
        }
    }
}
