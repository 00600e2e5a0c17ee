import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Notion {
        static let token = "https://api.notion.com/v1/oauth/token"
        static let fields = ["notion-version": "2022-06-28"]

        static func me(_ variation: Variation = .right) -> Step {
            .get(
                "https://api.notion.com/v1/users/me", fields: fields,
                .json(
                    #"{"object":"user","id":"bot-1","bot":{"owner":{"type":"user","user":{\#(variation.subject("id", "\"d40e767c\"")),"name":"N","person":{"email":"n@notion.test"}}}}}"#
                ))
        }
    }

    static let notion: Play = Play(
        "notion",
        flows: [
            .code("d40e767c") { variation in
                [.code(Notion.token, .basic, fields: Notion.fields, variation.grant(.tokens())), Notion.me(variation)]
            }.with(email: "n@notion.test", .unverified)
        ])
}

@Suite("Notion") struct NotionTests {
    @Test("An integration that a workspace owns names no person")
    func workspace() async throws {
        var me = Plays.Notion.me()
        me.answer = .json(#"{"object":"user","id":"bot-1","bot":{"owner":{"type":"workspace","workspace":true}}}"#)
        let steps = [Step.code(Plays.Notion.token, .basic, fields: Plays.Notion.fields, .tokens()), me]
        #expect(try await Stage.refusal(Setup.provider("notion"), .code(nonce: nil), steps) == .credentialInvalid)
    }
}
