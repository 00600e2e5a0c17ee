import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Placeholders of presets")
struct PlaceholderTests {
    @Test("every supported preset resolves with a complete configuration", arguments: PresetTable.all.map(\.id))
    func complete(_ id: String) throws {
        guard id != "steam" else { return }
        let resolved = try Samples.resolve(id)
        #expect(resolved.audience.primary == Samples.client)
        #expect(!resolved.acceptedCredentials.isEmpty)
        #expect(!resolved.issuer.isEmpty)
    }

    @Test(
        "a placeholder without value is refused at construction",
        arguments: ["microsoft", "github-enterprise", "mastodon", "okta", "auth0", "keycloak", "cognito", "oidc"])
    func missing(_ id: String) throws {
        let code = try refusal { try Samples.resolve(id) { $0.parameters = PresetParameters() } }
        #expect(code == .placeholderMissing)
    }

    @Test(
        "values that the preset has no place for are refused",
        arguments: [("yahoo", PresetPlaceholder.tenant), ("google", .issuer), ("microsoft", .baseURL), ("oidc", .base)])
    func unknown(_ id: String, _ placeholder: PresetPlaceholder) throws {
        let value = try #require(Samples.values[placeholder])
        let code = try refusal {
            try Samples.resolve(id) {
                $0.parameters = PresetParameters($0.parameters.values.merging([placeholder: value]) { $1 })
            }
        }
        #expect(code == .placeholderUnknown)
    }

    @Test("what is no plain https origin is refused", arguments: notOrigins)
    func notOrigin(_ value: String) throws {
        for (id, placeholder) in [
            ("github-enterprise", PresetPlaceholder.baseURL), ("gitlab", .baseURL),
            ("mastodon", .instance), ("salesforce", .base),
        ] {
            let code = try refusal {
                try Samples.resolve(id) { $0.parameters = PresetParameters([placeholder: value]) }
            }
            #expect(code == .placeholderInvalid, "\(id)")
        }
    }

    private static let notOrigins = [
        "", "git.example", "http://git.example", "ftp://git.example", "https://", "https://git.example/",
        "https://git.example/path", "https://git.example?x", "https://git.example#x", "https://user@git.example",
        "https://git.example:0", "https://git.example:70000", "https://GIT.example", "https://git.example ",
        "https://git.example\n", "https://gi\u{74}\u{301}.example", "{tenant}", "https://{tenant}.example",
        "https://git.example\u{0}", "https:\\\\git.example", "https://git.example:443/..", "http://127.0.0.1.example",
        "//git.example", "https://git.example@evil.example", "https://\u{FF45}vil.example",
    ]

