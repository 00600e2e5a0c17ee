import Cryptography
import Providers
import StrictJSON

extension PendingSignIn {
    /// Returns if the sign-in was begun at this provider as it is configured now (PRV-35; RFC 9700, section 4.4.2).
    ///
    /// - Throws: `BridgeError` with code `stateInvalid`.
    func check(_ provider: ConfiguredProvider) throws(BridgeError) {
        guard self.provider.hasSameBytes(as: provider.id), providerIssuer.hasSameBytes(as: provider.preset.issuer),
            client.hasSameBytes(as: provider.preset.audience.primary)
        else {
            throw BridgeError(
                .stateInvalid, "the sign-in was not begun at \(provider.id.quotedExcerpt) as it is configured now")
        }
    }

    /// Returns if the browser is the one that began.
    ///
    /// - Throws: `BridgeError` with code `stateInvalid` or `cryptographyFailed`.
    func check(_ browser: BrowserBinding?) throws(BridgeError) {
        guard let browser else {
            throw BridgeError(
                .stateInvalid, "the browser did not bring the cookie with which the sign-in was begun: begin again")
        }
        guard ConstantTime.areEqual(try browser.digest().bytes, self.browser.bytes) else {
            throw BridgeError(.stateInvalid, "the sign-in was begun in another browser: begin again")
        }
    }
}
