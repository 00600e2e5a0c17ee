import CustomTokenBridge
import Foundation
import JOSE
import StrictJSON
import TestSupport
import Testing

@Suite("exchange of an ID token")
struct IDTokenExchangeTests {
    private let plant: Plant

    init() throws {
        plant = try Plant()
    }

    @Test("prints a custom token for the account, whose uid and claims are as configured")
    func exchanges() throws {
        let result = try plant.exchange(token: plant.token())
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        let claims = try result.tokenClaims
        #expect(claims["uid"] == "plant:worker-7")
        #expect(
            claims["claims"]?.compactText
                == #"{"provider":"plant","provider_email":"ann@plant.example","who":{"name":"Ann","is_staff":true}}"#)
        try plant.folder.write(result.output, to: "custom.jwt")
        let explained = try TokenBridge.run(
            ["explain", "--service-account", "key.json", "--project", "demo-bridge", "custom.jwt"], in: plant.folder)
        #expect(explained.status == 0 && explained.text.hasPrefix("accepted\n"))
    }

    @Test("leaves out of the claims what the provider has not verified or does not say")
    func unverifiedAddress() throws {
        let result = try plant.exchange(token: plant.token(["email_verified": .bool(false), "name": nil]))
        #expect(
            try result.tokenClaims["claims"]?.compactText == #"{"provider":"plant","who":{"is_staff":true}}"#)
    }