    @Test(
        "plain origins are taken, http on this machine alone",
        arguments: [
            "https://git.example", "https://git.example:8443", "http://127.0.0.1:8080", "http://[::1]:1",
            "http://localhost",
        ])
    func origin(_ value: String) throws {
        let resolved = try Samples.resolve("github-enterprise") { $0.parameters = PresetParameters([.baseURL: value]) }
        #expect(resolved.endpoints.token == .address(try EndpointURL("\(value)/login/oauth/access_token")))
        #expect(
            resolved.accessTokenCheck?.url
                == .address(try EndpointURL("\(value)/api/v3/applications/client-ours/token")))
        #expect(resolved.authorizationResponseIssuer == "\(value)/login/oauth")
    }

    @Test(
        "what is no tenant is refused",
        arguments: [
            "", "Common", "common/", "tenant", "9188040d-6c67-4c5b-b112-36a304b66da", "contoso", "a..b", "a.b/c",
            "a.b?c", ".example", "-a.example", "evil.example/..", "a.b#", "{tenantid}", "common\u{0}", "a b.example",
            "9188040d_6c67_4c5b_b112_36a304b66dad", "g188040d-6c67-4c5b-b112-36a304b66dad",
        ])
    func notTenant(_ value: String) throws {
        let code = try refusal {
            try Samples.resolve("microsoft") { $0.parameters = PresetParameters([.tenant: value]) }
        }
        #expect(code == .placeholderInvalid)
    }

    @Test(
        "PRV-22: a tenant says whose tokens are accepted",
        arguments: [
            ("common", MicrosoftTenant.common), ("organizations", .organizations), ("consumers", .consumers),
            ("9122040D-6c67-4c5b-b112-36a304b66dad", .directory("9122040d-6c67-4c5b-b112-36a304b66dad")),
            ("contoso.onmicrosoft.com", .domain("contoso.onmicrosoft.com")),
        ])
    func tenant(_ value: String, _ tenant: MicrosoftTenant) throws {
        let resolved = try Samples.resolve("microsoft") { $0.parameters = PresetParameters([.tenant: value]) }
        #expect(resolved.acceptedIssuers == .microsoft(tenant))
        #expect(
            resolved.endpoints.keySet
                == .address(try EndpointURL("https://login.microsoftonline.com/\(value)/discovery/v2.0/keys")))
    }

    @Test(
        "what is no version of the Graph API is refused",
        arguments: ["", "24.0", "v24", "v24.0/me", "v.0", "V24.0", "v24.0.1", "v1234.0", "v-1.0"])
    func notGraphVersion(_ value: String) throws {
        let code = try refusal {
            try Samples.resolve("facebook") { $0.parameters = PresetParameters([.graphVersion: value]) }
        }
        #expect(code == .placeholderInvalid)
    }

    @Test("Facebook's version is v24.0 unless configured")
    func graphVersion() throws {
        let standard = try Samples.resolve("facebook").endpoints.token
        #expect(standard == .address(try EndpointURL("https://graph.facebook.com/v24.0/oauth/access_token")))
        let other = try Samples.resolve("facebook") { $0.parameters = PresetParameters([.graphVersion: "v25.0"]) }
        #expect(
            other.endpoints.token == .address(try EndpointURL("https://graph.facebook.com/v25.0/oauth/access_token")))
    }

    @Test(
        "an issuer keeps its bytes, and a final slash is not doubled in addresses",
        arguments: ["https://id.example/r/", "https://id.example/r", "https://id.example", "http://127.0.0.1:9/"])
    func issuer(_ value: String) throws {
        let resolved = try Samples.resolve("oidc") { $0.parameters = PresetParameters([.issuer: value]) }
        let base = value.hasSuffix("/") ? String(value.dropLast()) : value
        #expect(resolved.acceptedIssuers == .oneOf([value]))
        #expect(resolved.issuer == value)
        #expect(resolved.endpoints.discovery == (try EndpointURL("\(base)/.well-known/openid-configuration")))
    }

    @Test(
        "what is no issuer is refused",
        arguments: [
            "", "id.example", "http://id.example", "https://id.example?tenant=1", "https://id.example/#a",
            "https://u@id.example",
        ])
    func notIssuer(_ value: String) throws {
        let code = try refusal { try Samples.resolve("oidc") { $0.parameters = PresetParameters([.issuer: value]) } }
        #expect(code == .placeholderInvalid)
    }

    @Test("an issuer of Auth0 ends with a slash: without it, addresses would be of another host")
    func auth0() throws {
        let code = try refusal {
            try Samples.resolve("auth0") { $0.parameters = PresetParameters([.issuer: "https://t.auth0.example"]) }
        }
        #expect(code == .placeholderInvalid)
        let resolved = try Samples.resolve("auth0") {
            $0.parameters = PresetParameters([.issuer: "https://t.auth0.example/"])
        }
        #expect(resolved.endpoints.keySet == .address(try EndpointURL("https://t.auth0.example/.well-known/jwks.json")))
        #expect(
            resolved.endpoints.deviceAuthorization
                == .address(try EndpointURL("https://t.auth0.example/oauth/device/code")))
    }

    @Test("an installation of GitLab speaks for itself only")
    func gitLab() throws {
        let own = try Samples.resolve("gitlab") { $0.parameters = PresetParameters([.baseURL: "https://git.example"]) }
        #expect(own.acceptedIssuers == .oneOf(["https://git.example"]))
        #expect(try Samples.resolve("gitlab").acceptedIssuers == .oneOf(["https://gitlab.com"]))
    }

    @Test("client identifier and subject are percent-encoded where they stand in an address")
    func percentEncoding() throws {
        let resolved = try Samples.resolve("github") {
            $0 = PresetConfiguration(audience: try ClientIdentifiers(["a/../b?c"]))
        }
        #expect(
            resolved.accessTokenCheck?.url
                == .address(try EndpointURL("https://api.github.com/applications/a%2F..%2Fb%3Fc/token")))
        let facebook = try Samples.resolve("facebook")
        #expect(
            try facebook.endpoints.revocation(of: SubjectID("1/é"))
                == .address(try EndpointURL("https://graph.facebook.com/v24.0/1%2F%C3%A9/permissions")))
    }
}
