import Operations
import Failures
import HTTPServer
import Pages

/// Makes pages into responses to one request.
struct PageAnswers: Sendable {
    let generation: Generation
    let request: IncomingRequest

    /// A page, with the cookie that the browser is known by.
    func page(_ page: some Page, cookie: BrowserCookie? = nil, sites: BrowserCookie.Sites = .own) -> ServerResponse {
        var response = ServerResponse(page.response(in: context))
        if let cookie {
            response.headers.append("Set-Cookie", cookie.field().value)
            if case .all = sites { response.headers.append("Set-Cookie", cookie.field(.all).value) }
        }
        return response
    }

    /// The page about a failure.
    ///
    /// - Parameters:
    ///   - failure: The failure.
    ///   - status: The status; nil for the one that its code has on pages.
    /// - Returns: The page.
    func problem(_ failure: Failure, status: Int? = nil) -> ServerResponse {
        let isTemporary = [429, 503].contains(status ?? PageProblem(code: failure.code).status)
        return page(
            ProblemPage(
                code: failure.code, requestID: request.context.requestID.text, status: status,
                retryAfter: failure.retryAfter ?? (isTemporary ? 1 : nil),
                again: request.match.route == .device ? path(.device) : nil))
    }

    /// The path of a route; the root where it cannot be written.
    func path(_ route: Route) -> PagePath? { PagePath("\(generation.pathPrefix)\(route.rawValue)") }

    private var context: PageContext {
        PageContext(
            host: generation.documents.host,
            language: Language.negotiated(acceptLanguage: request.http.headers.values("Accept-Language").first))
    }
}
