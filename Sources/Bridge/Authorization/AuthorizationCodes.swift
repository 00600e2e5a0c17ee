public import Cryptography
public import JOSE
public import OAuthClient
import StrictJSON

/// Our authorization codes: issued to an app that has asked, redeemed once by the same app (RFC 6749, sections 4.1.2 and
/// 4.1.3; RFC 7636, section 4.6).
///
/// A code is kept as its hash; what it stands for is sealed with it, so that the store alone is worth nothing.
public struct AuthorizationCodes: Sendable {
    /// How many seconds a code is good for.
    public static let lifetime: Int64 = 60
    /// How many seconds it is remembered after it was used.
    static let memory: Int64 = 600

    private let endpoint: AuthorizationEndpoint
    private let store: any Store
    private let clock: any WallClock
    private let random: any RandomSource

    /// Makes the use case.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint whose requests are answered.
    ///   - store: Where codes are kept.
    ///   - clock: The clock.
    ///   - random: Where codes come from.
    public init(
        endpoint: AuthorizationEndpoint, store: any Store, clock: any WallClock = SystemWallClock(),
        random: any RandomSource = SecureRandom()
    ) {
        self.endpoint = endpoint
        self.store = store
        self.clock = clock
        self.random = random
    }

    /// Issues a code.
    ///
    /// - Parameters:
    ///   - request: The app's request.
    ///   - signIn: What the code stands for.
    ///   - tokens: The provider's tokens; kept only for a client that is registered to get them.
    /// - Returns: Where to send the browser, with the code.
    /// - Throws: `BridgeError` with code `providerNotAllowed` where the person signed in at a provider that the app has
    ///   not asked for, `clientInvalid`, `storedRecordInvalid` where the tokens are too large, `storeUnavailable` or
    ///   `cryptographyFailed`.
    public func issueCode(
        for request: AuthorizationEndpointRequest, signIn: StoredSignIn, tokens: TokenResponse? = nil
    ) async throws(BridgeError) -> AuthorizationRedirect {
        try request.require(signIn.providerID)
        let client = try endpoint.client(request.clientID)
        let now = try clock.bridgeTime()
        let code = try SecretCode.make(random)
        let handedOn: HandedOnTokens? =
            switch client.providerTokens {
            case .handedOn: tokens.map { HandedOnTokens($0, receivedAt: now) }
            case .withheld: nil
            }
        let content = IssuedCode(request: request, signIn: signIn, tokens: handedOn)
        let record = try SealedRecord(.authorizationCode, secret: code)
            .record(sealing: content.object, expiration: now + Self.lifetime, random: random)
        guard try await store.insert([record], now: now) == .inserted else {
            throw BridgeError(.cryptographyFailed, "a new code is that of another sign-in: the randomness is none")
        }
        return AuthorizationRedirect(
            to: request.redirectURI, [("code", code), ("state", request.state), ("iss", endpoint.issuer.text)])
    }

    /// Redeems a code; it is used up by an answer, and by a request that is not that of its app.
    ///
    /// Not by what fails here meanwhile: then the app may try again.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - client: The client, which has authenticated where it can.
    ///   - redirectURI: The redirect address of the token request; nil where it has none.
    ///   - codeVerifier: The code verifier; nil where it has none.
    ///   - issue: Makes what the app gets for what the code stands for; the code is used up after it alone. What it
    ///     throws is thrown.
    /// - Returns: What was made, once: of requests at once, the others have made it in vain.
    /// - Throws: `BridgeError` with code `clientNotAllowed` or `requestInvalid` where the request cannot be right, and
    ///   then the code is not looked at; `grantInvalid`, `storeUnavailable`, `storedRecordInvalid` or
    ///   `cryptographyFailed`; and what `issue` throws.
    public func redeem<Issued: Sendable>(
        _ code: AuthorizationCode, client: RegisteredClient, redirectURI: String?, codeVerifier: String?,
        issue: (RedeemedCode) async throws -> Issued
    ) async throws -> Issued {
        guard client.grants.contains(.authorizationCode) else {
            throw BridgeError(.clientNotAllowed, "\(client.id.quotedExcerpt) is not registered for codes")
        }
        guard let redirectURI else { throw BridgeError(.requestInvalid, "the request has no redirect_uri") }
        guard let codeVerifier else { throw BridgeError(.requestInvalid, "the request has no code_verifier") }
        // Made-up codes cost nothing here (RFC 6819, section 4.4.1.12).
        guard SecretCode.hasForm(code.secretText) else { throw Self.unknown }
        let now = try clock.bridgeTime()
        let sealed = try SealedRecord(.authorizationCode, secret: code.secretText)
        guard let record = try await store.record(sealed.key, now: now) else { throw Self.unknown }
        guard !record.payload.isEmpty else { throw Self.used }
        let redeemed: RedeemedCode
        do throws(BridgeError) {
            let issued = try IssuedCode(reading: sealed.content(of: record))
            try issued.check(client, redirectURI)
            try issued.request.challenge.check(codeVerifier)
            redeemed = RedeemedCode(
                signIn: issued.signIn, scope: issued.request.scope,
                providerTokens: client.providerTokens == .handedOn ? issued.tokens : nil)
        } catch {
            // Whoever tries a code that is not theirs gets one try, and whose it is learns of it.
            if error.code != .cryptographyFailed { try await use(record, now) }
            throw error
        }
        let issued = try await issue(redeemed)
        // Whoever was told meanwhile that it took too long can try again.
        try Task.checkCancellation()
        try await use(record, now)
        return issued
    }

    /// Uses a code up: of all that have read it, one does.
    private func use(_ record: StoredRecord, _ now: NumericDate) async throws(BridgeError) {
        // An empty payload stays, by which a second use is told from a code that never was.
        let mark = StoredRecord(key: record.key, payload: [], expiration: now + Self.memory, version: record.version)
        guard try await store.replace(mark, now: now) == .replaced else { throw Self.used }
    }

    private static var unknown: BridgeError {
        BridgeError(.grantInvalid, "the code is unknown or too old")
    }

    private static var used: BridgeError {
        BridgeError(.grantInvalid, "the code was used before: somebody else may have it")
    }
}
