import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Addresses of providers")
struct ProviderEndpointsTests {
    @Test(
        "an address that only the metadata knows is taken from it, and named where it is missing",
        arguments: [
            "authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri", "revocation_endpoint",
            "introspection_endpoint", "device_authorization_endpoint",
        ])
    func discovered(_ member: String) throws {
        let provider = try RequestSamples.provider("oidc")
        let full = provider.endpoints(try RequestSamples.metadata())
        #expect(try Self.address(member, full).hasPrefix("https://id.example/realm/found/"))
        let lacking = provider.endpoints(try RequestSamples.metadata([member: nil as JSONValue?]))
        for endpoints in [lacking, provider.endpoints(nil)] {
            let error = try #require(throws: ProviderError.self) { try Self.address(member, endpoints) }
            #expect(error.code == .endpointMissing)
            #expect(error.reason.contains(member) && error.reason.contains("oidc"))
        }
    }

    @Test(
        "metadata of a provider elsewhere cannot lead to services of this machine",
        arguments: ["http://127.0.0.1:8080/x", "http://localhost/x", "http://[::1]/x"],
        ["token_endpoint", "jwks_uri", "introspection_endpoint", "device_authorization_endpoint", "userinfo_endpoint"])
    func loopback(_ url: String, _ member: String) throws {
        let provider = try RequestSamples.provider("oidc")
        let endpoints = provider.endpoints(try RequestSamples.metadata([member: .string(url)]))
        let error = try #require(throws: ProviderError.self) { try Self.address(member, endpoints) }
        #expect(error.code == .endpointInvalid)
        #expect(error.reason.contains(member))
    }

    @Test("a provider on this machine, which tests have, may name addresses on it")
    func loopbackIssuer() throws {
        let issuer = "http://127.0.0.1:9000"
        let provider = try RequestSamples.provider("oidc") { configuration in
            configuration.parameters = PresetParameters([.issuer: issuer])
        }
        let endpoints = provider.endpoints(try RequestSamples.metadata(issuer: issuer))
        #expect(try endpoints.token.text == "http://127.0.0.1:9000/found/token")
    }

    @Test("known addresses are not replaced by metadata", arguments: ["google", "yahoo", "github", "apple", "line"])
    func known(_ id: String) throws {
        let provider = try RequestSamples.provider(id)
        let (with, without) = (
            provider.endpoints(try RequestSamples.metadata()), provider.endpoints(nil)
        )
        #expect(try with.authorization == without.authorization)
        #expect(try with.token == without.token)
        #expect(try with.userinfo.map(\.url) == without.userinfo.map(\.url))
        #expect(try with.token.host != "id.example")
    }

    @Test(
        "what a provider does not have is an error that names it",
        arguments: [
            ("yahoo", "device_authorization_endpoint"), ("github", "jwks_uri"), ("facebook-limited", "token_endpoint"),
            ("microsoft", "revocation_endpoint"), ("apple", "introspection_endpoint"),
        ])
    func none(_ id: String, _ member: String) throws {
        let endpoints = try RequestSamples.provider(id).endpoints(RequestSamples.metadata())
        let error = try #require(throws: ProviderError.self) { try Self.address(member, endpoints) }
        #expect(error.code == .endpointMissing)
        #expect(error.reason.contains(member))
    }

    @Test("an address of an account needs the account")
    func revocation() throws {
        let endpoints = try RequestSamples.provider("facebook").endpoints(nil)
        #expect(try refusal { try endpoints.revocation(of: nil) } == .subjectMissing)
        #expect(
            try endpoints.revocation(of: SubjectID("77")).text == "https://graph.facebook.com/v24.0/77/permissions")
        let other = try EndpointURL("https://proxy.example/revoke")
        let replaced = try RequestSamples.provider("facebook") { $0.endpoints.revocation = other }
        #expect(try replaced.endpoints(nil).revocation(of: nil) == other)
    }

    @Test("Salesforce gives device codes at its token endpoint, Discord asks for decisions elsewhere")
    func devices() throws {
        let salesforce = try RequestSamples.provider("salesforce").endpoints(nil)
        #expect(try salesforce.deviceAuthorization == salesforce.token)
        let discord = try RequestSamples.provider("discord").endpoints(nil)
        #expect(try discord.devicePolling.text == "https://discord.com/api/v10/oauth2/token")
        #expect(try discord.token.text == "https://discord.com/api/oauth2/token")
    }

    @Test("a check of access tokens is where the preset, the metadata or the configuration says")
    func checks() throws {
        #expect(
            try RequestSamples.provider("github").endpoints(nil).accessTokenCheck?.text
                == "https://api.github.com/applications/client-ours/token")
        #expect(try RequestSamples.provider("spotify").endpoints(nil).accessTokenCheck == nil)
        let oidc = try RequestSamples.provider("oidc") { $0.accessTokens = .withCheckThatIsOffByDefault }
        #expect(
            try oidc.endpoints(RequestSamples.metadata()).accessTokenCheck?.text
                == "https://id.example/realm/found/introspect")
        #expect(try refusal { try oidc.endpoints(nil).accessTokenCheck } == .endpointMissing)
    }

    private static func address(_ member: String, _ endpoints: ProviderEndpoints) throws -> String {
        switch member {
        case "authorization_endpoint": try endpoints.authorization.text
        case "token_endpoint": try endpoints.token.text
        case "userinfo_endpoint": try #require(try endpoints.userinfo.first).url.text
        case "jwks_uri": try endpoints.keySet.text
        case "revocation_endpoint": try endpoints.revocation(of: nil).text
        case "introspection_endpoint": try endpoints.introspection.text
        default: try endpoints.deviceAuthorization.text
        }
    }
}
