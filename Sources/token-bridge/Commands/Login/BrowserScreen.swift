import CustomTokenBridge
import Logins
import OAuthClient

/// What a login in a browser shows: the address, in the desktop's browser or for one on another machine.
struct BrowserScreen: Sendable {
    let screen: LoginScreen
    let console: Console
    let choice: LoginOptions.BrowserChoice

    /// Shows what happens; opens a browser, where there is one.
    func show(_ event: BrowserLoginEvent) {
        switch event {
        case .started(let address, let redirectURI):
            screen.say(
                words(for: address, redirectURI), event: "browser",
                ["url": .string(address), "redirect_uri": .string(redirectURI.text)])
        case .pasteRefused(let error): refusePaste(error.reason)
        }
    }

    /// Tells that what was pasted is not taken.
    func refusePaste(_ reason: String) {
        screen.say(
            "that is not the end of this login: \(reason)", event: "paste_refused", ["reason": .string(reason)])
    }

    private func words(for address: String, _ redirectURI: RedirectURI) -> String {
        // A program that reads events opens the address itself.
        if console.format == .text, Desktop.isThere(console.environment), Desktop.open(address) {
            return "a browser was opened; if it was not, open \(address)" + otherWay
        }
        return """
            to sign in, open \(address)
            token-bridge: a browser elsewhere ends at \(redirectURI.text), which it cannot reach:
            token-bridge: copy that whole address out of it and paste it here
            """
    }

    /// A bridge that refuses the client says so in the browser alone.
    private var otherWay: String {
        switch choice {
        case .found: "\ntoken-bridge: if it shows an error, end this by Ctrl-C and run it with --device"
        case .asked: ""
        }
    }
}
