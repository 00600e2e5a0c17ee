/// What all pages of one request share.
public struct PageContext: Sendable {
    /// The name of the service's host, shown at the top.
    public let host: String
    /// The language of the page.
    public let language: Language

    /// Makes a context.
    ///
    /// - Parameters:
    ///   - host: The name of the service's host, as in its issuer.
    ///   - language: The language of the page.
    public init(host: String, language: Language) {
        self.host = host
        self.language = language
    }
}
