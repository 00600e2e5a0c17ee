/// Sends a person on to a provider's sign-in page.
///
/// It answers a form in place of a redirect: Chromium holds every redirect after a form to the policy of the page with the form, and a
/// provider may send people through hosts that nobody knows beforehand. Going on from this page is not part of the form any more.
public struct OnwardPage: Page {
    let address: OnwardAddress
    let providerName: String

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - address: The provider's authorization URL.
    ///   - providerName: What the person reads.
    public init(to address: OnwardAddress, providerName: String) {
        self.address = address
        self.providerName = providerName
    }

    /// The page as it is sent.
    public func response(in context: PageContext) -> PageResponse {
        let texts = Catalogue.of(context.language).onward
        return PageLayout(heading: texts.heading, refresh: address).response(
            in: context, Parts.paragraph(texts.explanation),
            Parts.link(texts.proceed.filled(.name(providerName)), to: .href(address)))
    }
}
