import OAuthClient
import Testing

@Suite("Revocation")
struct RevocationTests {
    private func answer(_ body: String, status: Int) throws -> RevocationAnswer {
        try RevocationAnswer(
            parsing: MessageFixtures.answer(body, status: status), from: EndpointURL("https://id.example.com/revoke"))
    }

    @Test("the request names the token and its kind, and the client proves who it is")
    func request() throws {
        let url = try EndpointURL("https://id.example.com/revoke")
        let request = try RevocationRequest(.refreshToken(RefreshToken("r+t"))).httpRequest(
            from: MessageFixtures.publicClient(), to: url)
        #expect(
            try MessageFixtures.form(request) == [
                "token": "r+t", "token_type_hint": "refresh_token", "client_id": "client-ours",
            ])
        let other = try RevocationRequest(.accessToken(AccessToken("at"))).httpRequest(
            from: MessageFixtures.confidentialClient(), to: url)
        #expect(try MessageFixtures.form(other)["token_type_hint"] == "access_token")
        #expect(MessageFixtures.field("Authorization", of: other) != nil)
    }

    @Test("the endpoint is https (7009-04)")
    func endpoint() throws {
        #expect(try messageRefusal { try EndpointURL("http://id.example.com/revoke") }.code == .addressNotAllowed)
    }

    @Test("any success is one, whatever the body", arguments: [(200, ""), (200, "{}"), (200, "<html>"), (204, "")])
    func success(_ status: Int, _ body: String) throws {
        #expect(throws: Never.self) { try answer(body, status: status) }
    }

    @Test("everything else is none: the token may still be valid")
    func failure() throws {
        let unsupported = try messageRefusal { try answer(#"{"error":"unsupported_token_type"}"#, status: 400) }
        #expect(unsupported == OAuthClientError(.refusedByProvider, "", providerCode: "unsupported_token_type"))
        #expect(try messageRefusal { try answer("", status: 503) }.isTemporary)
        for status in [302, 400, 404, 100] {
            #expect(try messageRefusal { try answer("", status: status) }.code == .answerMalformed)
        }
    }
}
