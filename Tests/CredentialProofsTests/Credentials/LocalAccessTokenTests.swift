import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Access tokens: those that are looked at here")
struct LocalAccessTokenTests {
    private static func stage() throws -> Stage {
        let stage = try Stage("auth0", parameters: [.issuer: "https://provider.test/"]) {
            $0.accessTokens = .withCheckThatIsOffByDefault
        }
        stage.transport.publish("https://provider.test/.well-known/jwks.json", try Stage.standardKeys())
        stage.transport.publish(Stage.discovery, Stage.metadata(["issuer": "https://provider.test/"]))
        stage.transport.publish(Stage.userinfo, json(["sub": "user-0001"]))
        return stage
    }

    private static func token(_ changes: [String: JSONValue?] = [:], header: [String: JSONValue?] = ["typ": "at+jwt"])
        throws -> String
    {
        let base: [String: JSONValue?] = [
            "iss": "https://provider.test/", "aud": "https://api.test", "azp": "client-ours",
        ]
        return try Forge.token(base.merging(changes) { $1 }, header: header)
    }

    @Test("9068-01: a token that names our client is accepted", arguments: ["at+jwt", "JWT", nil])
    func accepted(_ type: String?) async throws {
        let token = try Self.token(header: ["typ": type.map { .string($0) }])
        #expect(try await Self.stage().identity(accessToken: token).subject.value == "user-0001")
    }

    @Test(
        "PRV-02: a token that names another client, or none, is refused",
        arguments: [nil, "client-other", "", JSONValue.null, .array(["client-ours"])])
    func others(_ value: JSONValue?) async throws {
        _ = try await Self.stage().refusal(accessToken: Self.token(["azp": value]))
    }

    @Test("tokens of another issuer, without end, ended, or not valid yet are refused")
    func claims() async throws {
        let changes: [[String: JSONValue?]] = [
            ["iss": "https://provider.test"], ["iss": nil], ["exp": nil], ["exp": .integer(Forge.now - 61)],
            ["exp": "4102444800"], ["nbf": .integer(Forge.now + 61)], ["iat": .integer(Forge.now + 61)], ["nbf": "0"],
        ]
        for change in changes { _ = try await Self.stage().refusal(accessToken: Self.token(change)) }
    }

    @Test(
        "a token of another kind does not pass for an access token",
        arguments: ["logout+jwt", "dpop+jwt", "secevent+jwt", "x"])
    func kinds(_ type: String) async throws {
        _ = try await Self.stage().refusal(accessToken: Self.token(header: ["typ": .string(type)]))
    }

    @Test(
        "OIDC-11: an ID token does not pass for an access token: its nonce and age would go unchecked",
        arguments: ["nonce", "at_hash", "c_hash"])
    func idTokens(_ claim: String) async throws {
        let token = try Self.token(["aud": "client-ours", claim: "x"], header: ["typ": "JWT"])
        let error = try await Self.stage().refusal(accessToken: token)
        #expect(error.code == .credentialInvalid)
    }

    @Test("OIDC-06: a forged token is refused")
    func forged() async throws {
        let other = try Forge.token(
            ["iss": "https://provider.test/", "azp": "client-ours"], by: TestKey.otherRSA.get())
        _ = try await Self.stage().refusal(accessToken: other)
        _ = try await Self.stage().refusal(accessToken: "opaque")
    }
}
