@testable import CustomTokens
import JOSE
import StrictJSON
import Testing

@Suite("Examination: which fault decides")
struct PrecedenceTests {
    /// Faults of the payload in the order in which they decide, each with what breaks that rule alone.
    private static let faults: [(ProductionRule, [String: JSONValue?], String)] = [
        (.audience, ["aud": "x"], Forge.Code.invalid), (.issuer, ["sub": "x"], Forge.Code.invalid),
        (.expiration, ["exp": "x"], Forge.Code.invalid), (.issueTime, ["iat": "x"], Forge.Code.invalid),
        (.uid, ["uid": nil], Forge.Code.missingIdentifier), (.claims, ["claims": 1], Forge.Code.invalidClaims),
        (.tenant, ["tenant_id": 1], Forge.Code.tenantMismatch),
    ]

    @Test("of two faults the earlier one decides, and both are told", arguments: faults.indices)
    func pairs(_ first: Int) throws {
        for second in Self.faults.indices where second > first {
            let changes = Self.faults[first].1.merging(Self.faults[second].1) { old, _ in old }
            let examination = try Forge.examine(Forge.token(changes))
            #expect(examination.broken == [Self.faults[first].0, Self.faults[second].0])
            #expect(examination.decisive?.rule == Self.faults[first].0)
            #expect(examination.decisive?.code == Self.faults[first].2)
        }
    }

    @Test(
        "a wrong signature decides before uid, claims and tenant, and after the rest of the payload",
        arguments: faults.indices)
    func signature(_ index: Int) throws {
        let (rule, changes, _) = Self.faults[index]
        let key = try Fixtures.otherSigningKey.get()
        let examination = try Forge.examine(Forge.token(payload: Forge.payload(changes), by: key))
        #expect(examination.broken == [.signature, rule])
        let isLater = [ProductionRule.uid, .claims, .tenant].contains(rule)
        #expect(examination.decisive?.rule == (isLater ? .signature : rule))
    }

    @Test("the project decides before the uid and after the signature")
    func project() throws {
        let uid = try Forge.examine(Forge.token(["uid": nil]), projectID: "demo-b")
        #expect(uid.broken == [.project, .uid])
        #expect(uid.decisive?.code == Forge.Code.projectMismatch)
        let signature = try Forge.examine(Forge.token(by: Fixtures.otherSigningKey.get()), projectID: "demo-b")
        #expect(signature.broken == [.project, .signature])
        #expect(signature.decisive?.rule == .signature)
    }

    @Test("the header decides before all of the payload")
    func header() throws {
        let token = try Forge.token(header: #"{"alg":"HS256"}"#, payload: Forge.payload(["aud": "x", "uid": nil]))
        let examination = try Forge.examine(token)
        #expect(examination.broken == [.header, .audience, .uid])
        #expect(examination.decisive?.rule == .header)
    }

    @Test("a lifetime too long decides before the signature, after exp and iat")
    func lifetime() throws {
        let now = Fixtures.now.secondsSinceEpoch
        let payload = Forge.payload(["iat": .integer(now + 1), "exp": .integer(now + 7200)])
        let examination = try Forge.examine(Forge.token(payload: payload, by: Fixtures.otherSigningKey.get()))
        #expect(examination.broken == [.issueTime, .lifetime, .signature])
        #expect(examination.decisive?.rule == .issueTime)
    }

    @Test("a missing signature decides before padding and header")
    func missingSignature() throws {
        let text = "\(Base64URL.encode(#"{"alg":"none"}"#.utf8)).\(Base64URL.encode("{}".utf8))=."
        let examination = try Forge.examine(text)
        #expect(examination.broken == [.signaturePresent, .encoding, .header])
        #expect(examination.decisive?.code == Forge.Code.missingSignature)
    }

    @Test(
        "each text gets one finding for each rule, in one order",
        arguments: ["", "a", "a.b.c", "{}", "..", "a.b.c.d.e"])
    func completeness(_ text: String) throws {
        #expect(try Forge.examine(text).findings.map(\.rule) == ProductionRule.allCases)
        #expect(try Forge.examine(Forge.token()).findings.map(\.rule) == ProductionRule.allCases)
    }

    @Test("every rule that can be broken has its place in the order, and only once")
    func order() {
        let standing: Set<ProductionRule> = [.reuse, .user, .tenantState, .apiKey, .secondFactor]
        #expect(Set(ProductionRule.precedence) == Set(ProductionRule.allCases).subtracting(standing))
        #expect(ProductionRule.precedence.count == Set(ProductionRule.precedence).count)
    }

    @Test("what only the server knows is said to be unknown, and what holds for all tokens is noted")
    func standing() throws {
        for text in [try Forge.token(), "", "a.b.c"] {
            let examination = try Forge.examine(text)
            #expect(examination[.reuse]?.verdict == .note)
            #expect(examination[.secondFactor]?.verdict == .note)
            #expect(examination[.user]?.verdict == .unknown)
            #expect(examination[.user]?.detail.contains("USER_DISABLED") == true)
            #expect(examination[.apiKey]?.detail.contains("API_KEY_INVALID") == true)
            for code in ["INVALID_TENANT_ID", "TENANT_DISABLED", "TENANT_DELETED"] {
                #expect(examination[.tenantState]?.detail.contains(code) == true)
            }
        }
    }
}
