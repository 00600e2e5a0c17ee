import Cryptography
import CustomTokens
import JOSE
import OAuthClient
import StrictJSON
import TestSupport
import Testing

@testable import GoogleCloud

@Suite("Access tokens for Google's APIs")
struct AccessTokenTests {
    private func credential(_ google: FakeGoogle, _ clock: FakeClock = FakeClock()) throws -> GoogleCredential {
        let file = try CredentialFile(parsing: TestAccount.keyFile(), place: "test")
        return try CredentialReader(connection: google.connection(clock: clock)).credential(file)
    }

    @Test("are asked for by an assertion of RFC 7523 that the account's key signs")
    func assertion() async throws {
        let google = FakeGoogle { (_, _) throws(OAuthClientError) in
            .json(#"{"access_token":"ya29.one","expires_in":3599,"token_type":"Bearer"}"#)
        }
        #expect(try await credential(google).tokens.accessToken().secretText == "ya29.one")
        let request = try #require(google.requests.first)
        #expect(request.url.text == "https://oauth2.googleapis.com/token")
        let beginning = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion="
        #expect(request.text.hasPrefix(beginning))
        let jws = try CompactJWS(parsing: String(request.text.dropFirst(beginning.count)))
        #expect(jws.unverifiedHeader.keyID == TestAccount.keyID)
        let claims = try JSONObject(parsing: jws.unverifiedPayload, limits: .token)
        #expect(claims["iss"] == .string(TestAccount.email))
        #expect(claims["aud"] == "https://oauth2.googleapis.com/token")
        #expect(claims["iat"] == 1_800_000_000)
        #expect(claims["exp"] == 1_800_003_600)
        #expect(claims["sub"] == nil)
        #expect(claims["scope"]?.string?.contains("https://www.googleapis.com/auth/cloud-platform") == true)
        try TestAccount.key().publicKey.verify(jws.signature, over: jws.signingInput, algorithm: .rs256)
    }

    @Test("are asked for once by many callers, and anew 225 s before their end")
    func kept() async throws {
        let clock = FakeClock()
        let google = FakeGoogle { (_, number) throws(OAuthClientError) in
            await Task.yield()
            return .json(#"{"access_token":"ya29.\#(number)","expires_in":3600}"#)
        }
        let tokens = try credential(google, clock).tokens
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await tokens.accessToken().secretText } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(texts == ["ya29.0"])
        clock.advance(.seconds(3600 - 226))
        #expect(try await tokens.accessToken().secretText == "ya29.0")
        clock.advance(.seconds(2))
        #expect(try await tokens.accessToken().secretText == "ya29.1")
        #expect(google.requests.count == 2)
    }

    @Test("are not kept where they were refused: the next caller asks again")
    func refusedOnce() async throws {
        let google = FakeGoogle { (_, number) throws(OAuthClientError) in
            number == 0
                ? .json(#"{"error":"invalid_grant","error_description":"Invalid JWT Signature."}"#, status: 400)
                : .json(#"{"access_token":"ya29.x","expires_in":3600}"#)
        }
        let tokens = try credential(google).tokens
        await #expect(throws: GoogleCloudError(expecting: .credentialRefused)) { try await tokens.accessToken() }
        #expect(try await tokens.accessToken().secretText == "ya29.x")
    }

    @Test(
        "that are refused are told with their cause, and nothing that was sent",
        arguments: [
            ("invalid_grant", "Invalid JWT Signature.", "deleted, disabled"),
            (
                "invalid_grant",
                "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.", "clock"
            ),
            ("invalid_grant", "Invalid grant: account not found", "deleted"),
            ("invalid_grant", "Invalid JWT: Failed audience check.", "token_uri"),
            ("invalid_scope", "Invalid OAuth scope or ID token audience provided.", "scope"),
        ])
    func causes(code: String, description: String, word: String) async throws {
        let google = FakeGoogle { (request, _) throws(OAuthClientError) in
            .json(#"{"error":"\#(code)","error_description":"\#(description) \#(request.text)"}"#, status: 400)
        }
        do {
            _ = try await credential(google).tokens.accessToken()
            Issue.record("a token was had")
        } catch {
            #expect((error as? GoogleCloudError)?.code == .credentialRefused)
            #expect("\(error)".contains(word), "\(error)")
            let sent = String(try #require(google.requests.first).text.suffix(300))
            #expect(!"\(error)".contains(sent.prefix(16)))
        }
    }

    @Test(
        "are not taken from an answer that has none, or one that no header can carry",
        arguments: [
            "", "{}", "[]", "<html>", #"{"access_token":""}"#, #"{"access_token":1}"#, #"{"access_token":"a b"}"#,
            #"{"access_token":"a\r\nX: y"}"#, #"{"access_token":"a","token_type":"MAC"}"#,
            #"{"access_token":"a","access_token":"b"}"#,
        ])
    func malformed(body: String) async throws {
        let google = FakeGoogle { (_, _) throws(OAuthClientError) in .json(body) }
        await #expect(throws: GoogleCloudError(expecting: .answerMalformed)) {
            try await credential(google).tokens.accessToken()
        }
    }

    @Test("of a metadata server that is none are not used (FB-25)", arguments: ["html", "no flavor", "silent"])
    func metadata(fault: String) async throws {
        let google = FakeGoogle { (request, _) throws(OAuthClientError) in
            switch fault {
            case "html": return .metadata("<html>404</html>")
            case "no flavor":
                return .json("vm@demo.iam.gserviceaccount.com", fields: [HTTPField(name: "Server", value: "proxy")])
            default:
                do { try await Task.sleep(for: .seconds(3600)) } catch {}
                throw OAuthClientError(.cancelled, "given up")
            }
        }
        // The other clock jumps to the deadline at once.
        let clock: any MonotonicClock = fault == "silent" ? FakeClock() : StandingClock()
        let server = try MetadataServer(environment: [:], connection: google.connection(clock: clock))
        let code: GoogleCloudError.Code = fault == "silent" ? .unavailable : .metadataServerNotTrusted
        await #expect(throws: GoogleCloudError(expecting: code)) { try await server.account() }
        #expect(google.requests.first?.fields.contains(HTTPField(name: "Metadata-Flavor", value: "Google")) == true)
    }

    @Test(
        "of a metadata server are asked for nowhere but near this machine (FB-25)",
        arguments: [
            "evil.example", "169.253.1.1", "169.254.169.254.evil.example", "10.0.0.1",
            "metadata.google.internal.evil.example",
            "metadata.google.internal@evil.example",
        ])
    func strangeHost(host: String) {
        let google = FakeGoogle { (_, _) throws(OAuthClientError) in .metadata("x") }
        #expect(throws: GoogleCloudError(expecting: .addressNotAllowed)) {
            try MetadataServer(environment: ["GCE_METADATA_HOST": host], connection: google.connection())
        }
    }

    @Test("print redacted, as all of a credential does")
    func redacted() throws {
        let google = FakeGoogle { (_, _) throws(OAuthClientError) in .json("{}") }
        let credential = try credential(google)
        var dumped = ""
        dump(credential, to: &dumped)
        let windows = KeyWindows(of: try TestAccount.fixture("rsa-2048.pem"))
        #expect(!windows.areShown(by: dumped))
        #expect(!windows.areShown(by: credential.summary))
    }
}
