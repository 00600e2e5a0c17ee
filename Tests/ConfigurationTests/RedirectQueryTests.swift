import TestSupport
import Testing

@Suite("Redirect addresses with a query of their own")
struct RedirectQueryTests {
    private static func faults(_ address: String) throws -> [String] {
        var fixture = try Fixture()
        fixture.environment = ["S": "a-secret-of-16-characters"]
        return try fixture.faults(
            Fixture.client(
                #""type": "public", "grants": ["authorization_code"], "redirect_uris": ["https://a.example/", "\#(address)"]"#
            ))
    }

    @Test(
        "6749-3.1.2, 9207-2: one that has a parameter of responses is refused, for apps could take it for ours",
        arguments: [
            ("https://a.example/?code=1", "code"), ("https://a.example/?state", "state"),
            ("https://a.example/cb?x=1&iss=https://evil.example", "iss"), ("https://a.example/?error=", "error"),
            ("https://a.example/?%63ode=1", "code"), ("https://a.example/?c%6Fde=1", "code"),
            ("http://127.0.0.1/callback?x&state=1", "state"), ("com.example.app:/callback?code=1", "code"),
            ("https://a.example/?x=?&error=1", "error"),
        ])
    func refuses(_ address: String, _ name: String) throws {
        let faults = try Self.faults(address)
        #expect(faults.count == 1)
        #expect(
            faults.first?.contains("clients.app.redirect_uris[1]: the address has \(name) in its query") == true,
            "\(faults)")
    }

    @Test(
        "Any other query is kept",
        arguments: [
            "https://a.example/?app=1", "https://a.example/code?codes=1&x=code&Code=1", "https://a.example/?",
            "https://a.example/?x=%26code=1", "https://a.example/error/state", "com.example.app:/callback?a=code",
            "https://a.example/?error_description=1", "https://a.example/?code%3D=1",
        ])
    func allows(_ address: String) throws {
        #expect(try Self.faults(address) == [])
    }
}
