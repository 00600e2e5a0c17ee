import StrictJSON

/// Sorts the answers of an endpoint into what was asked for, refusals, and failures.
struct ProviderAnswer {
    private let response: HTTPResponse
    private let url: EndpointURL
    private let body: AnswerBody

    init(_ response: HTTPResponse, from url: EndpointURL) {
        self.response = response
        self.url = url
        body = AnswerBody(response, from: url)
    }

    /// The members of an answer that is no error, by status and by content.
    ///
    /// - Throws: `OAuthClientError` with code `refusedByProvider`, `providerUnavailable` or `answerMalformed`.
    func members(_ form: AnswerBody.Form, failureMembers: [FailureMember] = []) throws(OAuthClientError) -> JSONObject {
        try checkStatus(form, failureMembers)
        let members = try body.members(form)
        if let answer = OAuthErrorAnswer(members, failureMembers: failureMembers) {
            throw answer.refusal(of: "the request to \(url.textForMessages)")
        }
        return members
    }

    /// Returns if the status says success.
    func checkStatus(
        _ form: AnswerBody.Form, _ failureMembers: [FailureMember] = []
    ) throws(OAuthClientError) {
        switch response.status {
        case 200...299: return
        case 300...399:
            throw OAuthClientError(
                .answerMalformed,
                "\(url.textForMessages) answered with a redirect (status \(response.status)), which is not followed")
        case 400...499: throw refusal(form, failureMembers)
        case 500...599: throw unavailable(providerCode: errorAnswer(form, failureMembers)?.code)
        default:
            throw OAuthClientError(
                .answerMalformed, "\(url.textForMessages) answered with the status \(response.status)")
        }
    }

    /// The body decides, not the status: providers disagree about the latter.
    private func refusal(_ form: AnswerBody.Form, _ failureMembers: [FailureMember]) -> OAuthClientError {
        if let answer = errorAnswer(form, failureMembers) {
            return answer.refusal(of: "the request to \(url.textForMessages)")
        }
        if response.status == 429 || response.status == 408 { return unavailable(providerCode: nil) }
        do throws(OAuthClientError) {
            _ = try body.members(form)
        } catch {
            return error
        }
        return OAuthClientError(
            .answerMalformed, "\(url.textForMessages) answered with the status \(response.status) and names no error")
    }

    private func errorAnswer(_ form: AnswerBody.Form, _ failureMembers: [FailureMember]) -> OAuthErrorAnswer? {
        (try? body.members(form)).flatMap { OAuthErrorAnswer(ofFailure: $0, failureMembers: failureMembers) }
    }

    private func unavailable(providerCode: String?) -> OAuthClientError {
        let type =
            response["Content-Type"].map { ", content type \(ProviderMessageText.cleaned($0, maximum: 80))" } ?? ""
        let retryAfterSeconds = RetryAfter(response)?.seconds
        let wait = retryAfterSeconds.map { "; it asks for \($0) seconds of patience" } ?? ""
        return OAuthClientError(
            .providerUnavailable,
            "\(url.textForMessages) is out of order: status \(response.status)\(type), \(response.body.count) bytes\(wait)",
            providerCode: providerCode, retryAfterSeconds: retryAfterSeconds)
    }
}
