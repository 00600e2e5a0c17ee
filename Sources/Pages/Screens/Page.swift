/// A page that a person sees while signing in.
public protocol Page: Sendable {
    /// The page as it is sent.
    ///
    /// - Parameter context: What all pages of one request share.
    /// - Returns: Status, header fields and document.
    func response(in context: PageContext) -> PageResponse
}
