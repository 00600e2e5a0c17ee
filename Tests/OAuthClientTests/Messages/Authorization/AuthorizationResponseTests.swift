import OAuthClient
import StrictJSON
import TestSupport
import Testing

@Suite("Authorization responses")
struct AuthorizationResponseTests {
    private let state = "state=\(MessageFixtures.stateText)"

    private func response(
        _ query: String, issuer: ResponseIssuer = .notAnnounced
    ) throws -> AuthorizationResponse {
        try AuthorizationResponse(.query(query), to: MessageFixtures.pending(issuer: issuer))
    }

    @Test("a code comes with the redirect address and proof key of its request (6749-13)")
    func code() throws {
        let response = try response("code=4%2F0AbC%2BdE&\(state)&scope=openid+email&unknown=1")
        #expect(response.grant.code.secretText == "4/0AbC+dE")
        #expect(response.grant.redirectURI.text == "https://app.example.com/cb")
        guard case .s256(let key) = response.grant.proofKey else {
            Issue.record("the proof key is lost")
            return
        }
        #expect(key.secretText == MessageFixtures.verifier)
        #expect(response.unverifiedParameters["scope"] == "openid email")
    }

    @Test(
        "another state, or none, is refused before anything else is looked at (6749-12)",
        arguments: [
            "code=x", "code=x&state=", "code=x&state=EVIL", "code=x&state=kD9sN3fWq0b6xLr2TzYh7a",
            "code=x&state=kD9sN3fWq0b6xLr2TzYh7", "code=x&state=kD9sN3fWq0b6xLr2TzYh7AA",
            "code=x&state=kD9sN3fWq0b6xLr2TzYh7%41%20", "error=access_denied", "error=access_denied&state=EVIL",
            "iss=https://evil.example&state=EVIL", "", "State=kD9sN3fWq0b6xLr2TzYh7A&code=x",
        ])
    func state(_ query: String) throws {
        #expect(try messageRefusal { try response(query) }.code == .stateMismatch)
    }

