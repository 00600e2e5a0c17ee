import CredentialProofs
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

/// Numbers at the ends of their range: each is refused or accepted, and none ends the process.
@Suite("Extreme values") struct ExtremeValueTests {
    private static let numbers = [
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e400", "-0", "0",
        "99999999999999999999",
    ]

    @Test("Times of an ID token", arguments: numbers, ["iat", "exp", "nbf", "auth_time"])
    func idTokenTimes(_ number: String, _ claim: String) async throws {
        let now = Sent.now.secondsSinceEpoch
        let claims = Plays.Google.claims(.right, #""nbf":\#(now - 30),"auth_time":\#(now - 30)"#)
        let (fresh, late) = ("\"\(claim)\":\(now - 30)", "\"\(claim)\":\(now + 3600)")
        let spoiled = claims.replacing(claim == "exp" ? late : fresh, with: "\"\(claim)\":\(number)")
        #expect(spoiled != claims)
        let ending = try await Stage.run(
            Plays.google.provider(), .idToken(spoiled), [.keys(Plays.Google.keys)])
        // A start of validity or a sign-in long ago is no fault.
        let isHarmless = claim == "nbf" || claim == "auth_time"
        #expect(ending.identity == nil || isHarmless, "\(String(describing: ending.identity?.subject))")
        #expect(ending.code != .providerUnavailable)
    }

    @Test("Times of an ID token that may live for ever", arguments: numbers)
    func expirationWithoutLimit(_ number: String) async throws {
        let now = Sent.now.secondsSinceEpoch
        let claims = Plays.Yahoo.claims(.right).replacing("\"exp\":\(now + 3600)", with: "\"exp\":\(number)")
        let ending = try await Stage.run(
            Plays.yahoo.provider(), .idToken(claims), [.keys(Plays.Yahoo.keys)])
        #expect(ending.identity == nil || number.hasPrefix("9"))
    }

    @Test("Times of a check", arguments: numbers)
    func checkTimes(_ number: String) async throws {
        var check = Plays.Facebook.check(.right, token: Sent.accessToken)
        check.answer.body = check.answer.body.replacing("4102444800", with: number)
        let steps = [check, Plays.Facebook.me(.right, token: Sent.accessToken, proof: Plays.Facebook.proof)]
        let ending = try await Stage.run(Plays.facebook.provider(), .accessToken(), steps)
        #expect((ending.identity != nil) == ["9223372036854775807", "0"].contains(number))
        var info = Plays.Google.check(.right)
        info.answer.body = info.answer.body.replacing(#""3599""#, with: number)
        let google = try await Stage.run(
            Plays.google.provider(), .accessToken(), [info, Plays.Google.account(.right, token: Sent.accessToken)])
        #expect((google.identity != nil) == (number == "9223372036854775807"))
    }

    @Test("Lifetimes of tokens and waits lose no sign-in", arguments: numbers)
    func lifetimes(_ number: String) async throws {
        let answer = Answer.json(
            #"{"access_token":"\#(Sent.newAccessToken)","token_type":"Bearer","expires_in":\#(number)}"#)
        let steps = [Step.code(Plays.Spotify.token, .basic, answer), Plays.Spotify.me()]
        let ending = try await Stage.run(Setup.provider("spotify"), .code(nonce: nil), steps)
        #expect(ending.identity != nil || ending.code == .providerAnswerInvalid)
        let all = try #require(Plays.google.flows.last).steps(.right)
        var start = all[0]
        start.answer.body = start.answer.body.replacing("900", with: number).replacing(
            #""interval":5"#, with: #""interval":\#(number)"#)
        let flow = try await Stage.run(Plays.google.provider(), .deviceFlow, [start] + all[1...])
        #expect(
            flow.identity != nil || flow.code == .providerAnswerInvalid || flow.outcome == .refusal(.credentialExpired))
    }
}
