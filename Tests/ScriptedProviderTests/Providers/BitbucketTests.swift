import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Bitbucket {
        static let token = "https://bitbucket.org/site/oauth2/access_token"
        static let uuid = "{a54f16da-24e9-4d7f-a3a7-b1ba2cd98aa3}"

        static func account(_ variation: Variation = .right, confirmed: String = "true") -> [Step] {
            [
                .get(
                    "https://api.bitbucket.org/2.0/user",
                    .json(#"{\#(variation.subject("uuid", "\"\(uuid)\"")),"display_name":"B"}"#)),
                .get(
                    "https://api.bitbucket.org/2.0/user/emails", role: .completion,
                    .json(
                        #"{"values":[{"email":"old@b.test","is_primary":false,"is_confirmed":true},{"email":"b@b.test","is_primary":true,"is_confirmed":\#(confirmed)}]}"#
                    )),
            ]
        }
    }

    static let bitbucket: Play = Play(
        "bitbucket",
        flows: [
            .code(Bitbucket.uuid) { variation in
                [.code(Bitbucket.token, .basic, variation.grant(.tokens()))] + Bitbucket.account(variation)
            },
            .refresh(Bitbucket.uuid) { variation in
                [.refresh(Bitbucket.token, .basic, variation.grant(.tokens()))] + Bitbucket.account(variation)
            },
        ], email: "b@b.test", .verified)
}

@Suite("Bitbucket") struct BitbucketTests {
    @Test("An address counts only if it is primary and confirmed")
    func addresses() async throws {
        for flag in ["false", #""true""#, "null", "1"] {
            let steps =
                [Step.code(Plays.Bitbucket.token, .basic, .tokens())] + Plays.Bitbucket.account(confirmed: flag)
            let identity = try await Stage.identity(Setup.provider("bitbucket"), .code(nonce: nil), steps)
            #expect(identity.profile.email == nil, "\(flag)")
        }
    }
}
