import OAuthClient
import StrictJSON

extension FirebaseSessionError {
    /// The error that an answer without success stands for.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - secrets: What was sent.
    ///   - url: The endpoint, for the reason.
    init(_ response: HTTPResponse, _ secrets: SentSecrets, from url: EndpointURL) {
        let answer = IdentityToolkitErrorAnswer(response, secrets)
        let detail = answer.detail.isEmpty ? "" : ": \(answer.detail.quotedExcerpt)"
        let retryAfter = RetryAfter(response)?.seconds
        if let code = answer.code, let known = IdentityToolkitRefusal(code) {
            self.init(
                known.code, "Firebase says \(code): \(known.words)\(detail)", cure: known.cure, firebaseCode: code,
                retryAfterSeconds: retryAfter)
            return
        }
        let said = answer.code.map { "Firebase says \($0)" } ?? "\(url.textForMessages) answered with status"
        let words =
            answer.code == nil ? "\(said) \(response.status)\(detail)" : "\(said) (status \(response.status))\(detail)"
        switch response.status {
        case 429, 500...599:
            self.init(
                .firebaseUnavailable, words, cure: "try again later; the session stays as it is",
                firebaseCode: answer.code, retryAfterSeconds: retryAfter)
        case 400...499 where answer.code != nil:
            self.init(
                .refusedByFirebase, words, cure: "look the code up in the documentation of Identity Platform",
                firebaseCode: answer.code)
        default:
            self.init(
                .firebaseAnswerInvalid, words,
                cure: "see that no proxy or captive portal stands between this machine and Google")
        }
    }
}
