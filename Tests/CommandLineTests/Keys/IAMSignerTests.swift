import BridgeTesting
import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("Tokens that Google signs (FB-15, FB-24)", .serialized)
struct IAMSignerTests {
    private static func configure(_ plant: RotationPlant, method: String, account: String?) throws {
        let name = account.map { #""account": "\#($0)", "# } ?? ""
        let text = """
            {"issuer": "https://bridge.example", "project": "\(plant.services.identityToolkit.project.identifier)",
             "keys": {"iam": {\(name)"method": "\(method)", "google": "\(plant.base)"}}, "store": "memory",
             "state_secret": {"env": "STATE_SECRET"}, \(ServePlant.members())}
            """
        try plant.scratch.write([UInt8](text.utf8), to: "bridge.json")
    }

    private static func environment(_ kind: String, _ plant: RotationPlant) throws -> [String: String] {
        try GoogleIdentities.environment(kind, plant).merging(ServePlant.environment) { $1 }
            .merging(["STATE_SECRET": "state-secret-of-32-characters-00"]) { $1 }
    }

    @Test(
        "serve signs by either method with any credential of the machine, and its log says which and why",
        arguments: GoogleIdentities.kinds, ["sign_jwt", "sign_blob"])
    func serve(kind: String, method: String) async throws {
        let plant = try await RotationPlant(delay: 0)
        // A person's credential does not tell for which account.
        let account = kind == "authorized_user" ? plant.services.serviceAccount : nil
        try Self.configure(plant, method: method, account: account)
        let (scratch, environment) = (plant.scratch, try Self.environment(kind, plant))
        let served = try await RotationPlant.aside { try Served(scratch, environment: environment) }
        try await RotationPlant.aside { try served.wait(for: "the signer was chosen") }
        let chosen = try #require(served.entries("the signer was chosen").first?["signer"]?.string)
        #expect(chosen.contains("as keys.iam says") && chosen.contains("the credential is \(kind)"), "\(chosen)")
        let minted = try await RotationPlant.aside { try served.door.mint() }
        let token = try #require(minted.json["access_token"]?.string, "\(minted.text) \(served.text)")
        #expect(await plant.signIn(token) == 200)
        #expect(!served.text.contains("canary"))
        await plant.end()
    }

    /// A service whose signer is Google, and its sandbox.
    private static func service() async throws -> (RotationPlant, Served) {
        let plant = try await RotationPlant(delay: 0)
        try configure(plant, method: "sign_jwt", account: nil)
        let (scratch, environment) = (plant.scratch, try environment("service_account", plant))
        return (plant, try await RotationPlant.aside { try Served(scratch, environment: environment) })
    }

    /// Sends SIGHUP while Google answers nothing, and waits until the reload waits for it.
    private static func reloadThatWaits(_ plant: RotationPlant, _ served: Served) throws {
        plant.hold(.waiting)
        served.send(SIGHUP)
        let deadline = Date(timeIntervalSinceNow: 8)
        while !plant.hasWaiting, Date() < deadline { Thread.sleep(forTimeInterval: 0.01) }
        #expect(plant.hasWaiting)
    }

    @Test("an end waits for no reload: SIGTERM while that waits for Google, and a second one", arguments: [1, 2])
    func endsDuringReload(signals: Int) async throws {
        let (plant, served) = try await Self.service()
        try await RotationPlant.aside {
            try Self.reloadThatWaits(plant, served)
            for _ in 0..<signals { served.send(SIGTERM) }
            #expect(try served.end() == 0)
        }
        // Google would have been given up first, and the configuration with it.
        #expect(served.text.contains("the service ends after the requests that have begun"))
        #expect(!served.text.contains("was not taken") && !served.text.contains("was read again"), "\(served.text)")
        await plant.end()
    }

    @Test("reloads that are asked for while one waits are one, which takes what is there last")
    func reloadsAreOne() async throws {
        let (plant, served) = try await Self.service()
        try await RotationPlant.aside {
            try Self.reloadThatWaits(plant, served)
            #expect(try served.door.get("/.well-known/jwks.json").status == 200)
            let text = String(decoding: try Locations.bytes("\(plant.scratch.path)/bridge.json"), as: UTF8.self)
            try plant.scratch.write([UInt8](text.replacing("svc:", with: "web:").utf8), to: "bridge.json")
            for _ in 0..<3 { served.send(SIGHUP) }
            // The signals are taken before Google answers: what they ask for is one.
            Thread.sleep(forTimeInterval: 0.2)
            plant.hold(.answered)
            try served.wait(for: "the configuration was read again", times: 2)
            #expect(try served.door.mint("web:1").status == 200)
            #expect(try served.door.mint("svc:1").code == "UID_NOT_ALLOWED")
            served.send(SIGTERM)
            #expect(try served.end() == 0)
        }
        #expect(served.entries("the configuration was read again").count == 2)
        await plant.end()
    }

    @Test("while Google signs nothing, readiness says so and each failure is counted; then it recovers")
    func signerIsDown() async throws {
        let (plant, served) = try await Self.service()
        let telemetry = try served.telemetry
        try await RotationPlant.aside {
            #expect(try telemetry.get("/healthz/ready").text == "ready\n")
            plant.services.iam.withhold(.signJWT)
            for count in [1.0, 2] {
                let refused = try served.door.mint()
                #expect(refused.status >= 500 && refused.json["access_token"] == nil, "\(refused.text)")
                let code = try #require(refused.code)
                let ready = try telemetry.get("/healthz/ready")
                #expect(ready.status == 200 && ready.text == "degraded: \(code)\n", "\(ready.text)")
                #expect(try telemetry.get("/metrics").number("signer_errors_total") == count)
            }
            plant.services.iam.grant(.signJWT)
            #expect(try served.door.mint().status == 200)
            #expect(try telemetry.get("/healthz/ready").text == "ready\n")
        }
        await plant.end()
    }

    @Test("a person's credential names no account: that is told before the service starts")
    func nobody() async throws {
        let plant = try await RotationPlant(delay: 0)
        try Self.configure(plant, method: "sign_jwt", account: nil)
        let environment = try Self.environment("authorized_user", plant)
        let result = try await plant.run(["config", "check"], environment: environment)
        #expect(result.status == 3 && result.errors.contains("names no account"), "\(result.errors)")
        await plant.end()
    }

    @Test("without the permission the error names the role, and doctor says the same")
    func permission() async throws {
        let plant = try await RotationPlant(delay: 0)
        try Self.configure(plant, method: "sign_jwt", account: nil)
        let environment = try Self.environment("service_account", plant)
        let right = try await plant.run(["doctor", "--google", plant.base], environment: environment)
        #expect(right.text.contains("ok       signer"), "\(right.text)")
        plant.services.iam.withhold(.signJWT)
        for command in [["config", "check"], ["doctor", "--google", plant.base]] {
            let result = try await plant.run(command, environment: environment)
            #expect(result.status == 3, "\(command): \(result.status) \(result.text)\(result.errors)")
            #expect((result.text + result.errors).contains("roles/iam.serviceAccountTokenCreator"), "\(result.errors)")
        }
        await plant.end()
    }
}
