/// Tells a person that no more codes are taken for now (RFC 8628, section 5.1).
public struct TooManyAttemptsPage: Page {
    let retryAfter: Int64?

    /// Makes a page.
    ///
    /// - Parameter retryAfter: The seconds to wait; nil where they are not known.
    public init(retryAfter: Int64?) {
        self.retryAfter = retryAfter
    }

    /// The page as it is sent.
    public func response(in context: PageContext) -> PageResponse {
        let catalogue = Catalogue.of(context.language)
        let texts = catalogue.outcomes
        return PageLayout(heading: texts.tooMany, status: 429, mark: .waiting, retryAfter: retryAfter).response(
            in: context, Parts.paragraph(texts.tooManyExplanation),
            .element(.p, [], catalogue.time.tryAgain(after: retryAfter)))
    }
}
