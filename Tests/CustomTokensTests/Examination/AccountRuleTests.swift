import Cryptography
import CustomTokens
import StrictJSON
import Testing

@Suite("Examination: audience, issuer and project")
struct AccountRuleTests {
    private static let other = "other@demo-b.iam.gserviceaccount.com"

    @Test("the valid token keeps every rule")
    func valid() throws {
        let examination = try Forge.examine(Forge.token())
        #expect(examination.verdict == .accepted)
        #expect(examination.broken.isEmpty)
        #expect(examination.decisive == nil)
        #expect(examination.kind == .customToken)
        #expect(examination[.audience]?.verdict == .passed)
        #expect(examination[.issuer]?.verdict == .passed)
        #expect(examination[.project]?.verdict == .passed)
    }

    @Test(
        "another audience is refused and shown",
        arguments: [
            "", "demo-bridge", "https://identitytoolkit.googleapis.com/", "HTTPS" + Forge.audience.dropFirst(5),
            Forge.audience + "/", "https://oauth2.googleapis.com/token",
        ])
    func otherAudience(_ audience: String) throws {
        let examination = try Forge.examine(Forge.token(["aud": .string(audience)]))
        expectBroken(.audience, code: Forge.Code.invalid, in: examination)
        #expect(examination.decisive?.detail.contains("\"\(audience)\"") == true)
        #expect(examination.decisive?.emulator?.contains("Invalid aud") == true)
    }

    @Test(
        "an audience that is no string is refused, an array of the right one too",
        arguments: [
            nil, .null, 1, .array([.string(Forge.audience)]), .array([]), .object(JSONObject()),
        ] as [JSONValue?])
    func audienceKinds(_ value: JSONValue?) throws {
        expectBroken(.audience, code: Forge.Code.invalid, in: try Forge.examine(Forge.token(["aud": value])))
    }

    @Test("iss and sub that differ are refused", arguments: ["iss", "sub"])
    func issuerIsNotSubject(_ name: String) throws {
        let examination = try Forge.examine(Forge.token([name: .string(Self.other)]), projectID: nil)
        expectBroken(.issuer, code: Forge.Code.invalid, in: examination)
    }

    @Test(
        "iss or sub that is missing or no string is refused", arguments: ["iss", "sub"],
        [nil, .null, 1, .array([])] as [JSONValue?])
    func issuerKinds(_ name: String, _ value: JSONValue?) throws {
        let examination = try Forge.examine(Forge.token([name: value]), projectID: nil)
        expectBroken(.issuer, code: Forge.Code.invalid, in: examination)
    }

    @Test("iss and sub that are equal and not the key's account are refused")
    func foreignAccount() throws {
        let token = try Forge.token(["iss": .string(Self.other), "sub": .string(Self.other)])
        let examination = try Forge.examine(token, projectID: nil)
        expectBroken(.issuer, code: Forge.Code.invalid, in: examination)
        #expect(examination.decisive?.detail.contains(Fixtures.email) == true)
    }

    @Test("with a bare public key, any account that is iss and sub is taken")
    func publicKeyOnly() throws {
        let token = try Forge.token(["iss": .string(Self.other), "sub": .string(Self.other)])
        let key = try PublicKey(parsing: Fixtures.keyText("public"))
        #expect(try Forge.examine(token, authority: .publicKey(key), projectID: nil).verdict == .accepted)
    }

    @Test("an account of another project than the API key's is refused, and both are named (B16)")
    func otherProject() throws {
        let examination = try Forge.examine(Forge.token(), projectID: "demo-b")
        expectBroken(.project, code: Forge.Code.projectMismatch, in: examination)
        #expect(examination.decisive?.detail.contains("\"demo-bridge\"") == true)
        #expect(examination.decisive?.detail.contains("\"demo-b\"") == true)
    }

    @Test("without a project to compare, the rule is unknown and names the code")
    func unknownProject() throws {
        let examination = try Forge.examine(Forge.token(), projectID: nil)
        #expect(examination[.project]?.verdict == .unknown)
        #expect(examination[.project]?.detail.contains("CREDENTIAL_MISMATCH") == true)
        #expect(examination.verdict == .accepted)
    }

    @Test("an address that tells no project takes it from the key file, if there is one")
    func projectOfKeyFile() throws {
        let email = "demo-bridge@appspot.gserviceaccount.com"
        let account = try ServiceAccount(parsing: Fixtures.accountJSON(["client_email": .string(email)]))
        let token = try Forge.token(["iss": .string(email), "sub": .string(email)])
        #expect(try Forge.examine(token, authority: .serviceAccount(account)).verdict == .accepted)
        expectBroken(
            .project, code: Forge.Code.projectMismatch,
            in: try Forge.examine(token, authority: .serviceAccount(account), projectID: "demo-b"))
        let key = try PublicKey(parsing: Fixtures.keyText("public"))
        #expect(try Forge.examine(token, authority: .publicKey(key))[.project]?.verdict == .unknown)
    }
}
