import BridgeTesting
import OAuthClient
import StrictJSON
import Testing

@Suite("Google's token endpoint: assertions of service accounts (RFC 7523)")
struct AssertionGrantTests {
    private static let account = "sandbox@sandbox-bridge.iam.gserviceaccount.com"
    private static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    private static let timeText =
        "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and "
        + "exp values in the JWT claim."

    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    private func assertion(_ changes: String = "{}", keyID: String? = Signer.keyID, by signer: Signer) throws -> String
    {
        var claims = JSONObject()
        claims["iss"] = .string(Self.account)
        claims["scope"] = .string(
            ["identitytoolkit", "cloud-platform"].map { "https://www.googleapis.com/auth/\($0)" }.joined(separator: " ")
        )
        claims["aud"] = "https://oauth2.googleapis.com/token"
        claims["iat"] = .integer(bench.now)
        claims["exp"] = .integer(bench.now + 3600)
        for member in try JSONObject(parsing: [UInt8](changes.utf8), limits: .token).members {
            claims[member.name] = member.value == .null ? nil : member.value
        }
        let kid = keyID.map { #","kid":"\#($0)""# } ?? ""
        return try signer.token(claims, header: #"{"alg":"RS256","typ":"JWT"\#(kid)}"#)
    }

    private func ask(_ assertion: String, _ type: String = grantType) async throws -> Reply {
        try await bench.form("/oauth2.googleapis.com/token", ["grant_type": type, "assertion": assertion])
    }

    @Test("a good assertion is answered with an access token that is good for an hour")
    func good() async throws {
        let reply = try await ask(assertion(by: Signer.own.get()))
        #expect(reply.json.names == ["access_token", "expires_in", "token_type"])
        #expect(reply.json["expires_in"] == 3599)
        let token = try #require(reply.json["access_token"]?.string)
        #expect(token.hasPrefix("ya29."))
        let path = "/iam.googleapis.com/v1/projects/-/serviceAccounts/\(Self.account)/keys"
        #expect(await bench.call("GET", path, ["Authorization": "Bearer \(token)"]).status == 200)
    }

    @Test("the sandbox's own token endpoint is an audience too, and a kid is not needed")
    func variants() async throws {
        let own = #"{"aud":"http://127.0.0.1:9099/oauth2.googleapis.com/token"}"#
        #expect(try await ask(assertion(own, by: Signer.own.get())).status == 200)
        #expect(try await ask(assertion(keyID: nil, by: Signer.own.get())).status == 200)
    }

    @Test(
        "an assertion that is wrong is refused in Google's words",
        arguments: [
            (#"{"iss":"nobody@x.iam.gserviceaccount.com"}"#, "invalid_grant", "Invalid grant: account not found"),
            (#"{"aud":"https://example.com/token"}"#, "invalid_grant", "Invalid JWT: Failed audience check."),
            (#"{"aud":null}"#, "invalid_grant", "Invalid JWT: Failed audience check."),
            (#"{"exp":1800003601}"#, "invalid_grant", timeText), (#"{"exp":null}"#, "invalid_grant", timeText),
            (#"{"iat":1799990000,"exp":1799993600}"#, "invalid_grant", timeText),
            (#"{"iat":1800000301,"exp":1800003601}"#, "invalid_grant", timeText),
            (#"{"iat":-9223372036854775808}"#, "invalid_grant", timeText),
            (#"{"scope":""}"#, "invalid_scope", "Invalid OAuth scope or ID token audience provided."),
            (#"{"scope":null}"#, "invalid_scope", "Invalid OAuth scope or ID token audience provided."),
            (#"{"scope":"everything"}"#, "invalid_scope", "Invalid OAuth scope or ID token audience provided."),
        ])
    func refused(changes: String, error: String, description: String) async throws {
        let reply = try await ask(assertion(changes, by: Signer.own.get()))
        #expect(reply.status == 400)
        #expect(reply.text == #"{"error":"\#(error)","error_description":"\#(description)"}"#)
    }

    @Test("an assertion of another key, a key that is named wrongly or gone has no signature that is valid")
    func signatures() async throws {
        let text = "Invalid JWT Signature."
        #expect(try await ask(assertion(by: Signer.other.get())).json["error_description"] == .string(text))
        #expect(
            try await ask(assertion(keyID: "other", by: Signer.own.get())).json["error_description"] == .string(text))
        let path = "/iam.googleapis.com/v1/projects/-/serviceAccounts/\(Self.account)/keys/\(Signer.keyID)"
        let token = try bench.administrator()
        _ = await bench.call("DELETE", path, ["Authorization": "Bearer \(token)"])
        bench.clock.advance(by: 60)
        #expect(try await ask(assertion(by: Signer.own.get())).json["error_description"] == .string(text))
    }

    @Test("requests that are none are refused")
    func requests() async throws {
        #expect(try await ask("garbage").oauthError == "invalid_grant")
        #expect(try await ask(assertion(by: Signer.own.get()), "password").oauthError == "unsupported_grant_type")
        #expect(try await bench.form("/oauth2.googleapis.com/token", [:]).oauthError == "invalid_request")
        #expect(await bench.post("/oauth2.googleapis.com/token", "{}").oauthError == "invalid_request")
        #expect(await bench.call("GET", "/oauth2.googleapis.com/token").status == 404)
    }
}
