/// Tells a person why a sign-in cannot go on, and what to do.
public struct ProblemPage: Page {
    let code: String
    let requestID: String
    let status: Int?
    let retryAfter: Int64?
    let again: PagePath?

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - code: The stable code of the error; unknown ones have words, too.
    ///   - requestID: What the operator finds the request by.
    ///   - status: The status code; nil for the one of ``PageProblem/status``.
    ///   - retryAfter: The seconds to wait before another attempt.
    ///   - again: Where the person may start again.
    public init(
        code: String, requestID: String, status: Int? = nil, retryAfter: Int64? = nil, again: PagePath? = nil
    ) {
        self.code = code
        self.requestID = requestID
        self.status = status
        self.retryAfter = retryAfter
        self.again = again
    }

    /// The page as it is sent.
    public func response(in context: PageContext) -> PageResponse {
        let catalogue = Catalogue.of(context.language)
        let labels = catalogue.problemLabels
        let problem = PageProblem(code: code)
        let texts = catalogue.problems.texts(problem)
        let link = again.map { Parts.link(.text(labels.startAgain), to: .href($0)) } ?? .empty
        return PageLayout(
            heading: texts.heading, status: status ?? problem.status, mark: problem.mark,
            titlePrefix: catalogue.errorTitle,
            retryAfter: retryAfter
        ).response(
            in: context, Parts.paragraph(texts.explanation), Parts.paragraph(texts.cure),
            Parts.details(
                [(labels.code, .name(code)), (labels.requestID, .name(requestID))], style: [Attribute(.class, "report")]
            ),
            link)
    }
}

extension PageProblem {
    /// The sign that is shown above it: what nobody did wrong is not shown as an alarm.
    fileprivate var mark: Mark {
        switch self {
        case .denied: .refused
        case .codeExpired, .tooManyAttempts: .waiting
        case .signInLost, .codeInvalid, .providerUnavailable, .providerFailed, .notSetUp, .notForThisService,
            .notConfirmed, .usedUp, .serviceUnavailable, .requestWrong, .notAllowed, .accountUnusable, .unexpected:
            .problem
        }
    }
}
