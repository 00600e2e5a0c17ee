import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    static let vk: Play = Play(
        "vk",
        flows: [
            .code("1234567890", response: [("device_id", "dev-1"), ("state", "s-1")]) { variation in
                [
                    .code(
                        "https://id.vk.com/oauth2/auth", .name, more: ["device_id": "dev-1", "state": "s-1"],
                        variation.grant(.tokens(more: #""user_id":1234567890"#))),
                    .post(
                        "https://id.vk.com/oauth2/user_info",
                        form: ["access_token": .exactly(Sent.newAccessToken), "client_id": .exactly(Setup.client)],
                        .json(
                            #"{"user":{\#(variation.subject("user_id", "\"1234567890\"")),"first_name":"V","last_name":"K","email":"v@vk.test"}}"#
                        )),
                ]
            }.with(email: "v@vk.test", .unverified)
        ]
    ) { try Setup.provider("vk", secret: nil) }
}

@Suite("VK ID") struct VKTests {
    @Test("Without the device_id of the response nothing is sent")
    func deviceID() async throws {
        let provider = try Plays.vk.provider()
        #expect(try await Stage.refusal(provider, .code(nonce: nil, response: [("state", "s")])) == .credentialInvalid)
    }

    @Test("Nothing binds a code to a public client but its proof key: without one nothing is sent")
    func proofKey() async throws {
        let start = try Flow.Start.code(
            nonce: nil, proofKey: .withoutProofKey(because: .leftOutByCaller),
            response: [("device_id", "d"), ("state", "s")])
        #expect(try await Stage.refusal(Plays.vk.provider(), start) == .providerMisconfigured)
    }
}
