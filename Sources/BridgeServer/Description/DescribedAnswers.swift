import Failures
import HTTPServer
import Pages

/// The answers of operations, by their status.
enum DescribedAnswers: Sendable {
    typealias Answers = [(String, DescriptionNode)]

    private static let problemContent: DescriptionNode = [
        "application/problem+json": ["schema": .reference("schemas", "Problem")]
    ]
    private static let htmlContent: DescriptionNode = [
        "text/html": ["schema": ["type": "string", "contentMediaType": "text/html"]]
    ]
    private static let pageHeaders = DescribedHeaders.references([
        "X-Request-Id": "RequestID", "Content-Security-Policy": "ContentSecurityPolicy", "Cache-Control": "NotStored",
        "Set-Cookie": "Cookie",
    ])

    /// JSON of an OAuth endpoint.
    static func json(_ schema: String, _ description: String, example: DescriptionNode) -> DescriptionNode {
        [
            "description": .text(description),
            "headers": DescribedHeaders.references(["X-Request-Id": "RequestID", "Cache-Control": "NotStored"]),
            "content": ["application/json": ["schema": .reference("schemas", schema), "example": example]],
        ]
    }

    /// A page.
    static func page(_ description: String) -> DescriptionNode {
        ["description": .text(description), "headers": pageHeaders, "content": htmlContent]
    }

    /// A redirect.
    static func redirect(_ description: String) -> DescriptionNode {
        [
            "description": .text(description),
            "headers": DescribedHeaders.references([
                "X-Request-Id": "RequestID", "Location": "Location", "Cache-Control": "NotStored",
                "Set-Cookie": "Cookie",
            ]),
        ]
    }

    /// A document, and that it has not changed.
    static func document(_ schema: String, type: String, _ description: String) -> Answers {
        let headers = DescribedHeaders.references([
            "X-Request-Id": "RequestID", "ETag": "ETag", "Cache-Control": "Cached",
        ])
        return [
            (
                "200",
                [
                    "description": .text(description), "headers": headers,
                    "content": [type: ["schema": .reference("schemas", schema)]],
                ]
            ),
            ("304", ["description": "The document is one of those that the caller knows.", "headers": headers]),
        ]
    }

    /// The errors of OAuth endpoints.
    static let oauthErrors: Answers = ErrorSchemas.oauthStatuses.map { status in
        var content: DescriptionNode = ["application/json": ["schema": ErrorSchemas.oauthError(status: status)]]
        // An answer that cannot be sent becomes a problem, for whichever path it was.
        if status == 500 { content = content.adding(problemContent) }
        return ("\(status)", error(status, content))
    }

    /// The errors of pages.
    static let pageErrors: Answers = Set(PageProblem.allCases.map(\.status)).sorted().map { status in
        let content = status == 500 ? htmlContent.adding(problemContent) : htmlContent
        return ("\(status)", error(status, content))
    }

    /// The errors of documents.
    static let documentErrors: Answers = [400, 429, 500, 503].map { ("\($0)", error($0, problemContent)) }

    /// That there is nothing at a path with such a variable part.
    static let noSuchPage = ("404", error(404, htmlContent.adding(problemContent)))

    /// What is answered whatever the path is.
    static func ofHTTP(body: RequestBody, _ form: ErrorForm) -> Answers {
        let statuses =
            switch body {
            case .some: [405, 413, 414, 431]
            case .none: [405, 414, 431]
            }
        let content = form == .page ? htmlContent : problemContent
        return statuses.map { ("\($0)", error($0, content)) }
    }

    /// Whether requests have a body.
    enum RequestBody: Sendable {
        /// They have.
        case some
        /// They have none.
        case none
    }

    private static func error(_ status: Int, _ content: DescriptionNode) -> DescriptionNode {
        let common = DescribedHeaders.references(["X-Request-Id": "RequestID", "Cache-Control": "NotStored"])
        let more: DescriptionNode =
            switch status {
            case 401: DescribedHeaders.references(["WWW-Authenticate": "Challenge"])
            case 405: DescribedHeaders.references(["Allow": "Allow"])
            case 429, 503: DescribedHeaders.references(["Retry-After": "RetryAfter"])
            case 400: DescribedHeaders.references(["Retry-After": "RetryAfterSometimes"])
            default: [:]
            }
        return [
            "description": .text(meaning(of: status)), "headers": common.adding(more), "content": content,
        ]
    }

    private static func meaning(of status: Int) -> String {
        switch status {
        case 400: "The request cannot be answered as it is."
        case 401: "The client has not proven who it is."
        case 403: "The person or the service says no."
        case 404: "There is nothing at this path."
        case 405: "The path does not answer this method."
        case 413: "The body is too long."
        case 414: "The target of the request is too long."
        case 429: "Too much was tried."
        case 431: "The header fields are too long."
        case 502: "The provider answered what cannot be used."
        case 503: "The service, or a provider, is out of order for now."
        default: "Something of the service does not work."
        }
    }
}
