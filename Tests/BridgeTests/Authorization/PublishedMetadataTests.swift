@testable import Bridge
import JOSE
import OAuthClient
import StrictJSON
import Testing

@Suite("Our metadata")
struct PublishedMetadataTests {
    private static func document(
        _ clients: [RegisteredClient], issuer: String = "https://bridge.test", documentation: String? = nil
    ) throws -> JSONObject {
        PublishedMetadata.document(
            issuer: try IssuerIdentifier(issuer),
            facts: PublishedMetadata.Facts(
                clients: clients, assertionAlgorithms: ["RS256", "ES256"],
                documentation: try documentation.map { try EndpointURL($0) }))
    }

    private static func everything() throws -> [RegisteredClient] {
        [
            try AuthorizationSamples.client(grants: [.authorizationCode, .deviceCode, .tokenExchange]),
            RegisteredClient(
                id: "backend",
                kind: .confidential(secret: ClientSecret("s"), keys: nil, ways: [.basic, .privateKeyJWT]),
                grants: [.clientCredentials, .jwtBearer]),
        ]
    }

    @Test("8414-03: says what some client can do, in the words of the registries")
    func whole() throws {
        let document = try Self.document(Self.everything(), documentation: "https://docs.test/bridge")
        let expected = """
            {"issuer":"https://bridge.test","authorization_endpoint":"https://bridge.test/authorize",\
            "token_endpoint":"https://bridge.test/token",\
            "device_authorization_endpoint":"https://bridge.test/device_authorization",\
            "jwks_uri":"https://bridge.test/.well-known/jwks.json","response_types_supported":["code"],\
            "response_modes_supported":["query"],\
            "grant_types_supported":["urn:ietf:params:oauth:grant-type:device_code",\
            "urn:ietf:params:oauth:grant-type:token-exchange","authorization_code","client_credentials",\
            "urn:ietf:params:oauth:grant-type:jwt-bearer"],"code_challenge_methods_supported":["S256"],\
            "token_endpoint_auth_methods_supported":["client_secret_basic","private_key_jwt","none"],\
            "token_endpoint_auth_signing_alg_values_supported":["RS256","ES256"],\
            "authorization_response_iss_parameter_supported":true,\
            "service_documentation":"https://docs.test/bridge"}
            """
        #expect(JSONValue.object(document).compactText == expected)
    }

    @Test("8414-03: leaves out what would be empty")
    func empty() throws {
        let device = try Self.document([AuthorizationSamples.client(grants: [.deviceCode])])
        #expect(device["authorization_endpoint"] == nil)
        #expect(device["code_challenge_methods_supported"] == nil)
        #expect(device["response_types_supported"] == nil)
        #expect(device["token_endpoint_auth_signing_alg_values_supported"] == nil)
        #expect(device["service_documentation"] == nil)
        for clients in [[], try Self.everything()] {
            for member in try Self.document(clients).members { #expect(member.value.array?.isEmpty != true) }
        }
    }

    @Test("8414-02: is what a client of RFC 8414 takes, whatever the issuer's path")
    func readBack() throws {
        for issuer in [
            "https://bridge.test", "https://bridge.test/", "https://bridge.test:8443/a/b", "http://[::1]/x/",
        ] {
            let identifier = try IssuerIdentifier(issuer)
            let document = try Self.document(Self.everything(), issuer: issuer)
            let metadata = try AuthorizationServerMetadata(document, expecting: .exactly(identifier))
            #expect(metadata.authorizationResponseIssParameterSupported)
            #expect(metadata.tokenEndpoint?.text.hasSuffix("//token") == false)
            let place = try DiscoveryLocation.authorizationServer(identifier).url.text
            #expect(place.hasSuffix(PublishedMetadata.path(for: identifier)))
        }
    }

    @Test(
        "8414-01: stands between the issuer's host and path",
        arguments: [
            ("https://bridge.test", "/.well-known/oauth-authorization-server"),
            ("https://bridge.test/", "/.well-known/oauth-authorization-server"),
            ("https://bridge.test/a", "/.well-known/oauth-authorization-server/a"),
            ("https://bridge.test:8443/a/b/", "/.well-known/oauth-authorization-server/a/b"),
            ("http://[::1]:80/x", "/.well-known/oauth-authorization-server/x"),
        ])
    func place(issuer: String, path: String) throws {
        #expect(PublishedMetadata.path(for: try IssuerIdentifier(issuer)) == path)
    }
}
