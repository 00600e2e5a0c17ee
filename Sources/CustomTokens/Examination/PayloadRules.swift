import JOSE
import StrictJSON

/// The rules about what a token says, apart from who signed it.
struct PayloadRules {
    /// How long after `exp` production still takes a token, in seconds.
    private static let expirationLeeway: Int64 = 300

    let payload: JSONObject
    let context: ExaminationContext

    var findings: [ProductionRule: Finding] {
        let expiration = date("exp")
        let issuedAt = date("iat")
        return [
            .expiration: expirationRule(expiration), .issueTime: issueTimeRule(issuedAt),
            .lifetime: lifetimeRule(try? issuedAt.get(), try? expiration.get()), .audience: audience, .uid: uid,
            .claims: claims, .tenant: tenant,
        ].compactMapValues { $0 }
    }

    private func date(_ name: String) -> Result<NumericDate, JOSEError> {
        Result { () throws(JOSEError) -> NumericDate in
            guard let value = payload[name] else { throw JOSEError(.claimMissing, "there is no \(name)") }
            if case .decimal = value { throw JOSEError(.claimInvalid, "\(name) has a fraction or exponent") }
            return try NumericDate(value, claim: name)
        }
    }

    private func timeFault(_ rule: ProductionRule, _ detail: String, cure: String) -> Finding {
        .failed(rule, detail, code: Finding.invalidCustomToken, emulator: "does not look at the times", cure: cure)
    }

    private func expirationRule(_ date: Result<NumericDate, JOSEError>) -> Finding {
        switch date {
        case .failure(let error):
            return timeFault(.expiration, error.reason, cure: "write exp as an integer: iat + 3600 at most")
        case .success(let date):
            guard context.now < date + Self.expirationLeeway else {
                return timeFault(
                    .expiration, "expired at \(date); it is \(context.now)",
                    cure: "mint a new token, and use it at once")
            }
            return context.now < date
                ? .passed(.expiration, "expires at \(date)")
                : .passed(
                    .expiration, "expired at \(date), within the 300 s that Google allows", cure: "mint a new token")
        }
    }

    private func issueTimeRule(_ date: Result<NumericDate, JOSEError>) -> Finding {
        switch date {
        case .failure(let error):
            return timeFault(.issueTime, error.reason, cure: "write iat as an integer: the time now")
        case .success(let date):
            // Production's limit lies somewhere between 0 and 600 s; 0 is the only value that is safe to rely on.
            guard date <= context.now else {
                return timeFault(
                    .issueTime, "issued at \(date), which is in the future: it is \(context.now)",
                    cure: "set the clock of the machine that mints, or date iat back by a few seconds")
            }
            if let value = payload["nbf"] {
                guard let notBefore = try? NumericDate(value, claim: "nbf"), notBefore <= context.now else {
                    return timeFault(
                        .issueTime, "nbf is not a time that has come", cure: "leave nbf out of a custom token")
                }
            }
            return .passed(.issueTime, "issued at \(date)")
        }
    }

    /// nil where one of the times is unusable: then the fault is its own.
    private func lifetimeRule(_ issuedAt: NumericDate?, _ expiration: NumericDate?) -> Finding? {
        guard let issuedAt, let expiration else { return nil }
        let seconds = expiration.secondsSinceEpoch - issuedAt.secondsSinceEpoch
        guard 1...TokenLifetime.maximumSeconds ~= seconds else {
            return timeFault(
                .lifetime, "exp is \(seconds) s after iat; 1 to \(TokenLifetime.maximumSeconds) are accepted",
                cure: "mint with a lifetime of at most one hour; the session outlives the token by itself")
        }
        return .passed(.lifetime, "\(seconds) s")
    }

    private var audience: Finding {
        let cure = "set aud to \(CustomTokenPayload.audience)"
        let found: String
        switch payload["aud"] {
        case .string(let audience)? where audience.hasSameBytes(as: CustomTokenPayload.audience):
            return .passed(.audience, "Identity Toolkit")
        case .string(let audience)?: found = audience.quotedExcerpt
        case nil: found = "missing"
        case let value?: found = value.kind
        }
        return .failed(
            .audience, "aud is \(found), not the audience of custom tokens", code: Finding.invalidCustomToken,
            emulator: "\(Finding.invalidCustomToken) : ((Invalid aud (audience): ...))", cure: cure)
    }

