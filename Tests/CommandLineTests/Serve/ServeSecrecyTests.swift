import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("serve: B52, no secret is shown")
struct ServeSecrecyTests {
    private static let canary = "CANARYcanaryCANARY0123456789"

    @Test(
        "a secret in a credential, a header, a cookie, a provider's answer or the configuration is in no log, metric or answer"
    )
    func canary() throws {
        let canary = Self.canary
        let provider = try ScriptedProvider()
        let plant = try ServePlant.folder(
            provider: provider, #""audit": {"file": "audit.log"}, "state_secret": {"env": "STATE_SECRET"},"#)
        let case52 = try Locations.caseFolder("B52")
        let echo =
            String(decoding: try Locations.bytes("\(case52)/provider-echo.http"), as: UTF8.self)
            .components(separatedBy: "\r\n\r\n").last ?? ""
        #expect(echo.contains(canary))
        try provider.answer([
            "/.well-known/openid-configuration": (200, ScriptedProvider.metadata()), "/token_endpoint": (400, echo),
        ])
        let served = try Served(
            plant.folder,
            environment: [
                "BACKEND_SECRET": "backend-\(canary)-0001", "PLANT_SECRET": "plant-\(canary)",
                "STATE_SECRET": "state-secret-\(canary)-of-32-characters",
            ])
        let door = try served.door
        var answers: [Reply] = []
        answers.append(try door.mint(secret: "backend-\(canary)-0001"))
        #expect(answers[0].status == 200, "\(answers[0].text)")
        answers.append(try door.mint(secret: "wrong-\(canary)"))
        answers.append(try door.mint("other:1", secret: "backend-\(canary)-0001"))
        let basic = Data("backend:\(canary)".utf8).base64EncodedString()
        answers.append(
            try door.post("/token", ["grant_type": "client_credentials"], ["Authorization": "Basic \(basic)"]))
        answers.append(
            try door.post("/token", ["grant_type": "client_credentials"], ["Authorization": "Bearer \(canary)"]))
        for kind in ["id_token", "access_token", "refresh_token", "jwt", "saml2"] {
            for token in [canary, "a.\(canary).c", "gho_\(canary)"] {
                answers.append(
                    try door.post(
                        "/token",
                        [
                            "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "client_id": "tv",
                            "provider": "plant", "subject_token": token, "nonce": canary,
                            "subject_token_type": "urn:ietf:params:oauth:token-type:\(kind)",
                        ]))
            }
        }
        let rejected = String(decoding: try Locations.bytes("\(case52)/rejected.jwt"), as: UTF8.self)
        answers.append(try door.post("/token", Door.exchange(rejected)))
        answers.append(
            try door.post("/token", Door.exchange(try plant.token(["aud": "other", "name": .string(canary)]))))
        answers.append(
            try door.post(
                "/token",
                [
                    "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "client_id": "tv",
                    "provider": "plant", "subject_token": canary, "redirect_uri": "http://127.0.0.1/callback",
                    "subject_token_type": "urn:token-bridge:token-type:authorization_code",
                    "code_verifier": canary + canary,
                ]))
        answers.append(try door.post("/token", ServeDevice.poll(canary)))
        answers.append(
            try door.post(
                "/token",
                [
                    "grant_type": "authorization_code", "client_id": "desktop", "code": canary,
                    "code_verifier": canary + canary,
                ]))
        answers.append(
            try door.post(
                "/token", ["grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": "a.\(canary).c"]))
        let fields: KeyValuePairs<String, String> = [
            "Authorization": "Basic \(canary)", "Cookie": "__Host-bridge=\(canary)", "X-Forwarded-For": canary,
            "Forwarded": "for=\(canary)", "Referer": "https://x.example/?code=\(canary)", "User-Agent": canary,
            "traceparent": "00-\(canary)-01", "X-Request-Id": canary, "Origin": "https://\(canary).example",
            "Accept-Language": canary,
        ]
        for path in [
            "/device?x=\(canary)", "/callback/plant?code=\(canary)&state=\(canary)", "/callback/plant?error=\(canary)",
            "/\(canary)", "/token?client_secret=\(canary)", "/authorize?client_id=desktop&state=\(canary)",
        ] {
            answers.append(try door.get(path, fields))
            answers.append(try door.post(path, ["csrf_token": canary, "client_secret": canary], fields))
        }
        answers.append(try served.telemetry.get("/metrics"))
        answers.append(try served.telemetry.get("/healthz/ready?\(canary)", fields))
        // A broken key file whose text is a secret, and a broken configuration.
        let good = try Locations.bytes("\(plant.folder.path)/key.json")
        for (turn, name) in ["sa-broken-json.json", "sa-bad-key-with-canary.json"].enumerated() {
            try plant.folder.write(try Locations.bytes("\(case52)/\(name)"), to: "key.json")
            served.send(SIGHUP)
            try served.wait(for: "the configuration was not taken", times: turn + 1)
            let start = try TokenBridge.run(
                ["serve"], in: plant.folder,
                environment: ["BACKEND_SECRET": canary, "PLANT_SECRET": canary, "STATE_SECRET": canary + canary])
            #expect(start.status == 3 && !Plant.isShown(canary, by: start), "\(start.errors)")
        }
        try plant.folder.write(good, to: "key.json")
        for answer in answers.dropFirst() {
            #expect(!shows(answer.head + answer.text), "\(answer.head)\(answer.text)")
        }
        let arguments = String(decoding: try Locations.bytes("/proc/\(served.processID)/cmdline"), as: UTF8.self)
        #expect(!shows(arguments) && !shows(served.text), "\(served.text)")
        let audit = String(decoding: try Locations.bytes("\(plant.folder.path)/audit.log"), as: UTF8.self)
        #expect(!audit.isEmpty && !shows(audit))
        #expect(served.isRunning)
    }

    @Test(
        "the password of a store that is away is in no log, metric or answer, that of an unreadable address in no error"
    )
    func storePassword() throws {
        let canary = Self.canary
        let plant = try ServePlant.folder(#""store": {"env": "STORE_ADDRESS"}"#)
        func environment(_ address: String) -> [String: String] {
            ServePlant.environment.merging(["STORE_ADDRESS": address]) { $1 }
        }
        let served = try Served(
            plant.folder, environment: environment("postgresql://bridge:\(canary)@127.0.0.1:1/bridge"))
        try served.wait(for: "the store cannot be used")
        let answers = [
            try served.door.post("/device_authorization", ["client_id": "tv"]),
            try served.telemetry.get("/healthz/ready"), try served.telemetry.get("/metrics"),
        ]
        #expect(answers.map(\.status) == [503, 503, 200])
        for answer in answers { #expect(!shows(answer.head + answer.text), "\(answer.head)\(answer.text)") }
        #expect(!shows(served.text), "\(served.text)")
        for (address, status) in [
            ("postgresql://bridge:\(canary)@rest@127.0.0.1:1/bridge", 75),
            ("postgresql://bridge:\(canary)%@127.0.0.1:1/bridge", 75), ("\(canary)://bridge", 3),
        ] as [(String, Int32)] {
            let start = try TokenBridge.run(["serve"], in: plant.folder, environment: environment(address))
            #expect(start.status == status && !Plant.isShown(canary, by: start), "\(start.errors)")
        }
    }

    /// Whether 12 characters of the canary stand in a text; its form in base64url would be a claim's own text.
    private func shows(_ text: String) -> Bool {
        let bytes = [UInt8](Self.canary.utf8)
        return (0...(bytes.count - 12)).contains { text.contains(String(decoding: bytes[$0..<$0 + 12], as: UTF8.self)) }
    }
}
