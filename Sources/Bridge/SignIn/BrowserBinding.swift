public import Cryptography
import JOSE
public import OAuthClient

/// What binds a sign-in to one browser: a secret of 256 bits for a cookie (RFC 6749, section 10.12).
///
/// A browser keeps it for several sign-ins; a response that another browser brings is refused.
public struct BrowserBinding: SecretText {
    /// The secret itself.
    public let secretText: String

    /// Makes a new one.
    ///
    /// - Parameter random: Where its bytes come from.
    /// - Throws: `BridgeError` with code `cryptographyFailed`.
    public init(random: some RandomSource) throws(BridgeError) {
        secretText = try SecretCode.make(random)
    }

    /// Takes the one that a browser brought; nil for a text that is none of ours.
    ///
    /// - Parameter cookie: The value of the cookie.
    public init?(cookie: String) {
        guard SecretCode.hasForm(cookie) else { return nil }
        secretText = cookie
    }

    /// The hash that is kept of it.
    func digest() throws(BridgeError) -> SHA256Digest {
        do throws(CryptographyError) {
            return try SHA256Digest(of: [UInt8](secretText.utf8))
        } catch {
            throw BridgeError(.cryptographyFailed, error.reason)
        }
    }
}
