import HTTPServer
import OAuthClient
import Operations
import Pages
import StrictJSON

/// A refusal by HTTP's own rules, in the form of its route (ERR-01).
struct HTTPRefusal: Sendable {
    let status: Int
    /// The stable code.
    let code: String
    /// What is wrong, in a sentence.
    let reason: String
    var headers: [(String, String)] = []

    /// A method that a route does not answer.
    static func methodNotAllowed(_ route: Route) -> HTTPRefusal {
        let methods = route.methods.joined(separator: ", ")
        return HTTPRefusal(
            status: 405, code: "METHOD_NOT_ALLOWED", reason: "this path answers \(methods)",
            headers: [("Allow", methods)])
    }

    /// The answer for a request.
    func response(to request: IncomingRequest, _ generation: Generation) -> ServerResponse {
        switch request.match.route.errorForm {
        case .oauth: return oauth
        case .problem: return problem(request.context.requestID)
        case .page:
            let page = ProblemPage(
                code: code, requestID: request.context.requestID.text, status: status,
                retryAfter: status == 503 ? 1 : nil)
            var response = PageAnswers(generation: generation, request: request).page(page)
            for (name, value) in headers { response.headers.append(name, value) }
            return response
        }
    }

    /// The same at a path that is no route's.
    func problem(_ requestID: RequestID) -> ServerResponse {
        ErrorAnswer.problem(
            status: status, code: code, detail: reason, requestID: requestID, headers: headers + retryAfter)
    }

    private var oauth: ServerResponse {
        var object = JSONObject()
        object["error"] = .string(status >= 500 ? "temporarily_unavailable" : "invalid_request")
        object["error_description"] = .string(reason)
        object["error_code"] = .string(code)
        return .json(object, status: status, headers: headers + retryAfter)
    }

    private var retryAfter: [(String, String)] { status == 503 ? [("Retry-After", "1")] : [] }
}
