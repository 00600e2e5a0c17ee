import CustomTokens
import StrictJSON
import Testing

@Suite("Examination: uid, claims and tenant")
struct UidClaimsTenantRuleTests {
    @Test(
        "a uid of 1 to 128 characters or a number is taken",
        arguments: [
            "u", " ", "a/b.c+d", .string(String(repeating: "a", count: 128)), 12345, .integer(0), .integer(-1),
        ] as [JSONValue])
    func uidKept(_ value: JSONValue) throws {
        let examination = try Forge.examine(Forge.token(["uid": value]))
        #expect(examination[.uid]?.verdict == .passed)
        #expect(examination.verdict == .accepted)
    }

    @Test("128 characters of more bytes are taken, with a word about bytes")
    func uidOfManyBytes() throws {
        let examination = try Forge.examine(Forge.token(["uid": .string(String(repeating: "é", count: 128))]))
        #expect(examination[.uid]?.verdict == .passed)
        #expect(examination[.uid]?.detail.contains("over 128 bytes") == true)
    }

    @Test("no uid is refused as missing", arguments: [nil, .null] as [JSONValue?])
    func uidMissing(_ value: JSONValue?) throws {
        let examination = try Forge.examine(Forge.token(["uid": value]))
        expectBroken(.uid, code: Forge.Code.missingIdentifier, in: examination)
        #expect(examination.decisive?.emulator == nil)
        let withUserID = try Forge.examine(Forge.token(["uid": value, "user_id": "u"]))
        #expect(withUserID.decisive?.code == Forge.Code.missingIdentifier)
        #expect(withUserID.decisive?.emulator == "takes user_id instead")
    }

    @Test(
        "an empty uid, one of 129 characters and one of another kind is refused as invalid",
        arguments: [
            "", .string(String(repeating: "a", count: 129)), .string(String(repeating: "é", count: 129)), true, false,
            .array([]), .object(JSONObject()), .array(["u"]),
        ] as [JSONValue])
    func uidBroken(_ value: JSONValue) throws {
        let examination = try Forge.examine(Forge.token(["uid": value]))
        expectBroken(.uid, code: Forge.Code.invalidIdentifier, in: examination)
    }

    @Test(
        "no claims, empty claims and claims of free names are taken",
        arguments: [
            nil, "{}", #"{"role":"x"}"#, #"{"nested":{"iss":1,"sub":2}}"#, #"{"SUB":1}"#, #"{"email":"x"}"#,
        ])
    func claimsKept(_ text: String?) throws {
        let claims = try text.map { try JSONValue(parsing: Array($0.utf8), limits: .token) }
        let examination = try Forge.examine(Forge.token(["claims": claims]))
        #expect(examination[.claims]?.verdict == .passed)
        #expect(examination.verdict == .accepted)
        #expect(examination.content?.claimNames == claims?.object?.names ?? [])
    }

    @Test("claims that are no object are refused", arguments: [.array([]), "admin", 1, true, .null] as [JSONValue])
    func claimsKinds(_ value: JSONValue) throws {
        expectBroken(.claims, code: Forge.Code.invalidClaims, in: try Forge.examine(Forge.token(["claims": value])))
    }

    @Test(
        "each reserved name is refused by its name",
        arguments: [
            "acr", "amr", "at_hash", "aud", "auth_time", "azp", "c_hash", "cnf", "exp", "firebase", "iat", "iss", "jti",
            "nbf", "nonce", "sub",
        ])
    func reserved(_ name: String) throws {
        var claims = JSONObject()
        claims["role"] = 1
        claims[name] = 1
        let examination = try Forge.examine(Forge.token(["claims": .object(claims)]))
        expectBroken(.claims, code: "FORBIDDEN_CLAIM : \(name)", in: examination)
    }

    @Test("of several reserved names the code has one and the detail all")
    func severalReserved() throws {
        let claims = try JSONValue(parsing: Array(#"{"sub":1,"role":2,"acr":3}"#.utf8), limits: .token)
        let examination = try Forge.examine(Forge.token(["claims": claims]))
        expectBroken(.claims, code: "FORBIDDEN_CLAIM : sub", in: examination)
        #expect(examination.decisive?.detail == "reserved names: sub, acr")
    }

    @Test(
        "a tenant in token and request, in the token alone when no request is known, or in neither is taken",
        arguments: [
            (nil, nil), ("tenant-7abcd", "tenant-7abcd"), ("tenant-7abcd", nil),
        ] as [(String?, String?)])
    func tenantKept(_ tenant: String?, _ requested: String?) throws {
        let token = try Forge.token(["tenant_id": tenant.map(JSONValue.string)])
        let examination = try Forge.examine(token, tenantID: requested)
        #expect(examination[.tenant]?.verdict == .passed)
        #expect(examination.verdict == .accepted)
        #expect((examination[.tenant]?.cure?.contains("tenantId") == true) == (tenant != nil && requested == nil))
    }

    @Test("another tenant in the request than in the token is a mismatch", arguments: ["tenant-b", "TENANT-7ABCD", ""])
    func tenantMismatch(_ requested: String) throws {
        let examination = try Forge.examine(Forge.token(["tenant_id": "tenant-7abcd"]), tenantID: requested)
        expectBroken(.tenant, code: Forge.Code.tenantMismatch, in: examination)
    }

    @Test("a tenant in the request alone is answered with HTTP 500, which no retry cures")
    func tenantInRequestAlone() throws {
        let examination = try Forge.examine(Forge.token(), tenantID: "tenant-7abcd")
        expectBroken(.tenant, code: "INTERNAL : Internal error encountered. (HTTP 500)", in: examination)
        #expect(examination.decisive?.emulator == Forge.Code.tenantMismatch)
        #expect(examination.decisive?.cure?.contains("do not retry") == true)
    }

    @Test(
        "a tenant that is empty or no string is a mismatch", arguments: ["", 1, .null, .array([])] as [JSONValue],
        [nil, "t"])
    func tenantKinds(_ value: JSONValue, _ requested: String?) throws {
        let examination = try Forge.examine(Forge.token(["tenant_id": value]), tenantID: requested)
        expectBroken(.tenant, code: Forge.Code.tenantMismatch, in: examination)
    }
}
