import Threads
import CredentialProofs
import Cryptography
import OAuthClient

/// Remembers the refresh token that it was given to keep.
final class KeptToken: RefreshTokenKeeper {
    private let kept: Locked<String?> = Locked(nil)

    func keep(_ token: RefreshToken) async throws(CredentialError) {
        kept.withLock { $0 = token.secretText }
    }

    /// The token; nil where there was none to keep.
    var text: String? { kept.withLock { $0 } }
}
