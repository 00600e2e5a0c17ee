import CredentialProofs
import Providers
import StrictJSON
import Testing

@Suite("ID tokens: audience")
struct IDTokenAudienceTests {
    /// Whom a token was issued to, and what must come of it for the client `client-ours`.
    struct Claims: Sendable, CustomTestStringConvertible {
        let aud: JSONValue?
        var azp: JSONValue?

        var testDescription: String { "aud \(aud?.compactText ?? "absent"), azp \(azp?.compactText ?? "absent")" }
        var token: String { get throws { try Forge.token(["aud": aud, "azp": azp]) } }
    }

    private static let ours: JSONValue = "client-ours"

    @Test(
        "OIDC-03, PRV-06: an audience that does not name our client byte for byte is another's",
        arguments: [
            Claims(aud: "client-other"), Claims(aud: "client-our"), Claims(aud: "client-ours2"),
            Claims(aud: "Client-Ours"), Claims(aud: "client-ours "), Claims(aud: " client-ours"),
            Claims(aud: "client-ours client-other"), Claims(aud: "client-ours,client-other"), Claims(aud: ""),
            Claims(aud: .array([])), Claims(aud: .array([""])), Claims(aud: .array(["client-other"])),
            Claims(aud: "client\u{2011}ours"), Claims(aud: "https://provider.test"),
            Claims(aud: "*"), Claims(aud: .array(["client-other", "client-another"]), azp: ours),
            Claims(aud: "client-other", azp: ours),
        ])
    func others(_ claims: Claims) async throws {
        let error = try await Stage().refusal(claims.token)
        #expect(error.code == .audienceMismatch)
        #expect(error.reason.contains("\"client-ours\""))
    }

    @Test(
        "OIDC-03: an audience that is missing or no string is refused",
        arguments: [
            Claims(aud: nil), Claims(aud: .null), Claims(aud: .integer(1)), Claims(aud: .bool(true)),
            Claims(aud: .object(json(["client-ours": true]))), Claims(aud: .array(["client-ours", .integer(1)])),
            Claims(aud: .array(["client-ours", .null])), Claims(aud: .array([.array(["client-ours"])])),
        ])
    func kinds(_ claims: Claims) async throws {
        #expect(try await Stage().refusal(claims.token).code == .credentialInvalid)
    }

    @Test(
        "OIDC-04, PRV-07: several audiences without an authorized party are refused, whoever they are",
        arguments: [
            Claims(aud: .array(["client-ours", "client-other"])), Claims(aud: .array(["client-other", "client-ours"])),
            Claims(aud: .array(["client-ours", "client-ours"])),
        ])
    func several(_ claims: Claims) async throws {
        let error = try await Stage().refusal(claims.token)
        #expect(error.code == .audienceMismatch)
        #expect(error.reason.contains("azp"))
    }

    @Test(
        "OIDC-05: an authorized party that is not our client is refused, also beside a single audience",
        arguments: [
            Claims(aud: ours, azp: "client-other"), Claims(aud: .array([ours]), azp: "client-other"),
            Claims(aud: .array([ours, "client-other"]), azp: "client-other"), Claims(aud: ours, azp: ""),
            Claims(aud: ours, azp: "CLIENT-OURS"), Claims(aud: ours, azp: .null),
            Claims(aud: ours, azp: .array([ours])),
            Claims(aud: ours, azp: .integer(1)), Claims(aud: ours, azp: .bool(true)),
        ])
    func parties(_ claims: Claims) async throws {
        let error = try await Stage().refusal(claims.token)
        #expect(error.code == .audienceMismatch || error.code == .credentialInvalid)
        #expect(error.reason.contains("azp"))
    }

    @Test(
        "OIDC-03, OIDC-05: our client alone, or with others when it is the authorized party",
        arguments: [
            Claims(aud: ours), Claims(aud: .array([ours])), Claims(aud: ours, azp: ours),
            Claims(aud: .array([ours]), azp: ours), Claims(aud: .array(["client-other", ours]), azp: ours),
        ])
    func accepted(_ claims: Claims) async throws {
        #expect(try await Stage().identity(claims.token).client == "client-ours")
    }

    @Test("OIDC-03: with the preset for Google any of our clients may be the audience, and the identity names it")
    func severalClients() async throws {
        let stage = try Stage("google", clients: ["web-ours", "android-ours", "ios-ours"])
        for client in ["web-ours", "android-ours", "ios-ours"] {
            let token = try Forge.token(["iss": "https://accounts.google.com", "aud": .string(client)])
            #expect(try await stage.identity(token).client == client)
        }
    }

    @Test("OIDC-05: the authorized party may be another of our clients, as Android's is beside the web's")
    func otherClientOfOurs() async throws {
        let stage = try Stage("google", clients: ["web-ours", "android-ours"])
        let token = try Forge.token(["iss": "https://accounts.google.com", "aud": "web-ours", "azp": "android-ours"])
        #expect(try await stage.identity(token).client == "web-ours")
    }

    @Test(
        "OIDC-03, OIDC-05: several clients of ours let nobody else in",
        arguments: [
            Claims(aud: "web-other"), Claims(aud: "web-ours", azp: "android-other"),
            Claims(aud: "web-other", azp: "android-ours"), Claims(aud: .array(["web-ours", "android-ours"])),
            Claims(aud: .array(["web-other", "web-evil"]), azp: "web-ours"), Claims(aud: "web-ours\",\"android-ours"),
        ])
    func severalClientsOthers(_ claims: Claims) async throws {
        let stage = try Stage("google", clients: ["web-ours", "android-ours"])
        let token = try Forge.token(["iss": "https://accounts.google.com", "aud": claims.aud, "azp": claims.azp])
        #expect(try await stage.refusal(token).code == .audienceMismatch)
    }

    @Test("OIDC-03: where a provider has one client of ours, its other identifiers are no audience")
    func oneClientOnly() async throws {
        let stage = try Stage(clients: ["client-ours", "client-second"])
        #expect(try await stage.refusal(Forge.token(["aud": "client-second"])).code == .audienceMismatch)
        let party = try Forge.token(["aud": "client-ours", "azp": "client-second"])
        #expect(try await stage.refusal(party).code == .audienceMismatch)
    }

    @Test(
        "PRV-04: a provider without a client identifier cannot be set up",
        arguments: [[], [""], ["client-ours", ""], [" "], ["client ours"], ["clïent"]])
    func noClient(_ clients: [String]) throws {
        let error = try #require(throws: ProviderError.self) { _ = try Stage(clients: clients) }
        #expect(error.code == .audienceMissing)
    }
}
