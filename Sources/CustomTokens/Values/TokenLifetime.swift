/// How long a custom token may be exchanged for a session: 1 second to 1 hour.
///
/// It does not limit the session.
public struct TokenLifetime: Sendable, Equatable {
    /// The longest lifetime that Google accepts, in seconds.
    public static let maximumSeconds: Int64 = 3600
    /// One hour, as in Google's own SDKs.
    public static let standard = TokenLifetime(validSeconds: maximumSeconds)

    /// The lifetime, in seconds.
    public let seconds: Int64

    /// Checks a lifetime.
    ///
    /// One that is too long is refused, never shortened.
    ///
    /// - Parameter seconds: The lifetime, in seconds.
    /// - Throws: `CustomTokenError` with code `lifetimeInvalid`.
    public init(seconds: Int64) throws(CustomTokenError) {
        guard 1...Self.maximumSeconds ~= seconds else {
            throw CustomTokenError(
                .lifetimeInvalid, "the lifetime is \(seconds) s; it must be from 1 to \(Self.maximumSeconds) s")
        }
        self.init(validSeconds: seconds)
    }

    private init(validSeconds: Int64) {
        seconds = validSeconds
    }
}
