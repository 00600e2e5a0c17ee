public import CredentialProofs
public import Cryptography
public import JOSE
public import OAuthClient
public import Providers
import StrictJSON

/// Signs people in at providers with their browsers: the bridge as a client (RFC 6749, section 4.1).
///
/// What is kept in between is found by the state and sealed with it, bound to one browser and one provider, and gone at
/// the first response (RFC 9700, sections 4.2.4, 4.4.2 and 4.7).
public struct ProviderSignIn: Sendable {
    /// How many seconds a person has.
    public static let lifetime: Int64 = 600
    /// How many sign-ins may be begun within `lifetime` where nothing else is said.
    public static let standardMaximum: Int64 = 100_000
    /// How many of them may be begun from one network where nothing else is said.
    public static let standardMaximumPerNetwork: Int64 = 1000

    private let issuer: IssuerIdentifier
    private let store: any Store
    private let clock: any WallClock
    private let random: any RandomSource
    private let maximum: Int64
    private let maximumPerNetwork: Int64

    /// Makes the use case.
    ///
    /// - Parameters:
    ///   - issuer: How providers reach this bridge.
    ///   - store: Where sign-ins are kept.
    ///   - clock: The clock.
    ///   - random: Where secrets come from.
    ///   - maximum: How many sign-ins may be begun within `lifetime`, so that the store stays bounded; nil for
    ///     `standardMaximum`, or a hundred times `maximumPerNetwork` where that is more.
    ///   - maximumPerNetwork: How many of them from one network; ten times as many from one /48 of IPv6.
    public init(
        issuer: IssuerIdentifier, store: any Store, clock: any WallClock = SystemWallClock(),
        random: any RandomSource = SecureRandom(), maximum: Int64? = nil,
        maximumPerNetwork: Int64 = ProviderSignIn.standardMaximumPerNetwork
    ) {
        self.issuer = issuer
        self.store = store
        self.clock = clock
        self.random = random
        self.maximum = maximum ?? WideLimit.everybody(maximumPerNetwork, atLeast: Self.standardMaximum)
        self.maximumPerNetwork = maximumPerNetwork
    }

    /// Begins a sign-in.
    ///
    /// - Parameters:
    ///   - connection: The provider.
    ///   - purpose: What it is for.
    ///   - network: The network that the browser is in.
    ///   - browser: What the browser is bound by already; nil where it brought nothing.
    /// - Returns: Where to send the browser, and what it is bound by.
    /// - Throws: `BridgeError` with code `providerNotAllowed`, `rateLimited`, `storeUnavailable` or
    ///   `cryptographyFailed`; `CredentialError` with code `providerUnavailable`, `providerMisconfigured` or
    ///   `credentialTypeNotAccepted`.
    public func begin(
        at connection: ProviderConnection, purpose: SignInPurpose, from network: ClientNetwork,
        browser: BrowserBinding? = nil
    ) async throws -> BegunSignIn {
        let provider = connection.provider
        try purpose.require(provider.id)
        let now = try clock.bridgeTime()
        // The network first: who is stopped there, uses nothing up for others.
        try await RateLimit(
            name: .signIns, key: try RecordKey(.failureCount, hashing: "sign-ins begun from \(network.text)"),
            maximum: maximumPerNetwork, seconds: Self.lifetime,
            what: "too many sign-ins were begun from this network"
        ).admit(in: store, now: now)
        if let wider = network.wider {
            try await RateLimit(
                name: .signIns, key: try RecordKey(.failureCount, hashing: "sign-ins begun from \(wider)"),
                maximum: WideLimit.wide(maximumPerNetwork), seconds: Self.lifetime,
                what: "too many sign-ins were begun from the networks around this one"
            ).admit(in: store, now: now)
        }
        try await count(now)
        let redirectURI = try Self.redirectURI(of: provider, issuer)
        let request = try await connection.authorizationRequest(redirectURI: redirectURI, random: random)
        let browser = try browser ?? BrowserBinding(random: random)
        let pending = PendingSignIn(
            provider: provider.id, providerIssuer: provider.preset.issuer, client: provider.preset.audience.primary,
            browser: try browser.digest(), purpose: purpose, authorization: request.pending)
        let record = try SealedRecord(.signIn, secret: request.pending.state.secretText)
            .record(sealing: pending.object, expiration: now + Self.lifetime, random: random)
        guard try await store.insert([record], now: now) == .inserted else {
            throw BridgeError(.cryptographyFailed, "a new state is that of another sign-in: the randomness is none")
        }
        return BegunSignIn(url: request.url, browser: browser, responseMode: request.pending.responseMode)
    }

