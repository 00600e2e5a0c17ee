import OAuthClient
import Testing

@Suite("Token requests")
struct TokenRequestTests {
    private func form(
        _ grant: TokenRequest.Grant, _ additional: [(String, String)] = [], client: Client? = nil
    ) throws -> [String: String] {
        let request = try TokenRequest(
            grant, additionalParameters: FormParameters(additional.map { (name: $0.0, value: $0.1) }))
        return try MessageFixtures.form(
            request.httpRequest(from: client ?? MessageFixtures.publicClient(), to: MessageFixtures.tokenURL()))
    }

    @Test("a code goes with its verifier and the very redirect address (6749-13, 7636-01)")
    func code() throws {
        #expect(
            try form(.authorizationCode(MessageFixtures.grant())) == [
                "grant_type": "authorization_code", "code": "code/+1", "redirect_uri": "https://app.example.com/cb",
                "code_verifier": MessageFixtures.verifier, "client_id": "client-ours",
            ])
    }

    @Test("the code is escaped once on the wire (B41)")
    func wire() throws {
        let request = try TokenRequest(.authorizationCode(MessageFixtures.grant())).httpRequest(
            from: MessageFixtures.publicClient(), to: MessageFixtures.tokenURL())
        #expect(String(decoding: request.body ?? [], as: UTF8.self).contains("&code=code%2F%2B1&"))
    }

    @Test("without proof key there is no verifier, and a public client is refused")
    func withoutProofKey() throws {
        let grant = try MessageFixtures.grant(
            proofKey: .withoutProofKey(because: .refusedFromConfidentialClients))
        let form = try form(.authorizationCode(grant), client: MessageFixtures.confidentialClient())
        #expect(form["code_verifier"] == nil)
        #expect(try messageRefusal { try self.form(.authorizationCode(grant)) }.code == .clientMisconfigured)
    }

    @Test("refreshing may bring more: scopes, and the redirect address for Yahoo")
    func refresh() throws {
        let form = try form(
            .refreshToken(RefreshToken("rt+1")), [("scope", "openid"), ("redirect_uri", "https://a.example/cb")])
        #expect(
            form == [
                "grant_type": "refresh_token", "refresh_token": "rt+1", "scope": "openid",
                "redirect_uri": "https://a.example/cb", "client_id": "client-ours",
            ])
    }

    @Test("a device code is redeemed by the grant's own name (8628-18)")
    func deviceCode() throws {
        #expect(
            try form(.deviceCode(DeviceCode("dc"))) == [
                "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": "dc",
                "client_id": "client-ours",
            ])
    }

    @Test(
        "no additional parameter is one of a grant or of the authentication",
        arguments: [
            "grant_type", "code", "code_verifier", "refresh_token", "device_code", "client_id", "client_secret",
            "client_assertion", "client_assertion_type", "grant%5Ftype", "client%5Fsecret",
        ])
    func reserved(_ name: String) throws {
        #expect(
            try messageRefusal { try form(.refreshToken(RefreshToken("rt")), [(name, "x")]) }.code == .reservedParameter
        )
    }

    @Test("the redirect address of a code is not to be replaced (6749-13)")
    func redirectURI() throws {
        let error = try messageRefusal {
            try form(.authorizationCode(MessageFixtures.grant()), [("redirect_uri", "https://evil.example")])
        }
        #expect(error.code == .reservedParameter)
    }

    @Test("nothing of a grant stands in the address (6750-05)")
    func address() throws {
        let request = try TokenRequest(.refreshToken(RefreshToken("canary"))).httpRequest(
            from: MessageFixtures.confidentialClient(), to: MessageFixtures.tokenURL())
        #expect(request.url.text == "https://id.example.com/token")
    }
}
