public import CustomTokens
public import JOSE

/// Signs custom tokens without a key at hand: Google keeps the key, changes it by itself, and signs by IAM Credentials.
///
/// The header of what `signBlob` signs, as Google's own SDKs use it, names no key: which one Google uses is known only
/// afterwards, and production tries all of the account.
public struct IAMSigner: CustomTokenSigner {
    private let credentials: IAMCredentials
    private let method: IAMCredentials.Method
    private let clock: any WallClock

    /// Makes a signer; nothing is sent.
    ///
    /// - Parameters:
    ///   - credentials: The account, and whoever may act as it.
    ///   - method: By which method Google signs.
    ///   - clock: The clock that dates the tokens.
    public init(_ credentials: IAMCredentials, by method: IAMCredentials.Method, clock: any WallClock) {
        self.credentials = credentials
        self.method = method
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
        switch method {
        case .signJWT:
            let signed = try await answered { () async throws(GoogleCloudError) in
                try await credentials.jwt(claims: draft.payload)
            }
            return try draft.signed(serialized: signed.token, signingKeyID: signed.keyID)
        case .signBlob:
            let signed = try await answered { () async throws(GoogleCloudError) in
                try await credentials.signature(over: draft.signingInput)
            }
            return try draft.signed(signed.signature, signingKeyID: signed.keyID)
        }
    }

    private func answered<Answer>(
        _ call: () async throws(GoogleCloudError) -> Answer
    ) async throws(CustomTokenError) -> Answer {
        do throws(GoogleCloudError) {
            return try await call()
        } catch {
            let cure = error.hint.map { "; \($0)" } ?? ""
            throw CustomTokenError(error.code.isTemporary ? .signerUnavailable : .signerRefused, error.reason + cure)
        }
    }
}
