import JOSE
import OAuthClient
import Testing

@Suite("Introspection")
struct IntrospectionTests {
    private func answer(
        _ body: String, status: Int = 200, type: String? = "application/json", clients: [String] = []
    ) throws -> IntrospectionAnswer {
        try IntrospectionAnswer(
            parsing: MessageFixtures.answer(body, status: status, type: type),
            from: EndpointURL("https://id.example.com/introspect"), issuedTo: ClientIdentifier("client-ours"),
            or: clients.map { try ClientIdentifier($0) }, now: MessageFixtures.now)
    }

    @Test("the request is authenticated and keeps the token out of the address (7662-01)")
    func request() throws {
        let request = try IntrospectionRequest(.accessToken(AccessToken("at"))).httpRequest(
            from: MessageFixtures.confidentialClient(), to: EndpointURL("https://id.example.com/introspect"))
        #expect(try MessageFixtures.form(request) == ["token": "at", "token_type_hint": "access_token"])
        #expect(MessageFixtures.field("Authorization", of: request) != nil)
        #expect(request.url.text == "https://id.example.com/introspect")
    }

    @Test("a valid token of ours is proven by client_id, or by the one audience (7662-03)")
    func proven() throws {
        let answer = try answer(
            #"{"active":true,"client_id":"client-ours","aud":["https://api.example"],"sub":"u1","exp":1796011925,"scope":"a b"}"#
        )
        #expect(answer.client.text == "client-ours")
        #expect(answer.subject == "u1")
        #expect(answer.expiration == NumericDate(secondsSinceEpoch: 1_796_011_925))
        #expect(answer.scopes?.scopes == ["a", "b"])
        #expect(try self.answer(#"{"active":true,"aud":"client-ours"}"#).client.text == "client-ours")
        #expect(try self.answer(#"{"active":true,"aud":["client-ours"]}"#).client.text == "client-ours")
        #expect(try self.answer(#"{"active":true,"client_id":"b"}"#, clients: ["a", "b"]).client.text == "b")
    }

    @Test(
        "a token that is not valid is refused, whatever else is said (7662-03)",
        arguments: [#"{"active":false}"#, #"{"active":false,"client_id":"client-ours"}"#])
    func inactive(_ body: String) throws {
        #expect(try messageRefusal { try answer(body) }.code == .tokenInactive)
    }

    @Test(
        "active is the truth value true and nothing like it (7662-03)",
        arguments: ["\"true\"", "1", "null", "[true]", "{}", "\"\""])
    func activeKinds(_ value: String) throws {
        let error = try messageRefusal { try answer(#"{"client_id":"client-ours","active":\#(value)}"#) }
        #expect(error.code == .answerMalformed)
    }

    @Test(
        "a token of another client is refused (7662-03)",
        arguments: [
            #""client_id":"other""#, #""client_id":"client-ours2""#, #""client_id":"Client-ours""#, #""aud":"other""#,
            #""aud":[]"#, #""aud":["client-ours","other"]"#, #""client_id":"other","aud":"client-ours""#,
        ])
    func otherClient(_ members: String) throws {
        #expect(try messageRefusal { try answer(#"{"active":true,\#(members)}"#) }.code == .audienceMismatch)
    }

    @Test(
        "an answer that names neither client nor audience proves nothing (7662-03)",
        arguments: ["", #","sub":"u1""#, #","azp":"client-ours""#])
    func unprovable(_ members: String) throws {
        #expect(try messageRefusal { try answer(#"{"active":true\#(members)}"#) }.code == .audienceUnprovable)
    }

    @Test(
        "a member of another kind, or twice, is malformed (PRV-06, PRV-08)",
        arguments: [
            #""client_id":1"#, #""client_id":null"#, #""client_id":["client-ours"]"#, #""client_id":"""#, #""aud":1"#,
            #""aud":null"#, #""aud":[1]"#, #""aud":["client-ours",null]"#, #""client_id":"client-ours","aud":1"#,
            #""client_id":"client-ours","sub":1"#, #""client_id":"client-ours","sub":"""#,
            #""client_id":"client-ours","exp":"1796011925""#, #""client_id":"client-ours","exp":true"#,
            #""client_id":"client-ours","scope":1"#, #""client_id":"other","client_id":"client-ours""#,
            #""active":true,"client_id":"client-ours""#,
        ])
    func malformed(_ members: String) throws {
        #expect(try messageRefusal { try answer(#"{"active":true,\#(members)}"#) }.code == .answerMalformed)
    }

    @Test(
        "a token that has ended, or not begun, is not valid",
        arguments: [#""exp":1796011924"#, #""exp":0"#, #""exp":1796011924.9"#, #""nbf":1796011925"#])
    func times(_ member: String) throws {
        let error = try messageRefusal { try answer(#"{"active":true,"client_id":"client-ours",\#(member)}"#) }
        #expect(error.code == .tokenInactive)
    }

    @Test("only a JSON object with status 200 is an answer (PRV-08)")
    func bodies() throws {
        for body in ["", "[]", "true", "<html>", "active=true&client_id=client-ours", #"{"active":true"#] {
            for type in ["application/json", "application/x-www-form-urlencoded", nil] {
                #expect(try messageRefusal { try answer(body, type: type) }.code == .answerMalformed)
            }
        }
        let good = #"{"active":true,"client_id":"client-ours"}"#
        #expect(try messageRefusal { try answer(good, status: 401) }.code == .answerMalformed)
        #expect(try messageRefusal { try answer(good, status: 302) }.code == .answerMalformed)
        #expect(try messageRefusal { try answer(good, status: 503) }.code == .providerUnavailable)
        let error = try messageRefusal { try answer(#"{"active":true,"client_id":"client-ours","error":"x"}"#) }
        #expect(error.code == .refusedByProvider)
    }
}
