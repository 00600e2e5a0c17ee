import JOSE
import StrictJSON

/// The rules about who signed a token.
struct TrustRules {
    let token: UnverifiedToken
    let opinions: SignatureOpinions?
    let context: ExaminationContext

    var findings: [ProductionRule: Finding] {
        guard let payload = token.payload else { return [:] }
        return [.issuer: issuer(payload), .signature: signature, .project: project(payload)].compactMapValues { $0 }
    }

    private func issuer(_ payload: JSONObject) -> Finding {
        guard let issuer = payload["iss"]?.string, let subject = payload["sub"]?.string else {
            return issuerFault("iss or sub is missing or not a string")
        }
        guard issuer.hasSameBytes(as: subject) else {
            return issuerFault("iss is \(issuer.quotedExcerpt), sub is \(subject.quotedExcerpt)")
        }
        guard let account = context.account, !account.email.hasSameBytes(as: issuer) else {
            return .passed(.issuer, issuer.quotedExcerpt)
        }
        return issuerFault("iss is \(issuer.quotedExcerpt), the key belongs to \(account.email.quotedExcerpt)")
    }

    private func issuerFault(_ detail: String) -> Finding {
        .failed(
            .issuer, detail, code: Finding.invalidCustomToken, emulator: "does not look at the account",
            cure: "set iss and sub to the e-mail address of the account that signs")
    }

    /// nil where an earlier rule is broken and the signature was not looked at.
    private var signature: Finding? {
        guard case .success = token.strict else { return nil }
        guard let opinions else {
            return .unknown(
                .signature, "not checked: no key is given",
                cure: "give --service-account, --certificate or --public-key")
        }
        if opinions.isProven { return .passed(.signature, "right by OpenSSL and by libjwt\(strangeKeyID)") }
        if opinions.openSSL == .notAsked { return nil }
        let detail =
            opinions.openSSL == opinions.libJWT
            ? "wrong by OpenSSL and by libjwt"
            : "OpenSSL says \(opinions.openSSL.rawValue), libjwt \(opinions.libJWT.rawValue)"
        return .failed(
            .signature, detail, code: Finding.invalidCustomToken, emulator: "does not look at the signature",
            cure: "sign with a key of the account that iss names; is the key deleted, disabled or of another account?")
    }

    /// A word on a `kid` that is not the identifier of the key that was given: no fault, for Google tries the account's keys.
    private var strangeKeyID: String {
        guard let keyID = token.header?["kid"]?.string, let own = context.account?.privateKeyID,
            !keyID.hasSameBytes(as: own)
        else { return "" }
        return "; its kid is \(keyID.quotedExcerpt), the key's own identifier \(own.quotedExcerpt)"
    }

    private func project(_ payload: JSONObject) -> Finding {
        guard let expected = context.projectID else {
            return .unknown(
                .project, "CREDENTIAL_MISMATCH if the API key is of another project", cure: "give --project to check it"
            )
        }
        let account = payload["iss"]?.string ?? ""
        let own = context.account.flatMap { $0.email.hasSameBytes(as: account) ? $0.signingProjectID : nil }
        guard let found = own ?? AccountEmail.project(in: account) else {
            return .unknown(.project, "the account's address does not tell its project")
        }
        guard found.hasSameBytes(as: expected) else {
            return .failed(
                .project,
                "the account is of the project \(found.quotedExcerpt), the API key of \(expected.quotedExcerpt)",
                code: "CREDENTIAL_MISMATCH", emulator: "does not look at the project",
                cure: "use a service account and an API key of one project")
        }
        return .passed(.project, found.quotedExcerpt)
    }
}
