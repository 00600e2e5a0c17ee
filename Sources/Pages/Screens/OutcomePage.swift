/// Tells a person that a sign-in on a device has ended, and how.
public struct OutcomePage: Page {
    /// How it has ended.
    public enum Outcome: Sendable, CaseIterable {
        /// The device is signed in, or will be with its next poll.
        case signedIn
        /// The person has rejected it.
        case rejected
        /// The code's time is over.
        case expired
    }

    let outcome: Outcome
    let again: PagePath?

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - outcome: How it has ended.
    ///   - again: Where another code can be entered; shown where the code's time is over.
    public init(_ outcome: Outcome, again: PagePath? = nil) {
        self.outcome = outcome
        self.again = again
    }

    /// The page as it is sent.
    public func response(in context: PageContext) -> PageResponse {
        let catalogue = Catalogue.of(context.language)
        let texts = catalogue.outcomes
        switch outcome {
        case .signedIn:
            return PageLayout(heading: texts.signedIn, mark: .done).response(
                in: context, Parts.paragraph(texts.signedInExplanation))
        case .rejected:
            return PageLayout(heading: texts.rejected, mark: .refused).response(
                in: context, Parts.paragraph(texts.rejectedExplanation))
        case .expired:
            let link = again.map { Parts.link(.text(texts.enterAnother), to: .href($0)) } ?? .empty
            return PageLayout(heading: texts.expired, status: 400, mark: .waiting).response(
                in: context, Parts.paragraph(texts.expiredExplanation), link)
        }
    }
}
