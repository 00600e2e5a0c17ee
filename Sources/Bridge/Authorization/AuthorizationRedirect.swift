import OAuthClient

/// Where to send an app's browser with an authorization response (RFC 6749, sections 4.1.2 and 4.1.2.1).
public struct AuthorizationRedirect: Sendable {
    /// The address; it may hold a code, so it belongs in no log.
    public let url: String

    /// Makes the address: the app's own query is kept (RFC 6749, section 3.1.2).
    ///
    /// - Parameters:
    ///   - redirectURI: An address of the app.
    ///   - parameters: The parameters of the response, those that are nil left out.
    init(to redirectURI: RedirectURI, _ parameters: [(name: String, value: String?)]) {
        let query = parameters.compactMap { name, value in value.map { "\(name)=\(FormURLEncoding.encode($0))" } }
            .joined(separator: "&")
        let bytes = redirectURI.text.utf8
        let separator =
            switch (bytes.contains(UInt8(ascii: "?")), bytes.last) {
            case (false, _): "?"
            case (true, UInt8(ascii: "?")?), (true, UInt8(ascii: "&")?): ""
            case (true, _): "&"
            }
        url = "\(redirectURI.text)\(separator)\(query)"
    }
}

extension AuthorizationRedirect: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The app's address, nothing of the response.
    public var description: String { "redirect to \(url.prefix { $0 != "?" })" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
