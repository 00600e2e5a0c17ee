public import CustomTokens
public import JOSE

/// Signs custom tokens without a key at hand, by IAM's `signJwt`: Google keeps the key, and changes it by itself.
public struct SignJWTSigner: CustomTokenSigner {
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
        let signed: (token: String, keyID: String)
        do throws(GoogleCloudError) {
            signed = try await credentials.jwt(claims: draft.payload)
        } catch {
            throw CustomTokenError(error)
        }
        return try draft.signed(serialized: signed.token, signingKeyID: signed.keyID)
    }
}

extension CustomTokenError {
    /// What keeps Google from signing.
    init(_ error: GoogleCloudError) {
        let cure = error.hint.map { "; \($0)" } ?? ""
        self.init(error.code.isTemporary ? .signerUnavailable : .signerRefused, error.reason + cure)
    }
}
