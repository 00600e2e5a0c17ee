import OAuthClient
import Testing

@Suite("Device polling: the parameters of requests")
struct DeviceRequestFormTests {
    private func text(_ parameters: [(String, String)]) -> [String] {
        parameters.map { "\($0.0)=\($0.1)" }
    }

    private static let grant = "grant_type=urn:ietf:params:oauth:grant-type:device_code"

    @Test(
        "each provider is asked in its own way",
        arguments: [
            (
                DeviceRequestForm.standard, ["client_id=c", "scope=a b"],
                [grant, "device_code=dc-fake", "client_id=c"]
            ),
            (.twitch, ["client_id=c", "scopes=a b"], ["client_id=c", "scopes=a b", "device_code=dc-fake", grant]),
            (
                .facebook(clientToken: ClientSecret("canary")), ["access_token=c|canary", "scope=a,b"],
                ["access_token=c|canary", "code=dc-fake"]
            ),
            (
                .amazon, ["response_type=device_code", "client_id=c", "scope=a b"],
                ["grant_type=device_code", "device_code=dc-fake", "user_code=WDJB-MJHT"]
            ),
        ])
    func parameters(_ form: DeviceRequestForm, _ start: [String], _ poll: [String]) throws {
        let authorization = try DeviceAnswers.authorization()
        #expect(text(form.authorizationParameters(clientID: "c", scopes: ["a", "b"])) == start)
        #expect(text(form.pollParameters(for: authorization, clientID: "c", scopes: ["a", "b"])) == poll)
        #expect(!"\(form)".contains("canary"))
    }

    @Test("without scopes the parameter is left out, not empty")
    func withoutScopes() {
        for form in [DeviceRequestForm.standard, .twitch, .amazon] {
            let names = form.authorizationParameters(clientID: "c", scopes: []).map(\.0)
            #expect(!names.contains("scope") && !names.contains("scopes"))
        }
    }
}
