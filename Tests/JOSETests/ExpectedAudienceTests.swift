import JOSE
import Testing

@Suite("Expected audience (JOSE-16)")
struct ExpectedAudienceTests {
    private static func refusal(_ members: String, _ audience: ExpectedAudience) -> JOSEError.Code? {
        let claims = "{\"iss\":\"https://provider.test\",\"exp\":1700003600\(members.isEmpty ? "" : ",")\(members)}"
        return JOSETests.refusal(ofToken: FakeToken.text(claims: claims), by: FakeToken.verifier(audience: audience))
    }

    private static func client(_ members: String) -> JOSEError.Code? {
        refusal(members, .client(identifier: "client-ours"))
    }

    private static func recipient(_ members: String) -> JOSEError.Code? {
        refusal(members, .recipient("https://bridge.test"))
    }

    @Test("a missing audience is refused")
    func refusesMissingAudience() {
        #expect(Self.client("") == .claimMissing)
        #expect(Self.recipient("") == .claimMissing)
        #expect(Self.client(#""azp":"client-ours""#) == .claimMissing)
    }

    @Test(
        "OIDC-03: an audience that is or holds the client is accepted",
        arguments: [
            #""aud":"client-ours""#, #""aud":["client-ours"]"#, #""aud":"client-ours","azp":"client-ours""#,
            #""aud":["x","client-ours"],"azp":"client-ours""#,
            #""aud":["client-ours","client-ours"],"azp":"client-ours""#,
        ])
    func acceptsClient(members: String) {
        #expect(Self.client(members) == nil)
    }

    @Test(
        "OIDC-03: another audience is refused",
        arguments: [
            #""aud":"client-other""#, #""aud":["client-other"]"#, #""aud":[]"#, #""aud":"""#, #""aud":"CLIENT-OURS""#,
            #""aud":"client-ours ""#, #""aud":"client-ours client-other""#, #""aud":"client-ours-evil""#,
            #""aud":"client-our""#, #""aud":["client","-ours"]"#, #""aud":["x"],"azp":"client-ours""#,
            #""aud":"client-ours\u0301""#,
        ])
    func refusesOtherAudience(members: String) {
        #expect(Self.client(members) == .audienceMismatch)
    }

    @Test(
        "OIDC-03: an audience of another kind is refused",
        arguments: [
            #""aud":null"#, #""aud":1"#, #""aud":true"#, #""aud":{"a":"client-ours"}"#, #""aud":["client-ours",1]"#,
            #""aud":["client-ours",null]"#, #""aud":[["client-ours"]]"#,
        ])
    func refusesOtherKinds(members: String) {
        #expect(Self.client(members) == .claimInvalid)
        #expect(Self.recipient(members) == .claimInvalid)
    }

    @Test("OIDC-04: several audiences without an authorized party are refused")
    func refusesMissingParty() {
        #expect(Self.client(#""aud":["client-ours","x"]"#) == .audienceMismatch)
        #expect(Self.client(#""aud":["client-ours","client-ours"]"#) == .audienceMismatch)
    }

    @Test(
        "OIDC-05: another authorized party is refused, with one audience too",
        arguments: [
            #""aud":"client-ours","azp":"client-other""#, #""aud":["client-ours","x"],"azp":"x""#,
            #""aud":["client-ours"],"azp":"""#, #""aud":["client-ours"],"azp":"Client-Ours""#,
        ])
    func refusesOtherParty(members: String) {
        #expect(Self.client(members) == .audienceMismatch)
    }

    @Test(
        "OIDC-05: an authorized party of another kind is refused",
        arguments: ["null", "1", "[\"client-ours\"]", "true"])
    func refusesOtherPartyKinds(value: String) {
        #expect(Self.client("\"aud\":\"client-ours\",\"azp\":\(value)") == .claimInvalid)
    }

    @Test("a recipient is one of the audiences, whoever the authorized party is")
    func acceptsRecipient() {
        #expect(Self.recipient(#""aud":"https://bridge.test""#) == nil)
        #expect(Self.recipient(#""aud":["x","https://bridge.test"],"azp":"someone""#) == nil)
    }

    @Test(
        "another recipient is refused",
        arguments: [#""aud":"https://bridge.test/""#, #""aud":["x"]"#, #""aud":[]"#, #""aud":"http://bridge.test""#])
    func refusesOtherRecipient(members: String) {
        #expect(Self.recipient(members) == .audienceMismatch)
    }

    @Test("nobody can be expected")
    func refusesEmptyExpectation() {
        #expect(Self.refusal(#""aud":"""#, .client(identifier: "")) == .audienceMismatch)
        #expect(Self.refusal(#""aud":"","azp":"""#, .client(identifier: "")) == .audienceMismatch)
        #expect(Self.refusal(#""aud":["",""]"#, .recipient("")) == .audienceMismatch)
    }
}
