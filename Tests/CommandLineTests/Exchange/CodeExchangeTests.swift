import StrictJSON
import TestSupport
import Testing

@Suite("exchange of an authorization code")
struct CodeExchangeTests {
    private static let redirect = ["--redirect-uri", "http://127.0.0.1:8765/callback"]
    private static let state = "state-of-43-characters-0123456789-abcdefghi"
    private static let verifier = "verifier-of-43-characters-0123456789-abcdef"

    private let plant: PlantServer

    init() throws {
        plant = try PlantServer()
    }

    private func exchange(_ code: String, _ arguments: [String]) throws -> Subprocess {
        try plant.folder.write([UInt8](code.utf8), to: "code")
        try plant.folder.write([UInt8]("\(Self.verifier)\n".utf8), to: "verifier")
        let result = try plant.exchange(["--code", "code"] + arguments)
        for secret in ["the-code-0001", Self.verifier, Self.state, "at.7y6t5r4e3w2q1z0x", "a-secret-of-our-client"] {
            #expect(!Plant.isShown(secret, by: result), "\(result.errors)")
        }
        return result
    }

    @Test("a code is redeemed with its redirect address, once", arguments: ["the-code-0001", "the-code-0001\r\n"])
    func redeems(text: String) throws {
        let result = try exchange(text, Self.redirect)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(try result.tokenClaims["uid"] == "plant:worker-7")
        #expect(plant.tokenRequests.count == 1)
        #expect(plant.tokenRequests[0].contains("code=the-code-0001"))
        #expect(plant.tokenRequests[0].contains("redirect_uri=http%3A%2F%2F127.0.0.1%3A8765%2Fcallback"))
        #expect(!plant.tokenRequests[0].contains("code_verifier"))
    }

    @Test("a code that was sent to what speaks no HTTP may be used up, and that is told")
    func notHTTP() throws {
        try plant.answer(0, "")
        let result = try exchange("the-code-0001", Self.redirect)
        #expect(result.status == 5 && result.output.isEmpty && plant.tokenRequests.count == 1, "\(result.errors)")
        #expect(result.errors.contains("the code may be used up by then"), "\(result.errors)")
    }

    @Test("the code verifier goes along")
    func sendsVerifier() throws {
        #expect(try exchange("the-code-0001", Self.redirect + ["--code-verifier", "verifier"]).status == 0)
        #expect(plant.tokenRequests[0].contains("code_verifier=\(Self.verifier)"))
    }

    @Test("one of code and verifier may be standard input")
    func standardInput() throws {
        try plant.folder.write([UInt8]("the-code-0001".utf8), to: "code")
        let result = try plant.exchange(
            ["--code", "code", "--code-verifier", "-"] + Self.redirect, input: "\(Self.verifier)\n")
        #expect(result.status == 0 && plant.tokenRequests[0].contains("code_verifier=\(Self.verifier)"))
    }

    @Test(
        "a verifier that cannot be one is refused before anything is sent",
        arguments: ["short", "", "verifier with blanks 0123456789-abcdefghijklm"])
    func oddVerifier(text: String) throws {
        try plant.folder.write([UInt8]("the-code-0001".utf8), to: "code")
        let result = try plant.exchange(["--code", "code", "--code-verifier", "-"] + Self.redirect, input: text)
        #expect([3, 4].contains(result.status) && result.output.isEmpty, "\(result.errors)")
        #expect(plant.tokenRequests.isEmpty)
    }

    @Test("the address that the code was sent to will do, with the state of the sign-in")
    func pastedAddress() throws {
        let address = "http://127.0.0.1:8765/callback?code=the-code-0001&state=\(Self.state)"
        let result = try exchange("\(address)\n", Self.redirect + ["--state", Self.state])
        #expect(result.status == 0, "\(result.errors)")
        #expect(plant.tokenRequests[0].contains("code=the-code-0001"))
    }

