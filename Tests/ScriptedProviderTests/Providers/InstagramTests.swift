import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Instagram {
        static let token = "https://api.instagram.com/oauth/access_token"

        static func me(_ variation: Variation = .right, id: String = "17841405793187218") -> Step {
            .get(
                "https://graph.instagram.com/me", query: ["fields": "id,username"],
                .json(#"{\#(variation.subject("id", id)),"username":"i"}"#))
        }
    }

    static let instagram: Play = Play(
        "instagram",
        flows: [
            // The code of the redirect ends with what is not its own.
            .code("17841405793187218", code: "\(Sent.code)#_") { variation in
                let granted = Answer.json(
                    #"{"access_token":"\#(Sent.newAccessToken)","user_id":17841405793187218,"permissions":["instagram_business_basic"]}"#
                )
                let refused = Answer(
                    400,
                    #"{"error_type":"OAuthException","code":400,"error_message":"Matching code was not found or was already used."}"#
                )
                return [
                    .code(Instagram.token, .post, variation.grant(granted, refusal: refused)), Instagram.me(variation),
                ]
            }
        ])
}

@Suite("Instagram") struct InstagramTests {
    @Test("17 digits are exact, as a number and as a string")
    func numbers() async throws {
        for id in ["17841405793187218", #""17841405793187218""#] {
            let granted = Answer.json(#"{"access_token":"\#(Sent.newAccessToken)","user_id":17841405793187218}"#)
            let steps = [Step.code(Plays.Instagram.token, .post, granted), Plays.Instagram.me(.right, id: id)]
            let identity = try await Stage.identity(Setup.provider("instagram"), .code(nonce: nil), steps)
            #expect(identity.subject.value == "17841405793187218")
        }
    }
}
