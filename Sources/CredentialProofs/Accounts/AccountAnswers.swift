import OAuthClient
import Providers
import StrictJSON

/// Collects what a provider says about one account, from answers that all name the same subject (PRV-05, OIDC-16).
struct AccountAnswers: Sendable {
    /// What is done when the description cannot be had.
    enum Need: Sendable {
        /// Without it nothing names the account.
        case required
        /// The account is known: the profile may stay thin.
        case completion
    }

    /// What was collected.
    struct Collected: Sendable {
        /// The account; nil where nothing was asked and none was known.
        let subject: SubjectID?
        /// The answers, the main one first.
        let answers: [JSONValue]
    }

    /// An endpoint whose answer comes first and must name the account.
    struct First: Sendable {
        let endpoint: UserinfoEndpoint
        let url: EndpointURL
        /// Where it names the account; nil for where the preset says.
        let subject: JSONPath?
    }

    let connection: ProviderConnection
    let token: AccessToken
    /// The account, where it is already proven.
    let subject: SubjectID?

    /// The answers, and the account that they name.
    ///
    /// - Parameters:
    ///   - need: What is done when the answers cannot be had.
    ///   - first: An endpoint whose answer comes first and must name the account, where a check demands one.
    ///   - excluded: An endpoint that has answered already.
    /// - Returns: What was collected.
    /// - Throws: `CredentialError`.
    func answers(
        _ need: Need, first: First? = nil, excluding excluded: EndpointURL? = nil
    ) async throws(CredentialError) -> Collected {
        let description = AccountDescription(connection: connection, token: token, account: subject)
        var answers: [JSONValue] = []
        var known = subject
        var asked = excluded.map { [$0] } ?? []
        if let first {
            let answer = try await description.answer(of: first.endpoint, at: first.url)
            known = try same(try self.subject(of: answer, at: first.subject), known)
            answers.append(answer)
            asked.append(first.url)
        }
        for endpoint in try await userinfo(need) where !asked.contains(endpoint.url) {
            asked.append(endpoint.url)
            do throws(CredentialError) {
                let answer = try await description.answer(of: endpoint.rule, at: endpoint.url)
                // Completing answers, such as a list of addresses, name no account: they were had with the same token.
                if answers.isEmpty || names(answer) {
                    known = try same(try self.subject(of: answer, at: nil), known)
                }
                answers.append(answer)
            } catch {
                guard known != nil, need == .completion || !answers.isEmpty, error.isAboutAnswer else { throw error }
            }
        }
        return Collected(subject: known, answers: answers)
    }

    /// The endpoints that describe accounts; a provider need not have one where the account is known without.
    private func userinfo(_ need: Need) async throws(CredentialError) -> [ProviderEndpoints.Userinfo] {
        let endpoints = try await connection.endpoints()
        do throws(ProviderError) {
            return try endpoints.userinfo
        } catch {
            guard error.code != .endpointMissing || (need == .required && subject == nil) else { return [] }
            throw CredentialError(error, "\(connection.provider.id): the configuration")
        }
    }

    private func names(_ answer: JSONValue) -> Bool {
        connection.provider.preset.subject.paths.contains { $0.value(in: answer) != nil }
    }

    private func subject(of answer: JSONValue, at path: JSONPath?) throws(CredentialError) -> SubjectID {
        let provider = connection.provider
        return try provider.attempt("the account") { () throws(ProviderError) in
            try provider.preset.subject.reading(at: path).subject(in: answer)
        }
    }

    private func same(_ found: SubjectID, _ known: SubjectID?) throws(CredentialError) -> SubjectID {
        guard known == nil || known == found else {
            throw CredentialError(
                .subjectMismatch,
                "\(connection.provider.id): the description is that of another account than the credential's")
        }
        return found
    }
}

extension CredentialError {
    /// Whether only this answer failed: the credential itself may be right.
    fileprivate var isAboutAnswer: Bool {
        switch code {
        case .credentialInvalid, .credentialExpired, .providerUnavailable, .providerAnswerInvalid, .audienceUnprovable,
            .providerMisconfigured, .accessDenied:
            true
        case .providerUnknown, .credentialTypeNotAccepted, .audienceMismatch, .nonceMismatch, .nonceRequired,
            .subjectMismatch, .refreshTokenNotKept, .cancelled, .cryptographyFailed:
            false
        }
    }
}

extension SubjectRule {
    /// The rule for an answer that has the account in a member of its own; it is read in the same way.
    func reading(at path: JSONPath?) -> SubjectRule {
        guard let path else { return self }
        var rule = self
        rule.paths = [path]
        return rule
    }
}