    @Test("the issuer is compared before code and error (9207-01)")
    func issuer() throws {
        let issuer = ResponseIssuer.required("https://id.example.com")
        #expect(
            try response("code=x&\(state)&iss=https%3A%2F%2Fid.example.com", issuer: issuer).grant.code.secretText
                == "x")
        for found in [
            "https%3A%2F%2Fevil.example", "https%3A%2F%2Fid.example.com%2F", "https%3A%2F%2FID.example.com", "",
            "http%3A%2F%2Fid.example.com",
        ] {
            for rest in ["code=x", "error=access_denied"] {
                let error = try messageRefusal { try response("\(rest)&\(state)&iss=\(found)", issuer: issuer) }
                #expect(error.code == .issuerMismatch)
            }
        }
    }

    @Test(
        "an announced issuer that is missing is a refusal, of errors too (9207-02)",
        arguments: ["code=x", "error=server_error"])
    func missingIssuer(_ rest: String) throws {
        let error = try messageRefusal { try response("\(rest)&\(state)", issuer: .required("https://id.example.com")) }
        #expect(error.code == .issuerMismatch)
    }

    @Test(
        "an issuer that was not announced is a refusal (9207-03)",
        arguments: ["iss=https%3A%2F%2Fid.example.com", "iss=", "iss"])
    func unannouncedIssuer(_ issuer: String) throws {
        #expect(try messageRefusal { try response("code=x&\(state)&\(issuer)") }.code == .issuerMismatch)
    }

    @Test("GitHub's issuer may be missing, and must be right where it is there (PRV-20)")
    func issuerIfPresent() throws {
        let issuer = ResponseIssuer.ifPresent("https://github.com/login/oauth")
        #expect(throws: Never.self) { try response("code=x&\(state)", issuer: issuer) }
        #expect(throws: Never.self) {
            try response("code=x&\(state)&iss=https%3A%2F%2Fgithub.com%2Flogin%2Foauth", issuer: issuer)
        }
        for found in ["https%3A%2F%2Fgithub.com", "https%3A%2F%2Fgithub.evil%2Flogin%2Foauth", ""] {
            let error = try messageRefusal { try response("code=x&\(state)&iss=\(found)", issuer: issuer) }
            #expect(error.code == .issuerMismatch)
        }
    }

    @Test("an empty expected issuer matches nothing")
    func emptyIssuer() throws {
        let error = try messageRefusal { try response("code=x&\(state)&iss=", issuer: .required("")) }
        #expect(error.code == .issuerMismatch)
    }

    @Test(
        "a provider's error is read in all spellings, also beside a code",
        arguments: [
            ("error=access_denied&error_description=The+user+said+no", "access_denied"),
            ("error=access_denied&error_code=200&error_reason=user_denied", "access_denied"),
            ("error_code=1349003&error_message=No", "1349003"), ("error_reason=user_denied", "user_denied"),
            ("code=x&error=invalid_scope", "invalid_scope"),
        ])
    func errors(_ query: String, _ code: String) throws {
        let error = try messageRefusal { try response("\(query)&\(state)") }
        #expect(error == OAuthClientError(.refusedByProvider, "", providerCode: code))
    }

    @Test("what the refusal means is told apart")
    func meaning() throws {
        #expect(try messageRefusal { try response("error=access_denied&\(state)") }.refusal == .denied)
        #expect(try messageRefusal { try response("error=unauthorized_client&\(state)") }.refusal == .clientRejected)
        let error = try messageRefusal { try response("error=temporarily_unavailable&\(state)") }
        #expect(error.code == .providerUnavailable)
        #expect(error.isTemporary)
    }

    @Test(
        "a missing, empty, repeated, cut or impossible code is malformed",
        arguments: [
            "", "code=&", "code=a&code=b&", "code=a&c%6Fde=b&", "code=%&", "code=%4&", "code=%zz&", "code=%ff&",
            "code=a%00b&", "code=a%0D%0Ab&", "code=%C3%A9&", "code=a b&", "code&",
        ])
    func malformed(_ query: String) throws {
        #expect(try messageRefusal { try response("\(query)\(state)") }.code == .answerMalformed)
    }

    @Test("more than 16 KiB are not looked at")
    func size() throws {
        let query = "\(state)&code=\(String(repeating: "a", count: 16 << 10))"
        #expect(try messageRefusal { try response(query) }.code == .answerMalformed)
    }

    @Test("a response is taken only in the way that was asked for")
    func delivery() throws {
        let body = Array("code=x&\(state)&user=%7B%7D".utf8)
        let formPost = try MessageFixtures.pending(responseMode: .formPost)
        #expect(try AuthorizationResponse(.formPost(body), to: formPost).unverifiedParameters["user"] == "{}")
        let query = try MessageFixtures.pending()
        for (delivery, pending) in [
            (RedirectDelivery.formPost(body), query), (.query("code=x&\(state)"), formPost),
            (.pastedAddress("https://app.example.com/cb?code=x&\(state)"), formPost),
        ] {
            #expect(try messageRefusal { try AuthorizationResponse(delivery, to: pending) }.code == .answerMalformed)
        }
    }

    @Test("a pasted address must be the redirect address; what Facebook appends is dropped (8252-05)")
    func pasted() throws {
        let pending = try MessageFixtures.pending()
        let address = "  \"https://app.example.com/cb?code=x&\(state)#_=_\"\r\n"
        #expect(try AuthorizationResponse(.pastedAddress(address), to: pending).grant.code.secretText == "x")
        for other in [
            "https://evil.example/cb?code=x&\(state)", "https://app.example.com/cb2?code=x&\(state)",
            "https://app.example.com/CB?code=x&\(state)", "code=x&\(state)", "", "https://app.example.com/",
        ] {
            #expect(throws: OAuthClientError(.answerMalformed, "")) {
                try AuthorizationResponse(.pastedAddress(other), to: pending)
            }
        }
    }

    @Test("what a person types is taken as the case says (B41)")
    func typed() throws {
        let path = "\(try Locations.caseFolder("B41"))/inputs.json"
        let inputs = try #require(try JSONValue(parsing: Locations.bytes(path), limits: .document).array)
        #expect(inputs.count == 9)
        let pending = try MessageFixtures.pending(redirectURI: "http://127.0.0.1:8765/cb")
        for input in inputs {
            // A state of two characters is none here; the case's S1 stands for the one that was sent.
            let typed = try #require(input.object?["typed"]?.string)
                .replacing("state=S1", with: "state=\(MessageFixtures.stateText)")
            let code =
                try? typed.contains("://")
                ? AuthorizationResponse(.pastedAddress(typed), to: pending).grant.code
                : AuthorizationCode(typed: typed, .neverPercentEncoded)
            #expect(code?.secretText == input.object?["code"]?.string, "\(typed)")
        }
    }

    @Test("a typed code is decoded only where the provider's codes never have an escape (B41)")
    func typedForms() throws {
        #expect(try AuthorizationCode(typed: "4%2F0+a", .verbatim).secretText == "4%2F0+a")
        #expect(try AuthorizationCode(typed: "4%2F0+a", .neverPercentEncoded).secretText == "4/0+a")
        #expect(try AuthorizationCode(typed: "4/0+a", .neverPercentEncoded).secretText == "4/0+a")
        for text in ["", "  ", "a b", "a\nb", "é", "4%2", "%zz", "4%20a", "4%0Aa", "\"\""] {
            #expect(
                try messageRefusal { try AuthorizationCode(typed: text, .neverPercentEncoded) }.code
                    == .parameterInvalid)
        }
    }

    @Test("a response shows nothing of the code when it is printed or refused")
    func printed() throws {
        let response = try response("code=canary-code&\(state)")
        for text in ["\(response)", String(reflecting: response), "\(RedirectDelivery.query("code=canary-code"))"] {
            #expect(!text.contains("canary"))
        }
        let error = try messageRefusal { try self.response("code=canary-code&code=canary-code&\(state)") }
        #expect(!error.reason.contains("canary"))
    }
}
