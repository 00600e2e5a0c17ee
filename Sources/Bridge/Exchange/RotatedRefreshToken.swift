import Threads
public import CredentialProofs
import Cryptography
public import OAuthClient

/// Holds the refresh token that a provider gave for the one of a request, also where the exchange fails after that.
public final class RotatedRefreshToken: RefreshTokenKeeper {
    private let kept: Locked<RefreshToken?> = Locked(nil)

    /// Makes a place for one request.
    public init() {}

    /// Keeps a token until the request is answered.
    ///
    /// - Parameter token: The token that is good from now on.
    /// - Throws: Nothing.
    public func keep(_ token: RefreshToken) async throws(CredentialError) {
        kept.withLock { $0 = token }
    }

    /// The token; nil where nothing was redeemed.
    public var token: RefreshToken? { kept.withLock { $0 } }
}
