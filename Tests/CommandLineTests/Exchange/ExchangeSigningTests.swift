import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("What signs and what overrides, in exchange")
struct ExchangeSigningTests {
    @Test("the emulator's variable makes an unsigned token, without any key; the credential is proven all the same")
    func emulator() throws {
        let plant = try Plant()
        try FileManager.default.removeItem(atPath: "\(plant.folder.path)/key.json")
        try plant.folder.write([UInt8](plant.token().utf8), to: "token.jwt")
        let environment = ["FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"]
        let result = try plant.exchange(["--id-token", "token.jwt"], environment: environment)
        #expect(result.status == 0 && result.text.hasSuffix(".\n"), "\(result.errors)")
        #expect(try result.tokenClaims["uid"] == "plant:worker-7")
        #expect(
            result.errors
                == "token-bridge: warning: FIREBASE_AUTH_EMULATOR_HOST is set: the token is unsigned, and no key was read\n"
        )
        try plant.folder.write([UInt8](plant.token(["aud": "another"]).utf8), to: "token.jwt")
        let refused = try plant.exchange(["--id-token", "token.jwt"], environment: environment)
        #expect(refused.status == 4 && refused.output.isEmpty)
        let elsewhere = try plant.exchange(
            ["--id-token", "token.jwt"], environment: ["FIREBASE_AUTH_EMULATOR_HOST": "auth.example.com:9099"])
        #expect(elsewhere.status == 3 && elsewhere.output.isEmpty)
    }

    @Test("a folder of keys will do, beside the configuration")
    func keyFolder() throws {
        let plant = try Plant(members: #""keys": "ring","#)
        try plant.folder.write(try Locations.bytes("\(plant.folder.path)/key.json"), to: "ring/key.json")
        let result = try plant.exchange(token: plant.token(), ["--output", "json"])
        #expect(result.status == 0, "\(result.errors)")
        try plant.folder.write(
            try Locations.bytes("\(Locations.caseFolder("B05"))/sa-rsa3072.json"), to: "ring/other.json")
        let two = try plant.exchange(token: plant.token())
        #expect(two.status == 3 && two.output.isEmpty)
        #expect(two.errors.contains(#""keys": {"service_account": "FILE"}"#), "\(two.errors)")
    }

    @Test("relative paths of the configuration begin beside it, wherever it is run")
    func relativePaths() throws {
        let plant = try Plant()
        let elsewhere = try ScratchFolder()
        let result = try TokenBridge.run(
            ["exchange", "--provider", "plant", "--id-token", "-", "--config", "\(plant.folder.path)/bridge.json"],
            in: elsewhere, input: [UInt8](plant.token().utf8))
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test("single values come from the environment")
    func overrides() throws {
        let plant = try Plant()
        try plant.folder.write([UInt8](plant.token(["aud": "another"]).utf8), to: "token.jwt")
        let result = try plant.exchange(
            ["--id-token", "token.jwt", "--output", "json"],
            environment: ["TOKEN_BRIDGE_PROVIDERS_PLANT_CLIENT_ID": "another", "TOKEN_BRIDGE_TOKEN_LIFETIME": "60"])
        #expect(result.status == 0, "\(result.errors)")
        let object = try JSONObject(parsing: result.output, limits: .document)
        #expect(object["client_id"] == "another")
        #expect(object["expires_at"]?.integer == object["issued_at"]?.integer.map { $0 + 60 })
    }

    @Test("the tenant and the claims of the configuration are in the token, names that Google reserves are not")
    func tokenSection() throws {
        let plant = try Plant()
        let claimed = try plant.exchange(
            ["--id-token", "-"], input: plant.token(), environment: ["TOKEN_BRIDGE_TOKEN_TENANT": "tenant-7abcd"])
        #expect(try claimed.tokenClaims["tenant_id"] == "tenant-7abcd")
        let text = String(decoding: try Locations.bytes("\(plant.folder.path)/bridge.json"), as: UTF8.self)
        for name in ["sub", "firebase", "email"] {
            try plant.folder.write([UInt8](text.replacing("\"who\"", with: "\"\(name)\"").utf8), to: "bridge.json")
            let refused = try plant.exchange(["--id-token", "-"], input: plant.token())
            #expect(refused.status == 3 && refused.output.isEmpty)
            #expect(refused.errors.contains("token.claims.\(name)"), "\(refused.errors)")
        }
    }

    @Test("claims that grow too large for a token are refused, and what to leave out is told")
    func largeClaims() throws {
        let plant = try Plant()
        let result = try plant.exchange(token: plant.token(["name": .string(String(repeating: "n", count: 200))]))
        #expect(result.status == 0)
        let limited = try plant.exchange(
            ["--id-token", "token.jwt"], environment: ["TOKEN_BRIDGE_TOKEN_CLAIMS_MAX_BYTES": "100"])
        #expect(limited.status == 4 && limited.output.isEmpty)
        #expect(limited.errors.contains("(CLAIMS_TOO_LARGE)\nhint: leave long values"), "\(limited.errors)")
    }
}
