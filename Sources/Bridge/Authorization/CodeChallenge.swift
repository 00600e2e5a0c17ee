import Cryptography
import JOSE
import OAuthClient

/// The hash of an app's code verifier (RFC 7636, section 4.2), by S256: there is no other method here.
struct CodeChallenge: Sendable {
    /// The challenge, in base64url.
    let text: String

    /// Takes a challenge; nil for a text that is no SHA-256 hash in base64url.
    init?(_ text: String) {
        guard text.utf8.count == 43, let digest = try? Base64URL.decode(text.utf8), digest.count == 32 else {
            return nil
        }
        self.text = text
    }

    /// Returns if a verifier is the one, by a comparison that takes the same time wherever they differ (RFC 7636,
    /// section 4.6).
    ///
    /// - Throws: `BridgeError` with code `grantInvalid` or `cryptographyFailed`.
    func check(_ verifier: String) throws(BridgeError) {
        let found: String
        do throws(OAuthClientError) {
            found = try ProofKey(restoring: verifier).challenge
        } catch {
            throw BridgeError(error.code == .cryptographyFailed ? .cryptographyFailed : .grantInvalid, error.reason)
        }
        guard ConstantTime.areEqual([UInt8](found.utf8), [UInt8](text.utf8)) else {
            throw BridgeError(.grantInvalid, "the code verifier is not that of the code")
        }
    }
}
