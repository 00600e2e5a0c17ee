public import OAuthClient

/// What happens while a person signs in in a browser.
public enum BrowserLoginEvent: Sendable {
    /// There is an address to open, which leads back to the redirect address in the end.
    ///
    /// It binds the response to this login, so it belongs in no log.
    case started(address: String, redirectURI: RedirectURI)
    /// What the person pasted was not the end of this login; the wait goes on.
    case pasteRefused(LoginError)
}
