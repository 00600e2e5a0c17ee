public import OAuthClient

/// A sign-in that was begun: the browser is to be sent to its provider.
public struct BegunSignIn: Sendable {
    /// Where to send the browser; it belongs in no log.
    public let url: String
    /// What the browser is bound by, for a cookie.
    public let browser: BrowserBinding
    /// How the response will come: a POST from another site brings no `SameSite=Lax` cookie along.
    public let responseMode: ResponseMode
}

extension BegunSignIn: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The provider's endpoint, nothing that binds the response.
    public var description: String { "sign-in at \(url.prefix { $0 != "?" })" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
