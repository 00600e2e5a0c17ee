import CustomTokenBridge
import CustomTokens
import StrictJSON

/// An examination as JSON, whose member names are stable.
enum ExplanationJSON: Sendable {
    static func value(of examination: CustomTokenExamination) -> JSONValue {
        let decisive = examination.decisive
        return .object(
            JSONObject([
                "verdict": .string(examination.verdict.rawValue),
                "code": .optional(decisive?.code),
                "reason": .string(decisive?.detail ?? examination.kind.sentence),
                "kind": .string(examination.kind.rawValue),
                "checks": .array(examination.findings.map(check)),
                "signature": examination.signature.map(signature) ?? .null,
                "token": examination.content.map(content) ?? .null,
            ]))
    }

    private static func check(_ finding: Finding) -> JSONValue {
        .object(
            JSONObject([
                "rule": .string(finding.rule.rawValue),
                "verdict": .string(finding.verdict.rawValue),
                "detail": .string(finding.detail),
                "code": .optional(finding.code),
                "emulator": .optional(finding.emulator),
                "cure": .optional(finding.cure),
            ]))
    }

    private static func signature(_ opinions: SignatureOpinions) -> JSONValue {
        .object(
            JSONObject([
                "openssl": .string(opinions.openSSL.rawValue), "libjwt": .string(opinions.libJWT.rawValue),
            ]))
    }

    private static func content(_ content: CustomTokenExamination.Content) -> JSONValue {
        .object(
            JSONObject([
                "uid": .optional(content.uid), "issuer": .optional(content.issuer),
                "tenant_id": .optional(content.tenantID), "key_id": .optional(content.keyID),
                "issued_at": .optional(content.issuedAt), "expires_at": .optional(content.expiration),
                "claim_names": .array(content.claimNames.map { .string($0) }),
            ]))
    }
}
