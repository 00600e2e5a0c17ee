@testable import OAuthClient
import Testing

@Suite("Discovery: issuers and where their metadata is")
struct DiscoveryLocationTests {
    @Test(
        "8414-01, 8414-04, case B21: one standard appends to the path, the other inserts before it",
        arguments: [
            ("https://idp.test", "", ""), ("https://idp.test/", "", ""), ("https://idp.test/app/o/x", "/app/o/x", ""),
            ("https://idp.test/app/o/x/", "/app/o/x", ""), ("https://idp.test/a//", "/a/", ""),
            ("https://idp.test:8443/realms/r", "/realms/r", ":8443"),
        ])
    func places(_ issuer: String, _ path: String, _ port: String) throws {
        let identifier = try IssuerIdentifier(issuer)
        let origin = "https://idp.test\(port)"
        #expect(
            try DiscoveryLocation.openIDConnect(identifier).url.text
                == "\(origin)\(path)/.well-known/openid-configuration")
        #expect(
            try DiscoveryLocation.authorizationServer(identifier).url.text
                == "\(origin)/.well-known/oauth-authorization-server\(path)")
        #expect(identifier.text == issuer)
    }

    @Test("an issuer on this machine keeps its scheme, port and brackets")
    func loopback() throws {
        let issuer = try IssuerIdentifier("http://[::1]:9000/r/")
        #expect(
            try DiscoveryLocation.authorizationServer(issuer).url.text
                == "http://[::1]:9000/.well-known/oauth-authorization-server/r")
        #expect(
            try DiscoveryLocation.openIDConnect(issuer).url.text
                == "http://[::1]:9000/r/.well-known/openid-configuration")
    }

    @Test("a configured address is taken as it is")
    func configured() throws {
        let url = try EndpointURL("https://other.test/metadata?v=1")
        #expect(DiscoveryLocation(configured: url).url == url)
    }

    @Test(
        "what is no address without query and fragment is no issuer",
        arguments: [
            "", "accounts.google.com", "http://idp.test", "https://idp.test?x=1", "https://idp.test/?", "https://",
            "https://idp.test/#f", "https://user@idp.test/", "https://idp.test/a b", "https://idp.tést/", "/app",
            "https://login.test/{tenantid}/v2.0",
        ])
    func notAnIssuer(_ text: String) throws {
        #expect(try refusal { try IssuerIdentifier(text) }.code == .addressNotAllowed)
    }
}

@Suite("Discovery: whose metadata it is")
struct ExpectedIssuerTests {
    @Test("8414-02, OIDC-20: the very bytes are accepted")
    func exact() throws {
        for text in ["https://provider.test", "https://provider.test/", "https://Provider.test/A"] {
            try ExpectedIssuer.exactly(IssuerIdentifier(text)).check(text)
        }
    }

    @Test(
        "8414-02, OIDC-20, case B21: another issuer is refused, and both are quoted",
        arguments: [
            "https://provider.test/", "http://provider.test", "https://PROVIDER.test", "https://provider.test:443",
            "https://provider.test.evil.test", "", "https://provider.test ", "https://provider.te\u{0301}st",
            "https://provider.test//",
        ])
    func other(_ found: String) throws {
        let expected = "https://provider.test"
        let error = try refusal { try ExpectedIssuer.exactly(IssuerIdentifier(expected)).check(found) }
        #expect(error.code == .issuerMismatch)
        #expect(error.reason.contains(#""\#(expected)""#))
        #expect(error.reason.contains(found.isEmpty ? #""""# : String(found.prefix(15))))
        #expect(error.reason.contains("slash") == (found == "https://provider.test/"))
    }

    @Test("case B21: a missing slash is told as well as one too many")
    func slash() throws {
        let issuer = ExpectedIssuer.exactly(try IssuerIdentifier("https://idp.test/app/o/x/"))
        #expect(try refusal { try issuer.check("https://idp.test/app/o/x") }.reason.contains("slash"))
        #expect(try !refusal { try issuer.check("https://idp.test/app/o/y") }.reason.contains("slash"))
    }

    @Test("8414-02: strings that are only canonically equal are two issuers")
    func canonicalEquivalence() throws {
        let issuer = try IssuerIdentifier("https://idp.test/Kelvin")
        let found = "https://idp.test/\u{212A}elvin"
        #expect(found == issuer.text)
        #expect(try refusal { try issuer.check(found) }.code == .issuerMismatch)
    }
}

@Suite("Discovery: issuers of many tenants")
struct IssuerTemplateTests {
    private let text = "https://login.microsoftonline.com/{tenantid}/v2.0"

    @Test("the tenant is put into the template")
    func issuer() throws {
        let tenant = "9122040d-6c67-4c5b-b112-36a304b66dad"
        let expected = "https://login.microsoftonline.com/9122040d-6c67-4c5b-b112-36a304b66dad/v2.0"
        for tenants in [IssuerTemplate.Tenants.only([tenant]), .everyTenantOfTheProvider] {
            #expect(try IssuerTemplate(text, tenants: tenants).issuer(forTenant: tenant).text == expected)
        }
    }

    @Test(
        "a tenant that is not in the list is refused",
        arguments: ["evil", "", "GOOD", "good/", "good ", "{tenantid}", "go%6Fd"])
    func otherTenant(_ tenant: String) throws {
        let template = try IssuerTemplate(text, tenants: .only(["good"]))
        #expect(try refusal { try template.issuer(forTenant: tenant) }.code == .issuerMismatch)
        let none = try IssuerTemplate(text, tenants: .only([]))
        #expect(try refusal { try none.issuer(forTenant: "good") }.code == .issuerMismatch)
    }

    @Test(
        "no tenant can leave its place in the address",
        arguments: ["a/b", "a?b", "a#b", "..", ".", "a@b", "a:b", "é", "a%2Fb", "{tenantid}"])
    func hostileTenant(_ tenant: String) throws {
        let template = try IssuerTemplate(text, tenants: .everyTenantOfTheProvider)
        #expect(try refusal { try template.issuer(forTenant: tenant) }.code == .issuerMismatch)
    }

    @Test(
        "what does not have the tenant once in its path is no template",
        arguments: [
            "https://login.test/v2.0", "https://login.test/{tenantid}/{tenantid}", "https://{tenantid}.login.test/",
            "https://login.test/a{tenantid}/", "https://login.test/{tenantid}b", "http://login.test/{tenantid}/",
            "https://login.test/?t=/{tenantid}", "{tenantid}", "",
        ])
    func notATemplate(_ text: String) throws {
        let error = try refusal { try IssuerTemplate(text, tenants: .everyTenantOfTheProvider) }
        #expect(error.code == .addressNotAllowed)
    }
}
