import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Yandex {
        static let client = "4760187d81bc4b7799476b42b5103713"

        static func info(_ variation: Variation = .right, token: String = Sent.newAccessToken) -> Step {
            .get(
                "https://login.yandex.ru/info", query: ["format": "json"], scheme: "OAuth", token: token,
                .json(
                    #"{\#(variation.subject("id", "\"1000034426\"")),"login":"l","client_id":"\#(variation.client(client))","default_email":"a@ya.test","psuid":"1.A.x"}"#
                ))
        }
    }

    static let yandex: Play = Play(
        "yandex",
        flows: [
            .code("1000034426") { variation in
                [
                    .code("https://oauth.yandex.com/token", .post, client: Yandex.client, variation.grant(.tokens())),
                    Yandex.info(variation),
                ]
            },
            // Its description tells the client, and no time.
            .accessToken("1000034426", outcomes: [.expired: .identity("1000034426")]) { variation in
                [Yandex.info(variation, token: Sent.accessToken)]
            },
        ], email: "a@ya.test", .unverified
    ) { try Setup.provider("yandex", clients: [Yandex.client]) }
}

@Suite("Yandex") struct YandexTests {
    @Test("A description without the client proves nothing about a token of a device")
    func noClient() async throws {
        let provider = try Plays.yandex.provider()
        var info = Plays.Yandex.info(token: Sent.accessToken)
        for (client, code) in [
            ("", CredentialError.Code.audienceUnprovable), (#""client_id":null,"#, .audienceUnprovable),
            (#""client_id":[],"#, .credentialInvalid),
        ] {
            info.answer.body = Plays.Yandex.info().answer.body.replacing(
                #""client_id":"\#(Plays.Yandex.client)","#, with: client)
            #expect(try await Stage.refusal(provider, .accessToken(), [info]) == code, "\(client)")
        }
    }
}
