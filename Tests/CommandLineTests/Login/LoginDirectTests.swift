import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("login --direct: the provider's own device login, signed here")
struct LoginDirectTests {
    private let provider: ScriptedProvider
    private let plant: Plant

    init() throws {
        provider = try ScriptedProvider()
        plant = try Plant(issuer: provider.origin, provider: #""client_secret": {"env": "PLANT_SECRET"},"#)
        try answer(200, PlantServer.tokens(try plant.token()))
    }

    private func answer(_ status: Int64, _ tokens: String) throws {
        let code =
            #"{"device_code":"dc-canary","user_code":"WDJB-MJHT","verification_uri":"ORIGIN/device","expires_in":600,"interval":1}"#
        try provider.answer([
            "/.well-known/openid-configuration": (
                200, ScriptedProvider.metadata(["device_authorization_endpoint": "ORIGIN/start"])
            ),
            "/start": (200, code), "/token_endpoint": (status, tokens),
        ])
    }

    private func login(_ more: [String] = [], provider: String = "plant") throws -> Subprocess {
        try TokenBridge.run(
            ["login", "--direct", "--provider", provider] + more, in: plant.folder,
            environment: ["PLANT_SECRET": "a-secret-of-our-client"])
    }

    @Test("the token is for the person that the provider vouches for, to our client")
    func granted() throws {
        let result = try login(["--output", "json"])
        #expect(result.status == 0, "\(result.errors)")
        let object = try JSONObject(parsing: result.output, limits: .document)
        #expect(object["uid"] == "plant:worker-7" && object["proof"] != nil && object["client_id"] == "bridge-client")
        #expect(result.errors.contains(#""user_code":"WDJB-MJHT""#) && !result.errors.contains("canary"))
    }

    @Test(
        "an ID token of another client, another issuer or a wrong key signs nobody in",
        arguments: [["aud": "another-client"], ["iss": "https://evil.example"], ["exp": 1]] as [[String: JSONValue]])
    func unproven(changes: [String: JSONValue]) throws {
        try answer(200, PlantServer.tokens(try plant.token(changes)))
        let result = try login()
        #expect(result.status == 4 && result.output.isEmpty, "\(result.errors)")
    }

    @Test("an answer without ID token signs nobody in where the provider does not describe the account")
    func withoutIDToken() throws {
        try answer(200, PlantServer.tokens(nil))
        let result = try login()
        #expect(result.status != 0 && result.output.isEmpty)
    }

    @Test(
        "its ends have the exit codes of a login at a bridge",
        arguments: [("access_denied", 6, "was denied"), ("expired_token", 6, "nobody approved the code of plant")])
    func ends(error: String, status: Int32, words: String) throws {
        try answer(400, #"{"error":"\#(error)"}"#)
        let result = try login()
        #expect(result.status == status && result.errors.contains(words) && result.output.isEmpty, "\(result.errors)")
    }

    @Test("a provider that is out of order while the device waits is told once, and so is its return")
    func outage() throws {
        try answer(503, "{}")
        let login = try RunningProgram(
            login: ["--direct", "--provider", "plant"], in: plant.folder,
            environment: ["PLANT_SECRET": "a-secret-of-our-client"])
        try login.wait(for: "the provider cannot be reached, trying again until the code is too old: ")
        try answer(200, PlantServer.tokens(try plant.token()))
        #expect(try login.end() == 0, "\(login.errors)")
        #expect(login.errors.components(separatedBy: "cannot be reached").count == 2)
        #expect(login.errors.contains("the provider can be reached again") && !login.errors.contains("canary"))
    }

    @Test("for programs the events of a login at a provider are those of one at a bridge")
    func outageEvents() throws {
        try answer(503, "{}")
        let login = try RunningProgram(
            login: ["--direct", "--provider", "plant", "--output", "json"], in: plant.folder,
            environment: ["PLANT_SECRET": "a-secret-of-our-client"])
        #expect(try login.event("unreachable")["reason"]?.string?.contains("status 503") == true)
        try answer(400, #"{"error":"slow_down"}"#)
        _ = try login.event("reachable")
        #expect(try login.event("slow_down")["interval"]?.integer == 6)
        login.send(SIGINT)
        #expect(try login.end() == 6)
    }

    @Test("a provider that is down at the start is worth another try, and there is no code that could be used up")
    func down() throws {
        provider.stop()
        let result = try login()
        #expect(result.status == 75 && result.errors.contains("\nhint: try again later\n"), "\(result.errors)")
    }

    @Test("a provider that is not configured, or has no device login, is told before anything is shown")
    func unknown() throws {
        let unknown = try login(provider: "plan")
        #expect(unknown.status == 3 && unknown.errors.contains("did you mean plant?"))
        try provider.answer(["/.well-known/openid-configuration": (200, ScriptedProvider.metadata())])
        let without = try login()
        #expect(without.status == 3 && without.errors.contains("device_authorization_endpoint"), "\(without.errors)")
        #expect(!without.errors.contains("enter the code"))
    }
}