    @Test("prints the members of the documentation as JSON")
    func json() throws {
        let result = try plant.exchange(token: plant.token(), ["--output", "json"])
        #expect(result.status == 0 && result.errors.isEmpty)
        let object = try JSONObject(parsing: result.output, limits: .document)
        #expect(
            object.names == [
                "custom_token", "uid", "key_id", "issued_at", "expires_at", "proof", "client_id", "profile",
            ])
        #expect(object["uid"] == "plant:worker-7" && object["client_id"] == .string(Plant.client))
        #expect(object["expires_at"]?.integer == object["issued_at"]?.integer.map { $0 + 3600 })
        #expect(
            object["profile"]?.compactText
                == #"{"provider":"plant","sub":"worker-7","email":"ann@plant.example","email_verified":true,"name":"Ann"}"#
        )
    }

    @Test("JSON leaves out what the provider does not say")
    func jsonWithoutProfile() throws {
        let token = try plant.token(["email": nil, "email_verified": nil, "name": nil])
        let result = try plant.exchange(token: token, ["--output", "json"])
        let object = try JSONObject(parsing: result.output, limits: .document)
        #expect(object["profile"]?.compactText == #"{"provider":"plant","sub":"worker-7"}"#)
    }

    @Test(
        "trims what stands around the token, in a file and on standard input",
        arguments: ["T", "T\n", "T\r\n", "  T \t\n", "\u{FEFF}T\n", "\"T\"\n", "'T'", "\n\nT\n\n"])
    func trims(shape: String) throws {
        let text = try shape.replacing("T", with: plant.token())
        #expect(try plant.exchange(token: text).status == 0)
        #expect(try plant.exchange(["--id-token", "-"], input: text).status == 0)
        #expect(try plant.exchange(["--id-token=-"], input: text).status == 0)
    }

    @Test("a token in a file that others can read is exchanged with a warning")
    func looseMode() throws {
        try plant.folder.write([UInt8](plant.token().utf8), to: "token.jwt", mode: 0o644)
        let result = try plant.exchange(["--id-token", "token.jwt"])
        #expect(result.status == 0)
        #expect(
            result.errors
                == "token-bridge: warning: others can read \"token.jwt\" (mode 644): chmod 600 it\n")
    }

    /// What is wrong with a token, the code, and what the message must quote.
    private static let refusals: [(changes: [String: JSONValue?], code: String, words: [String])] = [
        (["aud": "someone-else"], "AUDIENCE_MISMATCH", [#""someone-else""#, #""bridge-client""#, "(aud)"]),
        (["aud": .array(["a", "b"])], "AUDIENCE_MISMATCH", [#""a""#, #""b""#, #""bridge-client""#]),
        (["aud": "bridge-client "], "AUDIENCE_MISMATCH", [#""bridge-client ""#]),
        (
            ["aud": .array(["bridge-client", "other"]), "azp": "other"], "AUDIENCE_MISMATCH",
            [#""other""#, #""bridge-client""#, "(azp)"]
        ),
        (
            ["iss": "https://evil.example"], "CREDENTIAL_INVALID",
            [#""https://evil.example""#, #""https://plant.example""#, "(iss)"]
        ),
        (["iss": "https://plant.example/"], "CREDENTIAL_INVALID", [#""https://plant.example/""#]),
        (["exp": 1_700_000_000, "iat": 1_699_999_000], "CREDENTIAL_EXPIRED", ["expired at", "and it is"]),
        (["iat": 1_700_000_000], "CREDENTIAL_EXPIRED", ["issued at", "older than 600 s"]),
        (["exp": 9_000_000_000, "iat": 8_999_999_000], "CREDENTIAL_INVALID", ["it is only", "is the clock right?"]),
        (["nonce": "n-1"], "NONCE_REQUIRED", ["bound to a nonce", "--nonce"]),
        (["aud": nil], "CREDENTIAL_INVALID", ["(aud)"]), (["sub": nil], "CREDENTIAL_INVALID", ["sub"]),
        (["sub": ""], "CREDENTIAL_INVALID", ["sub"]), (["exp": nil], "CREDENTIAL_INVALID", ["(exp)"]),
        (["iss": nil], "CREDENTIAL_INVALID", ["iss"]),
    ]

    @Test("is refused for each rule that it breaks, with what was expected and found", arguments: refusals.indices)
    func refuses(index: Int) throws {
        let (changes, code, words) = Self.refusals[index]
        let token = try plant.token(changes)
        let result = try plant.exchange(token: token)
        #expect(result.status == 4 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("token-bridge: error: plant: "))
        #expect(result.errors.split(separator: "\n").first?.hasSuffix(" (\(code))") == true, "\(result.errors)")
        for word in words { #expect(result.errors.contains(word), "\(result.errors)") }
        #expect(!Plant.isShown(token, by: result))
        let json = try plant.exchange(token: token, ["--output=json"])
        #expect(json.status == 4 && json.output.isEmpty)
        let error = try #require(try json.jsonError)
        #expect(error.names == ["code", "message", "hint", "exit_code"])
        #expect(error["code"] == .string(code) && error["exit_code"] == 4)
        #expect(json.errors.split(separator: "\n").count == 1)
    }

    @Test("a token whose payload was changed is refused")
    func forged() throws {
        let token = try plant.token()
        let other = try plant.token(["sub": "boss-1"])
        var parts = token.split(separator: ".")
        parts[1] = other.split(separator: ".")[1]
        let result = try plant.exchange(token: parts.joined(separator: "."))
        #expect(result.status == 4 && result.output.isEmpty)
        #expect(result.errors.contains("signature") && result.errors.contains("(CREDENTIAL_INVALID)"))
        #expect(!result.errors.contains("boss-1"))
    }

    @Test(
        "a token without signature, of another algorithm or by an unknown key is refused",
        arguments: [
            (#"{"alg":"none"}"#, "none"), (#"{"alg":"HS256","kid":"ec-1"}"#, "HS256"),
            (#"{"alg":"ES256","kid":"unknown"}"#, "unknown"),
        ])
    func otherHeader(header: String, word: String) throws {
        var parts = try plant.token().split(separator: ".").map(String.init)
        parts[0] = Base64URL.encode(header.utf8)
        for signature in [parts[2], ""] {
            let result = try plant.exchange(token: "\(parts[0]).\(parts[1]).\(signature)")
            #expect(result.status == 4 && result.output.isEmpty)
            #expect(result.errors.contains("(CREDENTIAL_INVALID)"))
            if !signature.isEmpty { #expect(result.errors.contains(word), "\(result.errors)") }
        }
    }

    @Test(
        "what is no token is refused, and never shown",
        arguments: ["", "\n", "\"\"", "hunter2hunter2hunter2", "a.b", "Bearer eyJhbGciOiJub25lIn0.e30.", "\u{0}", "{}"])
    func noToken(text: String) throws {
        let result = try plant.exchange(token: text)
        #expect(result.status == 4 && result.output.isEmpty)
        #expect(result.errors.contains("(CREDENTIAL_INVALID)"), "\(result.errors)")
        #expect(!result.errors.contains("hunter2") && !result.errors.contains("eyJhbGci"))
    }

    @Test("bytes that are no text are refused")
    func noText() throws {
        try plant.folder.write([0xFF, 0xFE, 0x41], to: "token.jwt")
        let result = try plant.exchange(["--id-token", "token.jwt"])
        #expect(result.status == 4)
        #expect(result.errors.contains("an ID token was expected"))
    }

    @Test("the caller's nonce is compared, and never shown")
    func nonce() throws {
        let token = try plant.token(["nonce": "n-0S6_WzA2Mj"])
        #expect(try plant.exchange(token: token, ["--nonce", "n-0S6_WzA2Mj"]).status == 0)
        let wrong = try plant.exchange(token: token, ["--nonce", "n-other-nonce"])
        #expect(wrong.status == 4 && wrong.errors.contains("(NONCE_MISMATCH)\nhint: "))
        #expect(!wrong.errors.contains("n-other") && !wrong.errors.contains("n-0S6"))
        let surplus = try plant.exchange(token: plant.token(), ["--nonce", "n-0S6_WzA2Mj"])
        #expect(surplus.status == 4 && surplus.errors.contains("(NONCE_MISMATCH)"))
    }

    @Test("a nonce that no token can have is refused", arguments: ["", "a\u{E9}", String(repeating: "n", count: 513)])
    func oddNonce(nonce: String) throws {
        let result = try plant.exchange(token: plant.token(["nonce": .string(nonce)]), ["--nonce", nonce])
        #expect(result.status == 2 && result.errors.contains("--nonce: the nonce is not 1 to 512 characters"))
    }

    @Test("another kind of credential than the provider's is refused, and what would do is told")
    func otherKind() throws {
        try plant.folder.write([UInt8]("opaque-access-token\n".utf8), to: "access")
        let result = try plant.exchange(["--access-token", "access"])
        #expect(result.status == 4 && result.output.isEmpty)
        #expect(result.errors.contains("(AUDIENCE_UNPROVABLE)") && result.errors.contains("the ID token"))
        #expect(!result.errors.contains("opaque-access"))
    }

    @Test("a subject that is too long for a uid is hashed, or refused where it must be readable")
    func longSubject() throws {
        let subject = String(repeating: "s", count: 250)
        let hashed = try plant.exchange(token: plant.token(["sub": .string(subject)]))
        let uid = try #require(try hashed.tokenClaims["uid"]?.string)
        #expect(hashed.status == 0 && uid.hasPrefix("plant:") && uid.utf8.count <= 128 && !uid.contains("sss"))
        let readable = try Plant(provider: #""uid_style": "readable-only""#)
        let refused = try readable.exchange(token: readable.token(["sub": .string(subject)]))
        #expect(refused.status == 4 && refused.output.isEmpty)
        #expect(refused.errors.hasSuffix("(UID_INVALID)\nhint: set uid_style to hashed for this provider\n"))
    }
}
