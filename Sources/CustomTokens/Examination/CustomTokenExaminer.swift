import JOSE
import StrictJSON

extension CustomTokenExamination {
    /// Examines a text by every rule that Google's servers were seen to apply.
    ///
    /// - Parameters:
    ///   - text: The text, with nothing around it.
    ///   - context: What to hold it against.
    public init(of text: [UInt8], in context: ExaminationContext) {
        let token = UnverifiedToken(text)
        let opinions = context.publicKey.map { SignatureOpinions(on: try? token.strict.get(), key: $0) }
        let rules = FormRules(token: token).findings
        let content = token.payload.map { PayloadRules(payload: $0, context: context).findings } ?? [:]
        let trust = TrustRules(token: token, opinions: opinions, context: context).findings
        kind = TokenKind(token)
        findings = ProductionRule.allCases.map { rule in
            rules[rule] ?? content[rule] ?? trust[rule] ?? Self.standing(rule) ?? .skipped(rule)
        }
        self.content = Content(token)
        signature = opinions
    }

    /// What holds whatever the token is.
    private static func standing(_ rule: ProductionRule) -> Finding? {
        switch rule {
        case .reuse: .note(rule, "a custom token can be used again until it expires; whoever holds it can sign in")
        case .user: .unknown(rule, "USER_DISABLED if the user is disabled; only the server knows")
        case .tenantState:
            .unknown(rule, "INVALID_TENANT_ID, TENANT_DISABLED or TENANT_DELETED; only the server knows")
        case .apiKey: .unknown(rule, "API_KEY_INVALID if the API key is wrong; only the server knows")
        case .secondFactor: .note(rule, "Firebase asks no second factor on this path; demand it from the provider")
        case .expiration, .issueTime, .lifetime, .audience, .issuer, .header, .encoding, .signature, .signaturePresent,
            .segments, .tokenPresent, .project, .uid, .claims, .tenant:
            nil
        }
    }
}

extension CustomTokenExamination.Content {
    fileprivate init?(_ token: UnverifiedToken) {
        guard let payload = token.payload else { return nil }
        uid = payload["uid"].flatMap { $0.string ?? $0.integer.map(String.init) }
        issuer = payload["iss"]?.string
        tenantID = payload["tenant_id"]?.string
        keyID = token.header?["kid"]?.string
        issuedAt = payload["iat"].flatMap { try? NumericDate($0, claim: "iat") }
        expiration = payload["exp"].flatMap { try? NumericDate($0, claim: "exp") }
        claimNames = payload["claims"]?.object?.names ?? []
    }
}
