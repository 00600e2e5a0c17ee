import Cryptography
import JOSE

/// Text that nobody can guess, in unreserved characters: no spelling of it can be changed on the way.
enum UnguessableText: Sendable {
    /// The fewest characters that have room for 128 bits in base64url.
    static let minimumCharacters = 22

    static func make(_ random: some RandomSource) throws(OAuthClientError) -> String {
        do throws(CryptographyError) {
            return Base64URL.encode(try random.bytes(count: 32))
        } catch {
            throw OAuthClientError(.cryptographyFailed, error.reason)
        }
    }

    static func checked(_ text: String, _ name: String) throws(OAuthClientError) -> String {
        guard minimumCharacters...512 ~= text.utf8.count, text.isUnreservedText else {
            throw OAuthClientError(
                .parameterInvalid,
                "a \(name) has \(minimumCharacters) to 512 characters, letters, digits and - . _ ~ only")
        }
        return text
    }
}
