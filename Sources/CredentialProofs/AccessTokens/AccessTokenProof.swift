import JOSE
public import OAuthClient
import Providers
import StrictJSON

/// P5: an access token, of which its provider names the client when it is asked.
public struct AccessTokenProof: Sendable {
    private let connection: ProviderConnection

    /// Makes the proof of a provider.
    ///
    /// - Parameter connection: The provider.
    public init(_ connection: ProviderConnection) {
        self.connection = connection
    }

    /// Proves who somebody is.
    ///
    /// The token that is checked is the one that describes the account (PRV-11).
    ///
    /// - Parameter token: The access token.
    /// - Returns: The identity.
    /// - Throws: `CredentialError`; with code `audienceUnprovable` where the provider never names the client (P6).
    public func identity(from token: AccessToken) async throws(CredentialError) -> VerifiedIdentity {
        let provider = connection.provider
        try provider.require(.accessToken)
        guard let check = provider.preset.accessTokenCheck else {
            throw CredentialError(.audienceUnprovable, "\(provider.id): no check of access tokens is configured")
        }
        try AccessTokenForm(rules: check.check.foreignTokens, subject: provider.id).check(token)
        let request = CheckRequest(connection: connection, check: check)
        let (answer, url) = try await request.answer(for: token)
        let now = try connection.now()
        for requirement in check.check.requirements + check.check.method.requirements {
            try RequirementCheck(
                requirement, audience: provider.preset.audience, kakaoAppNumber: check.kakaoAppNumber, now: now
            ).check(answer, "\(provider.id): the access token")
        }
        let profile = try await profile(of: token, check, answer, url)
        return VerifiedIdentity(
            provider: provider, profile: profile, client: try client(check, answer), authentication: .unknown,
            proof: .accessTokenChecked, provenAt: now, replayMark: nil)
    }

    /// The account: named by the check, by a description that was had with the same token, or by both alike (PRV-05).
    private func profile(
        of token: AccessToken, _ check: ResolvedAccessTokenCheck, _ answer: JSONValue, _ url: EndpointURL?
    ) async throws(CredentialError) -> ProviderProfile {
        let provider = connection.provider
        let subject = try check.check.subject.map { (path) throws(CredentialError) in
            try provider.attempt("the access token") { () throws(ProviderError) in
                try provider.preset.subject.reading(at: path).subject(in: answer)
            }
        }
        let describesAccount = check.check.method == .userinfoNamesClient
        let first = check.followUp.map { followUp in
            AccountAnswers.First(
                endpoint: provider.preset.endpoint(at: followUp), url: followUp, subject: check.check.followUp?.subject)
        }
        let described = try await AccountAnswers(connection: connection, token: token, subject: subject)
            .answers(.required, first: first, excluding: describesAccount ? url : nil)
        let answers = describesAccount ? [answer] + described.answers : described.answers
        try provider.checkPolicyWithoutIDToken(answers)
        // The answer that names the account may do so in a member of its own, which is not the preset's.
        if let subject = described.subject { return provider.preset.profile(of: subject, from: answers) }
        return try provider.attempt("the account") { () throws(ProviderError) in
            try provider.preset.profile(from: answers)
        }
    }

    /// The client of ours that the check named.
    private func client(
        _ check: ResolvedAccessTokenCheck, _ answer: JSONValue
    ) throws(CredentialError) -> String {
        let audience = connection.provider.preset.audience
        let naming = check.check.requirements.filter(\.namesClient)
        for value in naming.flatMap(\.paths).compactMap({ $0.value(in: answer) }) {
            let name = value.string ?? value.integer.map { String($0) } ?? ""
            if let client = audience.all.first(where: { $0.hasSameBytes(as: name) }) { return client }
        }
        return audience.primary
    }
}

extension AccessTokenCheck.Method {
    /// What must hold in every answer by this method, whatever the provider: an introspected token that has an end has
    /// not reached it (RFC 7662, section 2.2).
    fileprivate var requirements: [AccessTokenCheck.Requirement] {
        switch self {
        case .introspection: [.init(JSONPath("exp"), .isNullOrInFuture)]
        case .none, .providerCheck, .introspectionLike, .userinfoNamesClient, .localJWT, .unconfirmed: []
        }
    }
}
