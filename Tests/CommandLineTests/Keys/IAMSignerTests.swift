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
