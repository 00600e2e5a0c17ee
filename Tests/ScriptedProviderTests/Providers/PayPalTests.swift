import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum PayPal {
        static let token = "https://api-m.paypal.com/v1/oauth2/token"
        static let account = "mWq6_1sU85v5EG9yHdPxJRrhGHrnMJ"

        static func userinfo(_ variation: Variation = .right, verified: String = "true") -> Step {
            let user = "\"https://www.paypal.com/webapps/auth/identity/user/\(account)\""
            return .get(
                "https://api-m.paypal.com/v1/identity/oauth2/userinfo", query: ["schema": "paypalv1.1"],
                .json(
                    #"{\#(variation.subject("user_id", user)),"name":"P","emails":[{"value":"p@paypal.test","primary":true,"confirmed":\#(verified)}]}"#
                ))
        }
    }

    static let paypal: Play = Play(
        "paypal",
        flows: [
            .code(PayPal.account) { [.code(PayPal.token, .basic, $0.grant(.tokens())), PayPal.userinfo($0)] }
                .with(email: "p@paypal.test", .verified)
        ])
}

@Suite("PayPal") struct PayPalTests {
    @Test("An ID token is often missing; one that is there is no obstacle, whatever signed it")
    func idToken() async throws {
        let token = try TestToken.make(
            Variation.right.claims("https://www.paypal.com", "\"x\"", nonce: nil), key: .secret([1, 2, 3]))
        let steps = [Step.code(Plays.PayPal.token, .basic, .tokens(idToken: token)), Plays.PayPal.userinfo()]
        let identity = try await Stage.identity(Setup.provider("paypal"), .code(nonce: nil), steps)
        #expect(identity.subject.value == Plays.PayPal.account)
    }

    @Test("An address counts only if it is primary and confirmed")
    func addresses() async throws {
        let steps = [Step.code(Plays.PayPal.token, .basic, .tokens()), Plays.PayPal.userinfo(verified: "false")]
        let identity = try await Stage.identity(Setup.provider("paypal"), .code(nonce: nil), steps)
        #expect(identity.profile.emailVerified == false)
    }
}
