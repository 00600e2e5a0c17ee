import Cryptography
import CustomTokens
import JOSE
import StrictJSON
import Testing

/// Makes tokens that break one rule or several, and examines them.
enum Forge {
    static let audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
    static let header = #"{"alg":"RS256","typ":"JWT","kid":"0123456789abcdef0123456789abcdef01234567"}"#

    /// The payload of a valid token with some members changed; nil leaves one out.
    static func payload(_ changes: [String: JSONValue?] = [:]) -> String {
        var object = JSONObject()
        object["iss"] = .string(Fixtures.email)
        object["sub"] = .string(Fixtures.email)
        object["aud"] = .string(audience)
        object["uid"] = "user-0001"
        object["iat"] = .integer(Fixtures.now.secondsSinceEpoch - 5)
        object["exp"] = .integer(Fixtures.now.secondsSinceEpoch + 3595)
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) { object[name] = value }
        return String(decoding: object.compactBytes, as: UTF8.self)
    }

    /// A token over these very texts, its signature right.
    static func token(header: String = header, payload: String = payload(), by key: ProbedSigningKey? = nil) throws
        -> String
    {
        let input = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(payload.utf8))"
        let key = try key ?? Fixtures.signingKey.get()
        return "\(input).\(Base64URL.encode(try key.signature(over: Array(input.utf8))))"
    }

    static func token(_ changes: [String: JSONValue?]) throws -> String {
        try token(payload: payload(changes))
    }

    static func examine(
        _ token: String, authority: ExaminationContext.Authority? = nil, projectID: String? = "demo-bridge",
        tenantID: String? = nil, now: NumericDate = Fixtures.now
    ) throws -> CustomTokenExamination {
        let authority = try authority ?? .serviceAccount(Fixtures.account.get())
        let context = ExaminationContext(authority: authority, projectID: projectID, tenantID: tenantID, now: now)
        return CustomTokenExamination(of: Array(token.utf8), in: context)
    }

    /// The codes of Google's servers.
    enum Code {
        static let invalid = "INVALID_CUSTOM_TOKEN"
        static let segments = "INVALID_CUSTOM_TOKEN : Invalid assertion format. 3 dot separated segments required."
        static let missingSignature = "INVALID_CUSTOM_TOKEN : Missing signature."
        static let missingToken = "MISSING_CUSTOM_TOKEN"
        static let missingIdentifier = "MISSING_IDENTIFIER"
        static let invalidIdentifier =
            "INVALID_IDENTIFIER : Invalid user ID length. Expect to have length between 1 and 128."
        static let invalidClaims = "INVALID_CLAIMS"
        static let projectMismatch = "CREDENTIAL_MISMATCH"
        static let tenantMismatch = "TENANT_ID_MISMATCH : Specified tenant ID does not match the custom token."
    }
}

extension CustomTokenExamination {
    subscript(rule: ProductionRule) -> Finding? {
        findings.first { $0.rule == rule }
    }

    /// The rules that the token breaks.
    var broken: Set<ProductionRule> {
        Set(findings.filter { $0.verdict == .failed }.map(\.rule))
    }
}

/// Expects that one rule alone is broken and decides.
func expectBroken(
    _ rule: ProductionRule, code: String, in examination: CustomTokenExamination,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(examination.broken == [rule], sourceLocation: sourceLocation)
    #expect(examination.decisive?.rule == rule, sourceLocation: sourceLocation)
    #expect(examination.decisive?.code == code, sourceLocation: sourceLocation)
    #expect(examination.decisive?.cure?.isEmpty == false, sourceLocation: sourceLocation)
    #expect(examination.verdict == .refused, sourceLocation: sourceLocation)
}
