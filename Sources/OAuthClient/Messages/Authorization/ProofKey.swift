public import Cryptography
import JOSE

/// A code verifier with its challenge (RFC 7636); by S256, never plain.
public struct ProofKey: SecretText {
    /// The code verifier.
    public let secretText: String
    /// The code challenge, which is no secret.
    public let challenge: String

    /// Makes a new verifier of 256 bits.
    ///
    /// - Parameter random: Where its bytes come from.
    /// - Throws: `OAuthClientError` with code `cryptographyFailed`.
    public init(random: some RandomSource) throws(OAuthClientError) {
        try self.init(restoring: UnguessableText.make(random))
    }

    /// Takes a verifier that was kept, or that a device brings along with a code.
    ///
    /// - Parameter verifier: The code verifier.
    /// - Throws: `OAuthClientError` with code `parameterInvalid` unless it is 43 to 128 unreserved characters
    ///   (RFC 7636, section 4.1).
    public init(restoring verifier: String) throws(OAuthClientError) {
        guard 43...128 ~= verifier.utf8.count, verifier.isUnreservedText else {
            throw OAuthClientError(
                .parameterInvalid, "a code verifier has 43 to 128 characters, letters, digits and - . _ ~ only")
        }
        secretText = verifier
        do throws(CryptographyError) {
            challenge = Base64URL.encode(try SHA256Digest(of: [UInt8](verifier.utf8)).bytes)
        } catch {
            throw OAuthClientError(.cryptographyFailed, error.reason)
        }
    }
}

/// Whether a code is bound to the client by a proof key; without one, for which reason.
public enum ProofKeyUse: Sendable {
    /// By this one, with S256.
    case s256(ProofKey)
    /// By the client's own authentication alone, which a public client does not have.
    case withoutProofKey(because: Reason)

    /// Why there is no proof key.
    public enum Reason: Sendable {
        /// The provider turns away confidential clients that send one (Yahoo).
        case refusedFromConfidentialClients
        /// The provider knows nothing of RFC 7636.
        case unknownToProvider
        /// The caller did not want one, for a provider that could have had one.
        case leftOutByCaller
    }

    /// Returns if the client may do so.
    ///
    /// - Throws: `OAuthClientError` with code `clientMisconfigured` for a public client without proof key.
    func check(for client: Client) throws(OAuthClientError) {
        guard case .withoutProofKey = self, client.authentication.isPublic else { return }
        throw OAuthClientError(
            .clientMisconfigured, "the client is public, and nothing but a proof key (PKCE) would bind the code to it")
    }
}
