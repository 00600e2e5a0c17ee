import CustomTokens
import JOSE
import StrictJSON
import TestSupport
import Testing

@Suite("Secrets print redacted (FB-08)")
struct RedactionTests {
    /// The four ways in which values get into logs: description, debugging, a dump, and as an element of something.
    private func printed<Value>(_ value: Value) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(reflecting: value), dumped, "\([value as Value?])"]
    }

    private func request() throws -> CustomTokenRequest {
        CustomTokenRequest(
            userID: try UserID("user-0001"), claims: try CustomClaims(parsing: Array(#"{"role":"editor"}"#.utf8)),
            tenantID: try TenantID("tenant-7abcd"))
    }

    @Test("a signed token prints nothing of its parts")
    func signedToken() throws {
        let token = try Fixtures.signer.get().customToken(for: request())
        for text in printed(token) {
            #expect(text.contains("redacted"))
            for part in token.serialized.split(separator: ".") { #expect(!text.contains(part.prefix(12))) }
        }
        #expect(Mirror(reflecting: token).children.isEmpty)
    }

    @Test("an emulator's token prints nothing of its parts")
    func unsignedToken() throws {
        let host = try #require(try EmulatorHost(environment: [EmulatorHost.variable: "localhost:9099"]))
        let token = try EmulatorSigner(for: host, clock: FixedWallClock(Fixtures.now)).customToken(for: request())
        for text in printed(token) {
            #expect(text.contains("redacted"))
            for part in token.serialized.split(separator: ".") { #expect(!text.contains(part.prefix(12))) }
        }
    }

    @Test("a request prints no token and no key")
    func plainRequest() throws {
        let windows = KeyWindows(of: try Fixtures.keyText("rsa-2048"))
        for text in printed(try request()) {
            #expect(!text.contains("eyJ"))
            #expect(!windows.areShown(by: text))
        }
    }

    @Test("a service account and its signer print nothing of the key")
    func account() throws {
        let windows = KeyWindows(of: try Fixtures.keyText("rsa-2048"))
        for text in try printed(Fixtures.account.get()) {
            #expect(text.contains("redacted"))
            #expect(!windows.areShown(by: text))
        }
        for text in try printed(Fixtures.signer.get()) { #expect(!windows.areShown(by: text)) }
    }
}
