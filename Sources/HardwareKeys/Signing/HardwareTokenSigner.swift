public import CustomTokens
public import JOSE

/// Signs custom tokens with a service account's private key that stays in a token of PKCS#11.
public struct HardwareTokenSigner: CustomTokenSigner {
    /// The account that the tokens name as their issuer.
    public let accountEmail: String
    /// The identifier that Google knows the key by.
    public let keyID: String?
    /// The key.
    public let key: HardwareSigningKey

    private let clock: any WallClock

    /// Makes a signer.
    ///
    /// - Parameters:
    ///   - key: The key, whose certificate was uploaded to the account.
    ///   - accountEmail: The account.
    ///   - keyID: The identifier that Google knows the key by; nil where it is not known.
    ///   - clock: The clock that dates the tokens.
    /// - Throws: `CustomTokenError` with code `emailInvalid`.
    public init(
        key: HardwareSigningKey, accountEmail: String, keyID: String?, clock: any WallClock
    ) throws(CustomTokenError) {
        try AccountEmail.check(accountEmail)
        self.key = key
        self.accountEmail = accountEmail
        self.keyID = keyID
        self.clock = clock
    }

    /// Makes a signed custom token.
    ///
    /// - Parameter request: What the token is to say.
    /// - Returns: The token.
    /// - Throws: `CustomTokenError`; with code `signerUnavailable` or `signerRefused` where the token of PKCS#11 fails.
    public func customToken(for request: CustomTokenRequest) async throws(CustomTokenError) -> CustomToken {
        let draft = try CustomTokenDraft(request, accountEmail: accountEmail, keyID: keyID, clock: clock)
        let signature: [UInt8]
        do throws(HardwareKeyError) {
            signature = try await key.signature(over: draft.signingInput)
        } catch {
            throw CustomTokenError(error.code.isTemporary ? .signerUnavailable : .signerRefused, error.reason)
        }
        return try draft.signed(signature)
    }
}

extension HardwareKeyError.Code {
    /// Whether the same call may succeed later, as it is.
    var isTemporary: Bool {
        switch self {
        case .tokenNotFound, .tokenFailed, .busy: true
        case .uriInvalid, .pinUnavailable, .moduleUnusable, .pinRefused, .keyNotFound, .keyUnsuitable,
            .keyProbeFailed:
            false
        }
    }
}
