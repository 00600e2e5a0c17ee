import Configuration
import CustomTokens
import JOSE
import OAuthClient
import Providers
import StrictJSON
import TestSupport
import Testing
import Transport

@Suite("Providers that could be mistaken for each other")
struct ProviderConflictTests {
    private static func faults(_ providers: String) throws -> [String] {
        var fixture = try Fixture()
        fixture.environment = ["S": "a-secret-of-16-characters"]
        return try fixture.faults(Fixture.minimal(#""providers": {\#(providers)}"#))
    }

    private static func oidc(_ id: String, _ issuer: String, _ client: String = "a", _ extra: String = "") -> String {
        #""\#(id)": {"preset": "oidc", "issuer": "\#(issuer)", "client_id": "\#(client)"\#(extra)}"#
    }

    private static func microsoft(_ id: String, _ tenant: String) -> String {
        #""\#(id)": {"preset": "microsoft", "tenant": "\#(tenant)", "client_id": "a", "client_secret": {"env": "S"}}"#
    }

    @Test("Two installations of one product have prefixes of their own")
    func acceptsInstallations() throws {
        #expect(try Self.faults("\(Self.oidc("a", "https://a.example")), \(Self.oidc("b", "https://b.example"))") == [])
    }

    @Test("9207-04: two providers of one issuer are a fault, whoever our clients there are")
    func refusesOneIssuerTwice() throws {
        for client in ["a", "b"] {
            let faults = try Self.faults(
                "\(Self.oidc("a", "https://a.example")), \(Self.oidc("b", "https://a.example", client))")
            #expect(faults.count == 1)
            #expect(faults.first?.contains("providers.b: b has the same issuer as a") == true)
        }
        let google = #""google": {"client_id": "a", "client_secret": {"env": "S"}}, "#
        #expect(try Self.faults(google + Self.oidc("g2", "https://accounts.google.com")).count == 1)
        #expect(
            try Self.faults("\(Self.oidc("a", "https://a.example")), \(Self.oidc("b", "https://a.example/"))") == [])
    }

    @Test("A uid prefix of another provider is a fault")
    func refusesSharedPrefix() throws {
        let faults = try Self.faults(
            "\(Self.oidc("a", "https://a.example")), \(Self.oidc("b", "https://b.example", "a", #", "uid_prefix": "a""#))"
        )
        #expect(faults.count == 1)
        #expect(
            faults.first?.contains("providers.b.uid_prefix: two providers have the uid prefix \"a\": a and b") == true)
    }

    @Test("Facebook and its Limited Login share the uids of one app, and of one app alone")
    func sharesFacebook() throws {
        let facebook = #""facebook": {"client_id": "1", "client_secret": {"env": "S"}}, "#
        #expect(try Self.faults(facebook + #""facebook-limited": {"client_id": "1"}"#) == [])
        let faults = try Self.faults(facebook + #""facebook-limited": {"client_id": "2"}"#)
        #expect(faults.count == 1)
        #expect(faults.first?.contains("each client of the provider sees other subjects") == true)
        let apart = try Self.faults(
            facebook + #""limited": {"preset": "facebook-limited", "client_id": "2", "uid_prefix": "fb2"}"#)
        #expect(apart == [])
    }

    @Test(
        "Tenants of Microsoft that hold the same accounts are one issuer",
        arguments: [
            ("common", "consumers", true), ("organizations", "consumers", false),
            ("organizations", "corp.example", true),
            ("11111111-1111-1111-1111-111111111111", "22222222-2222-2222-2222-222222222222", false),
            ("11111111-1111-1111-1111-111111111111", "11111111-1111-1111-1111-111111111111", true),
            ("consumers", "9188040d-6c67-4c5b-b112-36a304b66dad", true),
            ("organizations", "9188040d-6c67-4c5b-b112-36a304b66dad", false),
        ])
    func comparesTenants(_ first: String, _ second: String, _ isConflict: Bool) throws {
        let faults = try Self.faults("\(Self.microsoft("a", first)), \(Self.microsoft("b", second))")
        #expect(faults.isEmpty == !isConflict)
        #expect(try Self.faults("\(Self.microsoft("a", second)), \(Self.microsoft("b", first))").isEmpty == !isConflict)
    }
}
