import Cryptography
import JOSE

/// Text of 256 bits that nobody can guess (RFC 6749, section 10.10), in base64url: 43 characters.
enum SecretCode: Sendable {
    static let byteCount = 32
    static let characterCount = 43

    /// Makes one.
    static func make(_ random: some RandomSource) throws(BridgeError) -> String {
        Base64URL.encode(try random.drawn(count: byteCount))
    }

    /// Whether a text may be one: nothing is hashed or looked up for a text that cannot.
    static func hasForm(_ text: String) -> Bool {
        guard text.utf8.count == characterCount, let bytes = try? Base64URL.decode(text.utf8) else { return false }
        return bytes.count == byteCount
    }
}
