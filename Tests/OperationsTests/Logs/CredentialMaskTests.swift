import Cryptography
import JOSE
import Testing

@testable import Operations

@Suite("Credentials in the text of the log (B52)")
struct CredentialMaskTests {
    private static let canary = "CANARYcanaryCANARY0123456789"

    @Test(
        "What looks like a credential is masked",
        arguments: [
            "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2EifQ.c2ln", "gho_\(canary)", canary,
            #"{"client_secret":"hunter2secret"}"#, "client_secret=hunter2secret&x=y",
            "Authorization: Bearer hunter2secret",
            "basic aHVudGVyMnNlY3JldA==", "https://a.example/cb?code=hunter2secret", "'password': 'hunter2secret'",
            "ya29.hunter2secret", "1//0ghunter2secret", "GOCSPX-hunter2secret",
            "token \(canary) is not valid, secret \(canary)",
            "0123456789abcdef0123456789abcdef", "-----BEGIN PRIVATE KEY-----\n\(canary)AASCBKgwggSkAgEAAoIBAQ/lh+K26L=",
            "user_code=hunter2secret", "a\(canary)\u{202E}", "[\(canary)]", "%20\(canary)%20",
            "kid eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2EifQ.c2ln", "kid gho_\(canary)", "kid of \(canary)",
            "kid, \(canary)", "identifier \(canary)", "the API key identifier: x \(canary)", "secret: kid\(canary)",
            "key \(canary)", "kid ya29.hunter2secret", "kid 1//0ghunter2secretABCDEF0123",
            "hunter2secret/aaaaaaaaaaaaaaaaaaaaaaa/0+00000000000000000",
        ])
    func masked(_ text: String) throws {
        let test = try TestLog(.json)
        test.log.info("got", ["text": .text(text)])
        #expect(test.line.contains("(masked)"))
        for secret in [Self.canary, "hunter2", "aHVudGVy", "c2ln", "cdef0123"] { #expect(!test.line.contains(secret)) }
    }

    @Test(
        "Ordinary words stay readable",
        arguments: [
            "the audience is \"client-other\", not ours", "error code: AUDIENCE_MISMATCH", "line 3, column 17",
            "https://login.example.com/oauth2/token answered 503", "urn:ietf:params:oauth:grant-type:device_code",
            "the device_authorization_endpoint_of_the_provider is missing", "/var/lib/token-bridge/keys/README.md",
            "the state of the key is retiring", "connection to 2001:db8::1 refused",
        ])
    func readable(_ text: String) {
        #expect(CredentialMask.masked(text) == text)
    }

    @Test(
        "The identifier of a key stays readable where it is called so",
        arguments: [
            "no key of the set fits the token: RS256, key identifier \"7c309e3a1c1999cb0404ab7125ee40b7cdbcaf7d\"",
            "kid 7c309e3a1c1999cb0404ab7125ee40b7cdbcaf7d", "{\"kid\":\"7c309e3a1c1999cb0404ab7125ee40b7cdbcaf7d\"}",
            "kid=T1RfMjAyNC0wMS0wMVQwMDowMDowMFo_abc",
        ])
    func keyIdentifier(_ text: String) {
        #expect(CredentialMask.masked(text) == text)
    }

    @Test("A token that a cut would shorten is still masked")
    func cut() throws {
        let padding = String(repeating: "x ", count: 4090)
        for shift in stride(from: 0, to: 40, by: 3) {
            let test = try TestLog(.text)
            let token = String(repeating: "eyJhbGciOiJSUzI1NiJ9.", count: 300)
            test.log.info("got", ["text": .text(token + String(padding.dropFirst(shift)) + Self.canary + Self.canary)])
            #expect(!test.line.contains("CANARY"))
            #expect(!test.line.contains("hbGci"))
        }
    }

    @Test(
        "What a provider echoes, a key file and a token hold comes out of no line, whole or in part",
        arguments: [
            #"{"error":"invalid_request","error_description":"token gho_\#(canary) is not valid, secret \#(canary)"}"#,
            #"{"private_key": "-----BEGIN PRIVATE KEY-----\n\#(canary)AASCBKgwggSkAgEAAoIB/QDl+K26LmGjrEsj\nQI"#,
            #"{"provider": "test", "access_token": "gho_\#(canary)"}"#,
            "HTTP/1.1 400 Bad Request\r\nX: \(canary)\r\n\r\n",
            "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL3AudGVzdCIsIm5hbWUiOiJ\(canary)In0.Zq_mYLvAsKlm2vKfmERnO476qQEd",
        ])
    func echoes(_ text: String) throws {
        for format in LogFormat.allCases {
            let test = try TestLog(format)
            test.log.info("got", ["text": .text(text)])
            // From where a credential begins; what is left of one that was cut to less than 24 is not known for one.
            for start in text.indices where text[start...].hasPrefix("CANARYcanary") || text[start...].hasPrefix("gho_")
            {
                test.log.info("got", ["text": .text(String(text[start...]))])
            }
            #expect(test.sink.lines.count > 1)
            for part in ["CANARY", "canary", "AASCBK", "eyJhbG", "Zq_m"] { #expect(!test.sink.text.contains(part)) }
        }
    }

    @Test("A canary in the fields that take text from outside comes out of none of them, at any level")
    func levels() throws {
        for format in LogFormat.allCases {
            let test = try TestLog(format)
            for level in LogLevel.allCases { test.log.record(level, "got", ["text": .text("x \(Self.canary) y")]) }
            #expect(test.sink.lines.count == 4)
            #expect(!test.sink.text.contains("CANARY"))
        }
    }

    /// Chosen by the compiler where a value fits into a field of the log.
    private func canBeLogged(_ value: LogValue) -> Bool { true }
    /// Chosen where it does not.
    @_disfavoredOverload
    private func canBeLogged<Value>(_ value: Value) -> Bool { false }

    @Test("Secrets are of types that no field of the log takes")
    func types() throws {
        let key = try HMACKey(secret: [UInt8](repeating: 1, count: 32), algorithm: .hs256)
        #expect(!canBeLogged(key))
        #expect(!canBeLogged([UInt8]([1, 2, 3])))
        #expect(!canBeLogged(try PersonalDataKey(random: FixedRandom(byte: 1))))
        #expect(!canBeLogged("text without a kind"))
        #expect(canBeLogged(.text("text from outside")))
        // Whoever writes a secret into a text gets what it says of itself.
        let test = try TestLog(.text)
        test.log.info("x", ["key": .text("\(key)")])
        #expect(test.line.contains("redacted"))
    }
}
