public import OAuthClient
import StrictJSON

/// An address that may be called with a credential of Google's: `https` under its domain, or this machine.
///
/// Files of credentials name addresses, and files come from strangers (FB-26).
public struct GoogleAddress: Sendable {
    /// The address.
    public let url: EndpointURL

    /// Checks an address.
    ///
    /// - Parameters:
    ///   - text: The address.
    ///   - universe: The domain that it must be under.
    ///   - subject: What it is, for messages, such as `token_uri`.
    /// - Throws: `GoogleCloudError` with code `addressNotAllowed`.
    public init(_ text: String, in universe: UniverseDomain, subject: String) throws(GoogleCloudError) {
        let url: EndpointURL
        do throws(OAuthClientError) {
            url = try EndpointURL(text)
        } catch {
            throw GoogleCloudError(.addressNotAllowed, "\(subject): \(error.reason)")
        }
        guard url.host.isLoopbackHost || url.host.hasSuffix(".\(universe.name)") else {
            throw GoogleCloudError(
                .addressNotAllowed,
                "\(subject) points to \(url.host.quotedExcerpt), which is not under \(universe.name): nothing is sent there",
                hint: "use the file as Google made it; for another cloud set \(UniverseDomain.environmentVariable)")
        }
        self.url = url
    }
}
