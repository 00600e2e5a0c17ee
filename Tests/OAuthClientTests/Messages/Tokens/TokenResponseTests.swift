import OAuthClient
import StrictJSON
import Testing

@Suite("Token answers")
struct TokenResponseTests {
    private let github = TokenResponseRules(scopeForms: [.commaSeparated])

    @Test("all members are read, and unknown ones are ignored (6749-14)")
    func all() throws {
        let tokens = try MessageFixtures.tokens(
            #"{"access_token":"at","token_type":"Bearer","expires_in":3600,"refresh_token":"rt","scope":"a b","#
                + #""id_token":"x.y.z","unknown":{"a":[1]}}"#)
        #expect(tokens.accessToken.secretText == "at")
        #expect(tokens.expiresIn == 3600)
        #expect(tokens.refreshToken?.secretText == "rt")
        #expect(tokens.scopes?.scopes == ["a", "b"])
        #expect(tokens.idToken?.secretText == "x.y.z")
    }

    @Test("what is missing or null is missing")
    func missing() throws {
        let tokens = try MessageFixtures.tokens(
            #"{"access_token":"at","token_type":"bearer","scope":null,"id_token":null,"refresh_token":null,"error":null}"#
        )
        #expect(tokens.expiresIn == nil)
        #expect(tokens.refreshToken == nil)
        #expect(tokens.scopes == nil)
        #expect(tokens.idToken == nil)
    }

    @Test("the type is compared without regard to case (6749-15)", arguments: ["Bearer", "bearer", "BEARER", "bEaReR"])
    func type(_ type: String) throws {
        #expect(throws: Never.self) { try MessageFixtures.tokens(#"{"access_token":"t","token_type":"\#(type)"}"#) }
    }

    @Test(
        "another type, or none, is refused (6749-14)",
        arguments: [
            #","token_type":"mac""#, #","token_type":"DPoP""#, #","token_type":"N_A""#, #","token_type":"Bearer ""#,
            #","token_type":"bearers""#, #","token_type":"\#u{FF22}earer""#, #","token_type":1"#,
            #","token_type":["Bearer"]"#,
            #","token_type":true"#, #","token_type":"""#, #","token_type":null"#, "",
        ])
    func otherType(_ member: String) throws {
        #expect(
            try messageRefusal { try MessageFixtures.tokens(#"{"access_token":"t"\#(member)}"#) }.code
                == .answerMalformed)
    }

    @Test("a missing type is Bearer where the preset says so; another one is still refused")
    func missingType() throws {
        let rules = TokenResponseRules(missingTokenType: .isBearer)
        #expect(try MessageFixtures.tokens(#"{"access_token":"t"}"#, rules: rules).accessToken.secretText == "t")
        let error = try messageRefusal {
            try MessageFixtures.tokens(#"{"access_token":"t","token_type":"mac"}"#, rules: rules)
        }
        #expect(error.code == .answerMalformed)
    }

    @Test(
        "an access token of another kind, or with characters that would spoil a header, is refused",
        arguments: [
            #""access_token":1"#, #""access_token":null"#, #""access_token":"""#, #""access_token":["t"]"#,
            #""access_token":true"#, #""access_token":"a b""#, #""access_token":"a\r\nX: y""#, #""access_token":"é""#,
            #""Access_token":"t""#, #""access_token":"t\u0000""#, #""access_token":"t","access_token":"u""#,
        ])
    func accessToken(_ member: String) throws {
        let error = try messageRefusal { try MessageFixtures.tokens(#"{"token_type":"bearer",\#(member)}"#) }
        #expect(error.code == .answerMalformed)
    }

    @Test(
        "another member of the wrong kind is refused",
        arguments: [
            #""refresh_token":1"#, #""refresh_token":["r"]"#, #""refresh_token":"r\n""#, #""id_token":1"#,
            #""id_token":{"a":1}"#, #""id_token":"a b""#, #""scope":1"#, #""scope":["a"]"#, #""scope":{"a":1}"#,
            #""scope":"\\""#,
        ])
    func members(_ member: String) throws {
        let error = try messageRefusal {
            try MessageFixtures.tokens(#"{"access_token":"t","token_type":"bearer",\#(member)}"#)
        }
        #expect(error.code == .answerMalformed)
    }

    @Test("scopes are an array only for Twitch, and comma-separated only where the preset says so")
    func scopes() throws {
        let array = #"{"access_token":"t","token_type":"bearer","scope":["user:read:email","b"]}"#
        let twitch = TokenResponseRules(scopeForms: [.array])
        #expect(try MessageFixtures.tokens(array, rules: twitch).scopes?.scopes == ["user:read:email", "b"])
        #expect(try messageRefusal { try MessageFixtures.tokens(array) }.code == .answerMalformed)
        let commas = #"{"access_token":"t","token_type":"bearer","scope":"repo,gist"}"#
        #expect(try MessageFixtures.tokens(commas, rules: github).scopes?.scopes == ["repo", "gist"])
        #expect(try MessageFixtures.tokens(commas).scopes?.scopes == ["repo,gist"])
    }

    @Test("a missing ID token is fatal only where it is needed")
    func idToken() throws {
        let body = #"{"access_token":"t","token_type":"bearer"}"#
        let rules = TokenResponseRules(idToken: .required)
        #expect(try MessageFixtures.tokens(body).idToken == nil)
        #expect(try messageRefusal { try MessageFixtures.tokens(body, rules: rules) }.code == .answerMalformed)
        let empty = #"{"access_token":"t","token_type":"bearer","id_token":""}"#
        #expect(try messageRefusal { try MessageFixtures.tokens(empty, rules: rules) }.code == .answerMalformed)
    }

    @Test(
        "an error in an answer with status 200 wins over the token",
        arguments: [
            (#""error":"bad_verification_code""#, "bad_verification_code"), (#""error":"""#, "unnamed"),
            (#""error":1"#, "unnamed"), (#""error":false"#, "unnamed"), (#""error":["x"]"#, "unnamed"),
            (#""error":{"message":"m","type":"OAuthException","code":190,"error_subcode":460}"#, "190"),
            (#""error":{"type":"OAuthException"}"#, "OAuthException"), (#""error":{}"#, "unnamed"),
        ])
    func error(_ member: String, _ code: String) throws {
        let error = try messageRefusal {
            try MessageFixtures.tokens(#"{"access_token":"t","token_type":"bearer",\#(member)}"#)
        }
        #expect(error == OAuthClientError(.refusedByProvider, "", providerCode: code))
    }

    @Test(
        "a preset's own member of failure is looked at before the token",
        arguments: [
            ("ok", true, "false", "ok"), ("errcode", 0, "40029", "40029"), ("resultcode", "00", #""024""#, "024"),
            ("errcode", 0, #""0""#, "0"), ("errcode", 0, "null", "errcode"),
        ] as [(String, JSONValue, String, String)])
    func failureMember(_ name: String, _ success: JSONValue, _ found: String, _ code: String) throws {
        let rules = TokenResponseRules(failureMembers: [FailureMember(name: name, valueOfSuccess: success)])
        let body = #"{"access_token":"t","token_type":"bearer","\#(name)":"#
        let error = try messageRefusal { try MessageFixtures.tokens("\(body)\(found)}", rules: rules) }
        #expect(error == OAuthClientError(.refusedByProvider, "", providerCode: code))
        #expect(throws: Never.self) { try MessageFixtures.tokens("\(body)\(success.compactText)}", rules: rules) }
        #expect(throws: Never.self) { try MessageFixtures.tokens("\(body)\(found)}") }
    }

    @Test(
        "the error of another status is read in the spellings of the providers",
        arguments: [
            (400, #"{"error":"invalid_grant"}"#, "invalid_grant"),
            (401, #"{"error":"invalid_client"}"#, "invalid_client"),
            (400, #"{"status":400,"message":"authorization_pending"}"#, "authorization_pending"),
            (428, #"{"error":"authorization_pending"}"#, "authorization_pending"),
            (429, #"{"error":"slow_down"}"#, "slow_down"),
            (400, #"{"error":{"message":"m","type":"OAuthException","code":100,"fbtrace_id":"A"}}"#, "100"),
        ])
    func status(_ status: Int, _ body: String, _ code: String) throws {
        let error = try messageRefusal { try MessageFixtures.tokens(body, status: status) }
        #expect(error == OAuthClientError(.refusedByProvider, "", providerCode: code))
        #expect(!error.isTemporary)
    }

    @Test("a token with another status than 200 is none", arguments: [302, 400, 401, 500, 100, 600])
    func tokenWithStatus(_ status: Int) throws {
        let error = try messageRefusal {
            try MessageFixtures.tokens(#"{"access_token":"t","token_type":"bearer"}"#, status: status)
        }
        #expect(error.code == (status == 500 ? .providerUnavailable : .answerMalformed))
    }

    @Test(
        "a provider that says it is out of order is tried later",
        arguments: [(500, "server_error"), (400, "temporarily_unavailable"), (400, "server_error")])
    func outOfOrder(_ status: Int, _ code: String) throws {
        let error = try messageRefusal { try MessageFixtures.tokens(#"{"error":"\#(code)"}"#, status: status) }
        #expect(error == OAuthClientError(.providerUnavailable, "", providerCode: code))
        #expect(error.isTemporary)
    }

    @Test(
        "Retry-After is read in seconds, up to a day",
        arguments: [
            ("7", 7), ("0", 0), ("999999", 86400), ("-1", nil), ("7.5", nil), ("", nil),
            ("Wed, 21 Oct 2026 07:28:00 GMT", nil), ("９", nil),
        ])
    func retryAfter(_ value: String, _ seconds: Int?) throws {
        let answer = MessageFixtures.answer("", status: 503, fields: [HTTPField(name: "retry-after", value: value)])
        let error = try messageRefusal {
            try TokenResponse(parsing: answer, from: MessageFixtures.tokenURL(), rules: TokenResponseRules())
        }
        #expect(error.code == .providerUnavailable)
        #expect(error.retryAfterSeconds == seconds)
    }

    @Test(
        "a form is read by its content type, or where nothing says that it is JSON",
        arguments: [
            "application/x-www-form-urlencoded; charset=utf-8", "APPLICATION/X-WWW-FORM-URLENCODED", "text/plain", nil,
        ])
    func form(_ type: String?) throws {
        let tokens = try MessageFixtures.tokens("access_token=a%2Fb&token_type=bearer&expires_in=60", type: type)
        #expect(tokens.accessToken.secretText == "a/b")
        #expect(tokens.expiresIn == 60)
    }

    @Test(
        "JSON under another content type is JSON",
        arguments: ["text/html", "text/plain", "application/json;charset=utf-8", nil])
    func json(_ type: String?) throws {
        #expect(throws: Never.self) {
            try MessageFixtures.tokens(#" {"access_token":"t","token_type":"bearer"}"#, type: type)
        }
    }

    @Test(
        "a form where JSON was said, JSON where a form was said, and broken ones are malformed",
        arguments: [
            ("access_token=t&token_type=bearer", "application/json"),
            (#"{"access_token":"t","token_type":"bearer"}"#, "application/x-www-form-urlencoded"),
            ("access_token=t&token_type=bearer&access_token=u", "application/x-www-form-urlencoded"),
            ("access_token=%zz&token_type=bearer", "application/x-www-form-urlencoded"),
            ("access_token=t\n", "application/x-www-form-urlencoded"), (#"{"access_token":"t""#, "application/json"),
            (#"{"access_token":"t","token_type":"bearer"}x"#, "application/json"), ("true", "application/json"),
            (#""t""#, "application/json"), ("null", "application/json"), (" \r\n", "application/json"),
        ])
    func malformed(_ body: String, _ type: String) throws {
        #expect(try messageRefusal { try MessageFixtures.tokens(body, type: type) }.code == .answerMalformed)
    }

    @Test("a repeated parameter of a form does not slip an error away")
    func formError() throws {
        let error = try messageRefusal {
            try MessageFixtures.tokens(
                "access_token=t&token_type=bearer&error=bad", type: "application/x-www-form-urlencoded")
        }
        #expect(error == OAuthClientError(.refusedByProvider, "", providerCode: "bad"))
    }

    @Test("nothing of an answer is shown, neither printed nor in an error (B52)")
    func printed() throws {
        let tokens = try MessageFixtures.tokens(
            #"{"access_token":"canary","token_type":"bearer","refresh_token":"canary","id_token":"canary"}"#)
        var dumped = ""
        dump(tokens, to: &dumped)
        for text in ["\(tokens)", String(reflecting: tokens), dumped] { #expect(!text.contains("canary")) }
        for body in [
            #"{"access_token":"canary canary","token_type":"bearer"}"#, #"{"access_token":"canary""#,
            #"<html>canary"#, #"{"access_token":["canary"]}"#, "access_token=canary&access_token=canary",
        ] {
            for status in [200, 400, 502] {
                let error = try messageRefusal { try MessageFixtures.tokens(body, status: status, type: "text/plain") }
                #expect(!error.reason.contains("canary"))
                #expect(error.reason.contains("https://id.example.com/token"))
            }
        }
    }

    @Test("cut and spoiled answers are refused or read, never anything else")
    func mutations() throws {
        var generator = SystemRandomNumberGenerator()
        let bodies = [
            #"{"access_token":"at","token_type":"Bearer","expires_in":3600,"refresh_token":"rt","scope":"a b"}"#,
            "access_token=a%2Fb&token_type=bearer&expires_in=60&scope=a%2Cb", #"{"error":{"code":190,"message":"é"}}"#,
        ].map { Array($0.utf8) }
        for index in 0..<3000 {
            var body = bodies[index % bodies.count]
            for _ in 0..<Int.random(in: 1...3, using: &generator) where !body.isEmpty {
                let place = Int.random(in: 0..<body.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: body[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: body.removeSubrange(place...)
                default: body.insert(UInt8.random(in: 0...255, using: &generator), at: place)
                }
            }
            let answer = HTTPResponse(status: [200, 400, 500][index % 3], fields: [], body: body)
            do throws(OAuthClientError) {
                let tokens = try TokenResponse(
                    parsing: answer, from: EndpointURL("https://id.example.com/token"), rules: github)
                #expect(answer.status == 200)
                #expect(tokens.accessToken.secretText.utf8.allSatisfy { 0x21...0x7E ~= $0 })
            } catch {
                // A reason may show the beginning of an answer, in whatever letters: but nothing that moves a cursor.
                #expect(
                    error.reason.unicodeScalars.allSatisfy { scalar in
                        switch scalar.properties.generalCategory {
                        case .control, .format, .lineSeparator, .paragraphSeparator: false
                        default: true
                        }
                    })
            }
        }
    }
}