    /// Finishes a sign-in with the response that a browser brought; its state is used up whatever becomes of it.
    ///
    /// - Parameters:
    ///   - connection: The provider that the path of the callback names (PRV-35).
    ///   - response: The response as it arrived.
    ///   - browser: What the browser is bound by; nil where it brought nothing.
    /// - Returns: What the sign-in was for, and what became of it.
    /// - Throws: `BridgeError` with code `requestInvalid` for a response that cannot be read, `stateInvalid` for one
    ///   that belongs to no sign-in of this browser at this provider, `storeUnavailable`, `storedRecordInvalid` or
    ///   `cryptographyFailed`: then there is nothing to go back to. With code `rateLimited` where too many wait for the
    ///   provider: then nothing is used up, and the same response may come again.
    public func finish(
        at connection: ProviderConnection, response: RedirectDelivery, browser: BrowserBinding?
    ) async throws(BridgeError) -> FinishedSignIn {
        let state = try response.state()
        guard !connection.isCrowded else {
            throw BridgeError(
                .rateLimited, "too many sign-ins wait for the provider; load this page again", retryAfter: 1,
                limit: .waiting)
        }
        let now = try clock.bridgeTime()
        let sealed = try SealedRecord(.signIn, secret: state.secretText)
        guard let record = try await store.consume(sealed.key, version: nil, now: now) else {
            throw BridgeError(.stateInvalid, "the sign-in is unknown, finished already, or too old: begin again")
        }
        let pending = try PendingSignIn(reading: sealed.content(of: record), state: state)
        try pending.check(connection.provider)
        try pending.check(browser)
        let ending: FinishedSignIn.Ending
        do throws(CredentialError) {
            ending = .proven(try await CodeRedemption(connection).redeem(response, for: pending.authorization))
        } catch {
            ending = response.declines(pending.authorization) ? .declined(error) : .failed(error)
        }
        return FinishedSignIn(providerID: pending.provider, purpose: pending.purpose, ending: ending)
    }

    /// Where a provider sends its responses (RFC 8252, section 8.10: another address for each).
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - issuer: How it reaches this bridge.
    /// - Returns: The configured address, or the callback of the provider.
    /// - Throws: `BridgeError` with code `redirectURIInvalid`.
    public static func redirectURI(
        of provider: ConfiguredProvider, _ issuer: IssuerIdentifier
    ) throws(BridgeError) -> RedirectURI {
        if let configured = provider.redirectURI { return configured }
        let base = issuer.text.hasSuffix("/") ? String(issuer.text.dropLast()) : issuer.text
        do throws(OAuthClientError) {
            return try RedirectURI("\(base)/callback/\(FormURLEncoding.encode(provider.id))")
        } catch {
            throw BridgeError(.redirectURIInvalid, "\(provider.id): \(error.reason)")
        }
    }

    /// Bounds what made-up sign-ins can fill the store with (RFC 6819, section 4.4.1.11).
    private func count(_ now: NumericDate) async throws(BridgeError) {
        let key = try RecordKey(.failureCount, hashing: "sign-ins begun")
        let begun = try await store.increment(key, for: Self.lifetime, now: now)
        guard begun.count > maximum else { return }
        throw BridgeError(
            .rateLimited, "too many sign-ins were begun at once",
            retryAfter: max(1, begun.expiration.secondsSinceEpoch - now.secondsSinceEpoch), limit: .signInsEverywhere)
    }
}
