import CredentialProofs
import OAuthClient

/// What may become of an answer on its way.
enum Spoiling: String, Sendable, CaseIterable {
    case malformedJSON
    case serverError
    case redirect
    case tooLarge
    case emptyObject
    case echo

    /// A step whose answer is spoiled.
    func spoiled(_ step: Step) -> Step {
        var step = step
        switch self {
        case .malformedJSON: step.answer.body = String(step.answer.body.dropLast()) + ",}"
        case .serverError: step.answer = Answer(500, "<html>Error</html>", type: "text/html")
        case .redirect:
            // Relative to the request: the script would see it.
            step.answer = Answer(302, "<html>Moved</html>", type: "text/html", fields: [("Location", "trap")])
        case .tooLarge:
            let limit = step.role == .document ? HTTPRequest.documentBytes : HTTPRequest.standardAnswerBytes
            step.answer.body = String(repeating: " ", count: limit) + step.answer.body
        case .emptyObject: step.answer.body = "{}"
        case .echo:
            step.answer = Answer(
                400, #"{"error":"invalid_request","error_description":"\#(Sent.all.joined(separator: " "))"}"#)
        }
        return step
    }

    /// How the flow must end.
    func outcomes(of role: Step.Role, subject: String) -> [Flow.Outcome] {
        switch (role, self) {
        case (.completion, _), (.poll, .serverError): [.identity(subject)]
        case (.document, _), (_, .serverError): [.refusal(.providerUnavailable)]
        case (_, .malformedJSON), (_, .redirect), (_, .tooLarge): [.refusal(.providerAnswerInvalid)]
        case (.tokens, .emptyObject), (.poll, .emptyObject): [.refusal(.providerAnswerInvalid)]
        // An answer without the member that names the client proves nothing; one without the account neither.
        case (.needed, .emptyObject): [.refusal(.credentialInvalid), .refusal(.audienceUnprovable)]
        case (_, .echo): [.refusal(.credentialInvalid)]
        }
    }
}
