public import JOSE
import StrictJSON

/// Makes **unsigned** custom tokens, which only the Firebase Auth emulator accepts.
///
/// It never touches a key.
public struct EmulatorSigner: LocalCustomTokenSigner {
    /// The account that such tokens name, as Google's own SDKs do.
    public static let accountEmail = "firebase-auth-emulator@example.com"

    private let payload: CustomTokenPayload
    private let clock: any WallClock

    /// Makes a signer.
    ///
    /// - Parameters:
    ///   - host: The evidence that an emulator on this machine is in use.
    ///   - clock: The clock that dates the tokens.
    public init(for host: EmulatorHost, clock: any WallClock) {
        var header = JSONObject()
        header["alg"] = "none"
        header["typ"] = "JWT"
        payload = CustomTokenPayload(header: header, accountEmail: Self.accountEmail)
        self.clock = clock
    }

    /// Makes an unsigned custom token: its third part is empty, the dot before it stays.
    ///
    /// - Parameter request: What the token is to say.
    /// - Returns: The token.
    /// - Throws: `CustomTokenError` with code `clockNotSet`.
    public func customToken(for request: CustomTokenRequest) throws(CustomTokenError) -> CustomToken {
        let issuedAt = try request.issueTime.date(by: clock)
        let expiration = issuedAt + request.lifetime.seconds
        let input = payload.signingInput(for: request, issuedAt: issuedAt, expiration: expiration)
        return CustomToken(
            serialized: String(decoding: input, as: UTF8.self) + ".", userID: request.userID, keyID: nil,
            issuedAt: issuedAt, expiration: expiration)
    }
}