    @Test(
        "an address that does not answer this sign-in is refused, and the code is not redeemed",
        arguments: [
            ("code=the-code-0001&state=another-state-0123456789-abcdefghijklmnopqr", 4, "STATE_MISMATCH"),
            ("code=the-code-0001", 4, "STATE_MISMATCH"), ("code=the-code-0001&state=", 4, "STATE_MISMATCH"),
            ("error=access_denied&state=STATE", 6, "REFUSED_BY_PROVIDER"), ("state=STATE", 4, "ANSWER_MALFORMED"),
            ("error=invalid_scope&state=STATE", 3, "REFUSED_BY_PROVIDER"),
            ("error=server_error&state=STATE", 75, "PROVIDER_UNAVAILABLE"),
        ] as [(String, Int32, String)])
    func otherAddress(query: String, exitCode: Int32, code: String) throws {
        let address = "http://127.0.0.1:8765/callback?\(query.replacing("STATE", with: Self.state))"
        let result = try exchange(address, Self.redirect + ["--state", Self.state, "--output", "json"])
        #expect(result.status == exitCode && result.output.isEmpty, "\(result.errors)")
        #expect(try result.jsonError?["code"] == .string(code), "\(result.errors)")
        #expect(plant.tokenRequests.isEmpty)
    }

    @Test("an address of another place than the redirect address is refused")
    func otherPlace() throws {
        let address = "http://127.0.0.1:9999/other?code=the-code-0001&state=\(Self.state)"
        let result = try exchange(address, Self.redirect + ["--state", Self.state])
        #expect(result.status != 0 && result.output.isEmpty && plant.tokenRequests.isEmpty, "\(result.errors)")
    }

    @Test("an address without --state is refused: nothing else ties it to the sign-in")
    func addressWithoutState() throws {
        let result = try exchange("http://127.0.0.1:8765/callback?code=the-code-0001&state=x", Self.redirect)
        #expect(result.status == 2 && plant.tokenRequests.isEmpty)
        #expect(result.errors.hasPrefix("token-bridge: error: --state is missing"))
    }

    @Test("a code with --state is refused: it has none to compare")
    func stateWithoutAddress() throws {
        let result = try exchange("the-code-0001", Self.redirect + ["--state", Self.state])
        #expect(result.status == 2 && plant.tokenRequests.isEmpty)
        #expect(result.errors.hasPrefix("token-bridge: error: --state belongs to an address"))
    }

    @Test("the nonce of the sign-in is compared with the ID token that the code brings")
    func comparesNonce() throws {
        try plant.answer(200, PlantServer.tokens(plant.plant.token(["nonce": "n-0S6_WzA2Mj"])))
        #expect(try exchange("the-code-0001", Self.redirect + ["--nonce", "n-0S6_WzA2Mj"]).status == 0)
        let wrong = try exchange("the-code-0001", Self.redirect + ["--nonce", "n-another"])
        #expect(wrong.status == 4 && wrong.errors.contains("(NONCE_MISMATCH)"))
        let none = try exchange("the-code-0001", Self.redirect)
        #expect(none.status == 4 && none.errors.contains("(NONCE_REQUIRED)"))
    }

    @Test("tokens for another client are refused, though they answer our own request")
    func otherAudience() throws {
        try plant.answer(200, PlantServer.tokens(plant.plant.token(["aud": "someone-else"])))
        let result = try exchange("the-code-0001", Self.redirect)
        #expect(result.status == 4 && result.errors.contains("(AUDIENCE_MISMATCH)") && result.output.isEmpty)
    }

    @Test("an answer without an ID token is refused")
    func noIDToken() throws {
        try plant.answer(200, PlantServer.tokens(nil))
        let result = try exchange("the-code-0001", Self.redirect)
        #expect(result.status == 4 && result.output.isEmpty)
        #expect(result.errors.contains("ask for the scope openid"))
    }

    @Test(
        "a redirect address that is none is refused before the code is read", arguments: ["", "callback", "ftp://a/b"])
    func oddRedirect(address: String) throws {
        let result = try exchange("the-code-0001", ["--redirect-uri", address])
        #expect([2, 3].contains(result.status) && result.output.isEmpty, "\(result.errors)")
        #expect(plant.tokenRequests.isEmpty)
    }
}
