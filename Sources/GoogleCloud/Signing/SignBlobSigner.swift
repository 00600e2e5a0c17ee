public import CustomTokens
public import JOSE

/// Signs custom tokens without a key at hand, by IAM's `signBlob`, as Google's own SDKs do.
///
/// The header names no key: which one Google uses is known only afterwards, and production tries all of the account.
public struct SignBlobSigner: CustomTokenSigner {
    private let credentials: IAMCredentials
    private let clock: any WallClock

    /// Makes a signer; nothing is sent.
    ///
    /// - Parameters:
    ///   - credentials: The account, and whoever may act as it.
    ///   - clock: The clock that dates the tokens.
    public init(_ credentials: IAMCredentials, clock: any WallClock) {
        self.credentials = credentials
        self.clock = clock
    }

    /// The account that the tokens name as their issuer.
    public var accountEmail: String { credentials.account.email }

    /// Makes a signed custom token.
    ///
    /// - Parameter request: What the token is to say.
    /// - Returns: The token.
    /// - Throws: `CustomTokenError`; with code `signerUnavailable` or `signerRefused` where Google does not sign.
    public func customToken(for request: CustomTokenRequest) async throws(CustomTokenError) -> CustomToken {
        let draft = try CustomTokenDraft(request, accountEmail: accountEmail, keyID: nil, clock: clock)
        let signed: (signature: [UInt8], keyID: String)
        do throws(GoogleCloudError) {
            signed = try await credentials.signature(over: draft.signingInput)
        } catch {
            throw CustomTokenError(error)
        }
        return try draft.signed(signed.signature, signingKeyID: signed.keyID)
    }
}
