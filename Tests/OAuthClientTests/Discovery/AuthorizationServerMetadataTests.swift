@testable import OAuthClient
import StrictJSON
import Testing

@Suite("Discovery: the metadata")
struct AuthorizationServerMetadataTests {
    private func metadata(
        _ changes: [String: JSONValue?] = [:], issuer: String = "https://idp.test"
    ) throws -> AuthorizationServerMetadata {
        var members = JSONObject()
        members["issuer"] = "https://idp.test"
        members["token_endpoint"] = "https://idp.test/token"
        for (name, value) in changes { members[name] = value }
        return try AuthorizationServerMetadata(members, expecting: .exactly(IssuerIdentifier(issuer)))
    }

    private static let endpointNames = [
        "authorization_endpoint", "token_endpoint", "device_authorization_endpoint", "userinfo_endpoint", "jwks_uri",
        "revocation_endpoint", "introspection_endpoint",
    ]
    private static let listNames = [
        "scopes_supported", "response_types_supported", "grant_types_supported", "code_challenge_methods_supported",
        "token_endpoint_auth_methods_supported", "id_token_signing_alg_values_supported",
    ]

    @Test("every member lands where it belongs, and unknown ones are ignored")
    func members() throws {
        var changes: [String: JSONValue?] = ["unknown": .object(JSONObject()), "claims_supported": "odd"]
        for name in Self.endpointNames { changes[name] = .string("https://idp.test/\(name)") }
        for name in Self.listNames { changes[name] = .array([.string(name)]) }
        changes["authorization_response_iss_parameter_supported"] = true
        let metadata = try metadata(changes)
        let endpoints = [
            metadata.authorizationEndpoint, metadata.tokenEndpoint, metadata.deviceAuthorizationEndpoint,
            metadata.userinfoEndpoint, metadata.jwksURI, metadata.revocationEndpoint, metadata.introspectionEndpoint,
        ]
        #expect(endpoints.map { $0?.text } == Self.endpointNames.map { "https://idp.test/\($0)" })
        let lists = [
            metadata.scopesSupported, metadata.responseTypesSupported, metadata.grantTypesSupported,
            metadata.codeChallengeMethodsSupported, metadata.tokenEndpointAuthMethodsSupported,
            metadata.idTokenSigningAlgValuesSupported,
        ]
        #expect(lists == Self.listNames.map { [$0] })
        #expect(metadata.authorizationResponseIssParameterSupported)
        #expect(metadata.issuer == "https://idp.test")
    }

    @Test("what is not said is nil, and null says nothing")
    func absent() throws {
        let metadata = try metadata(["jwks_uri": .null, "scopes_supported": .null, "token_endpoint": nil])
        #expect(metadata.jwksURI == nil)
        #expect(metadata.tokenEndpoint == nil)
        #expect(metadata.scopesSupported == nil)
        #expect(!metadata.authorizationResponseIssParameterSupported)
    }

    @Test(
        "8414-02: without an issuer, or with one that is no string, it is refused",
        arguments: [nil, .null, 7, .array(["https://idp.test"])] as [JSONValue?])
    func withoutIssuer(_ issuer: JSONValue?) throws {
        #expect(try refusal { try metadata(["issuer": issuer]) }.code == .answerMalformed)
    }

    @Test("8414-02, OIDC-20: the metadata of another issuer is refused before anything in it is looked at")
    func otherIssuer() throws {
        let error = try refusal { try metadata(["jwks_uri": "nonsense"], issuer: "https://other.test") }
        #expect(error.code == .issuerMismatch)
    }

    @Test("7009-04: an endpoint that must not be called is an error that names it", arguments: endpointNames)
    func endpoints(_ name: String) throws {
        for value in ["http://idp.test/x", "/x", "javascript:x", "https://a@idp.test/", "https://idp.test/#f", ""] {
            let error = try refusal { try metadata([name: .string(value)]) }
            #expect(error.code == .addressNotAllowed)
            #expect(error.reason.contains(name))
        }
        #expect(try refusal { try metadata([name: 7]) }.code == .answerMalformed)
    }

    @Test("a list that is none is an error that names it", arguments: listNames)
    func lists(_ name: String) throws {
        for value in ["RS256", 7, .array(["a", 7])] as [JSONValue] {
            let error = try refusal { try metadata([name: value]) }
            #expect(error.code == .answerMalformed)
            #expect(error.reason.contains(name))
        }
    }

    @Test("a truth value that is a string is refused")
    func truth() throws {
        let error = try refusal { try metadata(["authorization_response_iss_parameter_supported": "true"]) }
        #expect(error.code == .answerMalformed)
    }

    @Test("case B21: the document with a slash belongs to the issuer with a slash alone")
    func slashCase() throws {
        let members = try #require(try CaseFiles.json("B21", "discovery-with-slash.json").object)
        let issuer = ExpectedIssuer.exactly(try IssuerIdentifier("https://idp.test/app/o/x/"))
        let metadata = try AuthorizationServerMetadata(members, expecting: issuer)
        #expect(metadata.issuer == "https://idp.test/app/o/x/")
        #expect(metadata.jwksURI?.text == "https://idp.test/app/o/x/jwks/")
        let other = ExpectedIssuer.exactly(try IssuerIdentifier("https://idp.test/app/o/x"))
        let error = try refusal { try AuthorizationServerMetadata(members, expecting: other) }
        #expect(error.code == .issuerMismatch)
        #expect(error.reason.contains("slash"))
    }

    @Test("case B21: a template is accepted by the explicit setting alone, and only the very one")
    func templateCase() throws {
        let members = try #require(try CaseFiles.json("B21", "discovery-template.json").object)
        let text = "https://login.microsoftonline.com/{tenantid}/v2.0"
        let template = try IssuerTemplate(text, tenants: .only(["t"]))
        #expect(try AuthorizationServerMetadata(members, expecting: .multiTenantTemplate(template)).issuer == text)
        let other = try IssuerTemplate("https://login.test/{tenantid}/v2.0", tenants: .only(["t"]))
        #expect(
            try refusal { try AuthorizationServerMetadata(members, expecting: .multiTenantTemplate(other)) }.code
                == .issuerMismatch)
        let exact = ExpectedIssuer.exactly(try IssuerIdentifier("https://login.microsoftonline.com/t/v2.0"))
        #expect(
            try refusal { try AuthorizationServerMetadata(members, expecting: exact) }.code == .issuerMismatch)
    }
}
