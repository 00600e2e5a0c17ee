import Threads
import CredentialProofs
import Cryptography
import OAuthClient

/// Keeps the refresh token that is good from now on.
final class KeptRefreshToken: RefreshTokenKeeper {
    private let kept: Locked<RefreshToken?> = Locked(nil)

    var token: RefreshToken? { kept.withLock { $0 } }

    func keep(_ token: RefreshToken) {
        kept.withLock { $0 = token }
    }
}
