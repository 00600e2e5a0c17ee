import GoogleCloud
import OAuthClient
import Testing

@Suite("Addresses that get a credential of Google's (FB-26)")
struct GoogleAddressTests {
    @Test(
        "are under Google's domain, or this machine",
        arguments: [
            "https://oauth2.googleapis.com/token", "https://iam.googleapis.com:443/v1", "https://a.b.googleapis.com/",
            "http://127.0.0.1:8080/token", "http://localhost/", "http://[::1]:9/",
        ])
    func allowed(text: String) throws {
        #expect(try GoogleAddress(text, in: .standard, subject: "token_uri").url.text == text)
    }

    @Test(
        "are nothing else",
        arguments: [
            "http://oauth2.googleapis.com/token", "https://googleapis.com.example/token", "https://evilgoogleapis.com/",
            "https://googleapis.com/", "https://oauth2.googleapis.com.:443/",
            "https://oauth2.googleapis.com@evil.example/",
            "https://evil.example/?x=.googleapis.com", "https://evil.example/.googleapis.com",
            "https://oauth2.googleapis.com#@evil.example", "https://169.254.169.254/", "http://169.254.169.254/",
            "http://metadata.google.internal/", "https://accounts.google.com/o/oauth2/token", "ftp://x.googleapis.com/",
            "https://127.0.0.1.googleapis.com.evil.example/", "http://127.0.0.1.evil.example/", "",
        ])
    func refused(text: String) {
        #expect(throws: GoogleCloudError(expecting: .addressNotAllowed)) {
            try GoogleAddress(text, in: .standard, subject: "token_uri")
        }
    }

    @Test("are under the configured universe alone")
    func universe() throws {
        let other = try UniverseDomain("apis.partner.example")
        #expect(
            try GoogleAddress("https://iam.apis.partner.example/", in: other, subject: "x").url.host
                == "iam.apis.partner.example")
        #expect(throws: GoogleCloudError(expecting: .addressNotAllowed)) {
            try GoogleAddress("https://iam.googleapis.com/", in: other, subject: "x")
        }
    }

    @Test(
        "of a universe that is no domain are refused",
        arguments: [
            "", "com", "Googleapis.com", "googleapis.com.", ".com", "a..b", "1.2", "a.b/c", "-a.b", "a b.c", "a.b:1",
        ])
    func malformedUniverse(name: String) {
        #expect(throws: GoogleCloudError(expecting: .parameterInvalid)) { try UniverseDomain(name) }
    }

    @Test(
        "of an account stand in a path as they are, or not at all",
        arguments: [
            "", "x", "@b.c", "a@b", "a@b.c/keys", "a@b.c?x", "a@b.c:signBlob", "a b@c.d", "a@@b.c", "a@b..c",
            "a@b.c%2f", "ä@b.c",
        ])
    func account(email: String) {
        #expect(throws: GoogleCloudError(expecting: .parameterInvalid)) { try AccountName(email) }
    }
}