    private var uid: Finding {
        let invalid = "INVALID_IDENTIFIER : Invalid user ID length. Expect to have length between 1 and 128."
        switch payload["uid"] {
        case nil, .null?:
            return .failed(
                .uid, "there is no uid", code: "MISSING_IDENTIFIER",
                emulator: payload["user_id"] == nil ? nil : "takes user_id instead",
                cure: "mint with a uid of 1 to 128 characters")
        case .integer(let number)?: return .passed(.uid, "\(number), a number, which Google takes as text")
        case .string(let uid)?:
            guard !uid.isEmpty else {
                return .failed(
                    .uid, "the uid is empty", code: invalid, emulator: "MISSING_IDENTIFIER", cure: "mint with a uid")
            }
            guard uid.unicodeScalars.count <= UserID.maximumBytes else {
                return .failed(
                    .uid, "the uid has \(uid.unicodeScalars.count) characters; at most 128 are accepted", code: invalid,
                    emulator: "does not look at the length", cure: "mint with a uid of at most 128 bytes")
            }
            let isSurelyShort = uid.utf8.count <= UserID.maximumBytes
            return .passed(
                .uid, uid.quotedExcerpt + (isSurelyShort ? "" : ", over 128 bytes: Google may count them so"))
        case let value?:
            return .failed(
                .uid, "the uid is \(value.kind), not a string", code: invalid, emulator: "takes truth values as text",
                cure: "write the uid as a string")
        }
    }

    private var claims: Finding {
        switch payload["claims"] {
        case nil: return .passed(.claims, "none")
        case .object(let claims)?:
            let reserved = claims.names.filter { name in ClaimNames.reserved.contains { $0.hasSameBytes(as: name) } }
            guard let first = reserved.first else {
                let overwritten = claims.names.filter(ClaimNames.overwritten.contains)
                return .passed(
                    .claims, claims.isEmpty ? "none" : claims.names.map(\.quotedExcerpt).joined(separator: ", "),
                    cure: overwritten.isEmpty
                        ? nil : "Google overwrites \(overwritten.joined(separator: ", ")) in the ID token: rename")
            }
            return .failed(
                .claims, "reserved names: \(reserved.joined(separator: ", "))", code: "FORBIDDEN_CLAIM : \(first)",
                emulator: nil, cure: "rename the claim")
        case let value?:
            return .failed(
                .claims, "claims is \(value.kind), not an object", code: "INVALID_CLAIMS", emulator: nil,
                cure: "write claims as a JSON object, or leave it out")
        }
    }

    private var tenant: Finding {
        let mismatch = "TENANT_ID_MISMATCH : Specified tenant ID does not match the custom token."
        switch (payload["tenant_id"], context.tenantID) {
        case (nil, nil): return .passed(.tenant, "none")
        case (.string(let tenant)?, nil) where !tenant.isEmpty:
            return .passed(
                .tenant, tenant.quotedExcerpt, cure: "send tenantId \(tenant.quotedExcerpt) with the request")
        case (.string(let tenant)?, let expected?) where tenant.hasSameBytes(as: expected):
            return .passed(.tenant, tenant.quotedExcerpt)
        case (nil, let expected?):
            return .failed(
                .tenant, "the token names no tenant, the request names \(expected.quotedExcerpt)",
                code: "INTERNAL : Internal error encountered. (HTTP 500)", emulator: mismatch,
                cure: "mint with the tenant; this 500 is no passing fault, so do not retry")
        case (let value?, let expected):
            let found = value.string?.quotedExcerpt ?? value.kind
            return .failed(
                .tenant,
                "the token names the tenant \(found), the request names \(expected?.quotedExcerpt ?? "its own")",
                code: mismatch, emulator: nil, cure: "mint for the tenant that the request names")
        }
    }
}
