import OAuthClient
import Providers
import StrictJSON

/// An answer of a provider about a token, sorted into what was asked for, refusals and failures (PRV-08).
struct CheckedAnswer: Sendable {
    /// Who is accused by an answer 401.
    enum Authentication: Sendable {
        /// The token.
        case token
        /// Our client.
        case client
        /// Our client; and an answer 404 says that the token is not one of the client's.
        case clientThatOwnsToken
    }

    private let response: HTTPResponse
    private let url: EndpointURL
    private let provider: ConfiguredProvider
    private let authentication: Authentication
    private let secrets: SentSecrets

    init(
        _ response: HTTPResponse, from url: EndpointURL, provider: ConfiguredProvider, token: AccessToken,
        _ authentication: Authentication
    ) {
        secrets = SentSecrets([token.secretText, provider.credential.secret?.secretText ?? ""])
        self.response = response
        self.url = url
        self.provider = provider
        self.authentication = authentication
    }

    /// Whether it is a signed token (OpenID Connect Core, section 5.3.2).
    var isSigned: Bool {
        response.status == 200
            && (response["Content-Type"] ?? "").lowercased().prefix { $0 != ";" && $0 != " " } == "application/jwt"
    }

    /// The JSON value of an answer with status 200.
    ///
    /// - Throws: `CredentialError`.
    func value() throws(CredentialError) -> JSONValue {
        guard response.status == 200 else { throw failure() }
        guard let value = json else {
            throw CredentialError(
                .providerAnswerInvalid,
                "\(subject) is not the JSON that was expected\(secrets.preview(of: response))")
        }
        if let refusal = refusal(in: value) { throw refusal }
        return value
    }

    private var json: JSONValue? {
        try? JSONValue(
            parsing: response.body, limits: JSONLimits(maximumBytes: HTTPRequest.standardAnswerBytes, maximumDepth: 32))
    }

    private func failure() -> CredentialError {
        if !isOutOfOrder, let members = json?.object, let refusal = FacebookRefusal(members) {
            return refusal.error(subject)
        }
        switch (response.status, authentication) {
        case (408, _), (429, _), (500...599, _):
            return CredentialError(
                .providerUnavailable,
                "\(subject): the provider is out of order (status \(response.status))\(secrets.preview(of: response))",
                retryAfterSeconds: RetryAfter(response)?.seconds)
        case (401, .client), (401, .clientThatOwnsToken):
            return CredentialError(
                .providerMisconfigured, "\(subject): our client identifier or secret is wrong (status 401)")
        case (404, .clientThatOwnsToken):
            return CredentialError(
                .audienceMismatch,
                "\(subject): the access token is not one of our client's, or is not valid any more (status 404)")
        case (400...499, _):
            return json.flatMap(refusal)
                ?? CredentialError(
                    .credentialInvalid, "\(subject): the access token was refused (status \(response.status))")
        default:
            return CredentialError(
                .providerAnswerInvalid,
                "\(subject): the status \(response.status) was not expected; redirects are not followed"
            )
        }
    }

    private var isOutOfOrder: Bool {
        response.status == 408 || response.status == 429 || 500...599 ~= response.status
    }

    /// What an error in the body means; with the status of success it is one all the same.
    private func refusal(in value: JSONValue) -> CredentialError? {
        guard let members = value.object else { return nil }
        if let refusal = FacebookRefusal(members) { return refusal.error(subject) }
        let failureMembers = provider.preset.preset.tokenAnswers.failureMembers
        guard let error = OAuthErrorAnswer(members, failureMembers: failureMembers) else { return nil }
        let code: CredentialError.Code =
            switch error.refusal {
            case .clientRejected: .providerMisconfigured
            case .temporary: .providerUnavailable
            case .denied: .accessDenied
            case .grantInvalid, .other: .credentialInvalid
            }
        let providerCode = secrets.removed(from: error.code)
        return CredentialError(code, "\(subject): refused with \(providerCode)", providerCode: providerCode)
    }

    private var subject: String { "\(provider.id): the answer of \(url.textForMessages)" }
}
