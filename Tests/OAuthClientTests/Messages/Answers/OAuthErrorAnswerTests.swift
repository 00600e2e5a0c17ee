import OAuthClient
import StrictJSON
import Testing

@Suite("Errors of providers")
struct OAuthErrorAnswerTests {
    private func answer(_ description: String, code: String = "invalid_grant") throws -> OAuthErrorAnswer {
        var members = JSONObject()
        members["error"] = .string(code)
        members["error_description"] = .string(description)
        return try #require(OAuthErrorAnswer(members, failureMembers: []))
    }

    @Test(
        "a description has the characters of RFC 6749 only, on one line (6749-09)",
        arguments: [
            ("The code is wrong", "The code is wrong"), ("a\"b\\c", "a'b?c"), ("a\r\n\tb", "a b"), ("é\u{1F600}", "??"),
            ("\u{1B}[31mred", "?[31mred"), ("\u{202E}abc", "?abc"), ("  a   b  ", "a b"), ("a\u{7F}b", "a?b"),
        ])
    func cleaned(_ text: String, _ expected: String) throws {
        #expect(try answer(text).description == expected)
    }

    @Test("a description has at most 200 characters, a code 100 (6749-09)")
    func cut() throws {
        let words = String(repeating: "word ", count: 100)
        #expect(try answer(words).description?.utf8.count == 200)
        #expect(try answer("", code: words).code.utf8.count == 100)
        #expect(try answer("").description == nil)
    }

    @Test(
        "a token that the provider quotes back is left out",
        arguments: [
            "Malformed access token EAACEdEose0cBAabcdefghijklmnopqrstuvwxyz0123456789",
            "token=gho_16C7e42F292c6912E7710c838347Ae178B4aXYZ",
            "\"eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2ln\"",
            String(repeating: "a ", count: 90) + "EAACEdEose0cBAabcdefghijklmnopqrstuvwxyz0123456789",
        ])
    func tokens(_ text: String) throws {
        let description = try #require(try answer(text).description)
        #expect(!description.contains("EAAC") && !description.contains("gho_") && !description.contains("eyJ"))
        #expect(!(try answer("", code: text).code.contains("EAAC")))
    }

    @Test("a trace identifier is kept")
    func trace() throws {
        let text = "AADSTS70008: expired. Trace ID: 0f8fad5b-d9cb-469f-a165-70867728950e"
        #expect(try answer(text).description == text)
    }

    @Test("Facebook's object is read with its subcode")
    func object() throws {
        let text =
            #"{"error":{"message":"m","type":"OAuthException","code":31,"error_subcode":1349174,"fbtrace_id":"A"}}"#
        let answer = try #require(
            OAuthErrorAnswer(JSONObject(parsing: Array(text.utf8), limits: .token), failureMembers: []))
        #expect(answer.code == "31")
        #expect(answer.subcode == "1349174")
        #expect(answer.description == "m")
    }

    @Test("status and message are an error only where the status of the answer is one")
    func statusAndMessage() throws {
        let members = try JSONObject(
            parsing: Array(#"{"status":400,"message":"authorization_pending"}"#.utf8), limits: .token)
        #expect(OAuthErrorAnswer(members, failureMembers: []) == nil)
        #expect(OAuthErrorAnswer(ofFailure: members, failureMembers: [])?.code == "authorization_pending")
    }

    @Test(
        "a code says what is to be done",
        arguments: [
            ("invalid_grant", ProviderRefusal.grantInvalid), ("bad_verification_code", .grantInvalid),
            ("invalid_client", .clientRejected), ("incorrect_client_credentials", .clientRejected),
            ("redirect_uri_mismatch", .clientRejected), ("access_denied", .denied), ("server_error", .temporary),
            ("authorization_pending", .other), ("INVALID_GRANT", .other), ("", .other),
        ])
    func meaning(_ code: String, _ meaning: ProviderRefusal) {
        #expect(ProviderRefusal(code: code) == meaning)
    }

    @Test("a refusal of our own has no meaning of a provider")
    func ownRefusal() {
        #expect(OAuthClientError(.stateMismatch, "").refusal == nil)
    }

    @Test("codes are stable, upper case, and each stands once")
    func codes() {
        let names = OAuthClientError.Code.allCases.map(\.rawValue)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.utf8.allSatisfy { 0x41...0x5A ~= $0 || $0 == 0x5F } })
    }
}
