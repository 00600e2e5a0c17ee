public import Cryptography
import JOSE
public import OAuthClient
import StrictJSON

/// The secret that a browser is known by on the verification pages: the value of its cookie.
public struct BrowserSessionID: SecretText {
    /// The secret itself.
    public let secretText: String

    /// Makes up the secret of a new browser session.
    ///
    /// - Parameter random: Where it comes from.
    /// - Throws: `BridgeError` with code `cryptographyFailed`.
    public init(random: some RandomSource) throws(BridgeError) {
        secretText = try SecretCode.make(random)
    }

    /// Takes the value of a cookie; nil unless it may be one that was made up here.
    ///
    /// - Parameter cookie: The value.
    public init?(cookie: String) {
        guard SecretCode.hasForm(cookie) else { return nil }
        secretText = cookie
    }
}

/// Where a user code was entered.
public struct VerificationOrigin: Sendable {
    /// The network.
    public let network: ClientNetwork
    /// The browser.
    public let browserSession: BrowserSessionID

    /// Makes an origin.
    ///
    /// - Parameters:
    ///   - network: The network.
    ///   - browserSession: The browser.
    public init(network: ClientNetwork, browserSession: BrowserSessionID) {
        self.network = network
        self.browserSession = browserSession
    }
}
