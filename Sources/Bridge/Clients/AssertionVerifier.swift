import JOSE
import OAuthClient
import StrictJSON

/// Holds assertions of clients against RFC 7523, section 3: once each, for us alone, and for a few minutes.
struct AssertionVerifier: Sendable {
    /// How far ahead an assertion may expire, in seconds; the leeway for clocks comes on top.
    static let maximumLifetime: Int64 = 300
    /// How far the clocks of clients may differ from ours.
    static let leeway = ClockLeeway.standard
    /// The longest `jti`, in bytes.
    static let maximumIdentifierBytes = 256

    /// What it means that an assertion is refused.
    enum Purpose: Sendable {
        /// It should have proven who the client is.
        case authentication
        /// It should have been a grant.
        case grant

        var refusal: BridgeError.Code {
            switch self {
            case .authentication: .clientInvalid
            case .grant: .grantInvalid
            }
        }
    }

    let identifiers: BridgeIdentifiers
    let marks: ReplayMarks
    let clock: any WallClock

    /// An assertion that was verified, and was not used before.
    struct Verified: Sendable {
        /// Its claims, all of them proven to be the client's.
        let claims: JSONObject
        fileprivate let mark: ReplayMarks.Subject
        fileprivate let expiration: NumericDate
        fileprivate let now: NumericDate
        fileprivate let purpose: Purpose
    }

    /// Verifies an assertion, which `use` then uses up.
    ///
    /// - Parameters:
    ///   - assertion: The assertion.
    ///   - entry: The client that must have signed it; nil where the one that it names is unknown.
    ///   - purpose: What it is for.
    /// - Returns: What was verified.
    /// - Throws: `BridgeError`; with code `clientKeysUnavailable` where nothing can be verified now. Without the client's
    ///   key, nobody learns more than that it is refused; while its published keys cannot be had, that there is
    ///   something to wait for, which no unknown client has.
    func verified(
        _ assertion: UnverifiedAssertion, by entry: ClientRegistry.Entry?, for purpose: Purpose
    ) async throws(BridgeError) -> Verified {
        let code = purpose.refusal
        guard let entry, let source = entry.keys else { throw Self.unproven(code) }
        let now = try clock.bridgeTime()
        let verified = try await verified(assertion, entry.client, source, now, code)
        try checkAudiences(verified.claims, code)
        try Self.checkAge(verified, now, code)
        guard let identifier = verified.claims["jti"]?.string,
            1...Self.maximumIdentifierBytes ~= identifier.utf8.count
        else {
            throw BridgeError(
                code, "the assertion needs an identifier (jti), a string of 1 to \(Self.maximumIdentifierBytes) bytes")
        }
        let mark = ReplayMarks.Subject.assertion(identifier, client: entry.client.id)
        guard try await !marks.contains(mark, now: now) else { throw Self.used(code) }
        return Verified(
            claims: verified.claims, mark: mark, expiration: verified.expiration, now: now, purpose: purpose)
    }

    /// Uses an assertion up: of all that do so at once, one does.
    ///
    /// - Parameter assertion: The assertion.
    /// - Returns: The mark by which it is known as used.
    /// - Throws: `BridgeError` as `verified` throws it for one that was used before; `storeUnavailable`.
    @discardableResult
    func use(_ assertion: Verified) async throws(BridgeError) -> ReplayMarks.Subject {
        let end = assertion.expiration + Self.leeway.seconds
        switch try await marks.insert(assertion.mark, until: end, now: assertion.now) {
        case .inserted: return assertion.mark
        case .exists: throw Self.used(assertion.purpose.refusal)
        }
    }

    private static func used(_ code: BridgeError.Code) -> BridgeError {
        BridgeError(code, "the assertion was used before: each needs a jti of its own")
    }

    /// What is said to everybody who has not shown that it has a client's key.
    static func unproven(_ code: BridgeError.Code) -> BridgeError {
        BridgeError(
            code,
            "the assertion is not signed by a registered client: its identifier, its keys, or this way are not known")
    }

    private func verified(
        _ assertion: UnverifiedAssertion, _ client: RegisteredClient, _ source: any KeySource, _ now: NumericDate,
        _ code: BridgeError.Code
    ) async throws(BridgeError) -> VerifiedJWT {
        let keys: VerificationKeySet
        do throws(OAuthClientError) {
            keys = try await source.keys(for: assertion.token.unverifiedHeader)
        } catch {
            // No verdict about the assertion, and no guess: the keys may be there again in a moment.
            throw BridgeError(
                .clientKeysUnavailable,
                "the keys of the client \(client.id.quotedExcerpt) cannot be had now: \(error.reason)",
                retryAfter: error.retryAfterSeconds.map(Int64.init))
        }
        // Never by MAC: the keys are public.
        let algorithms = AcceptedAlgorithms(
            .rs256, [.rs384, .rs512, .ps256, .ps384, .ps512, .es256, .es384, .es512, .edDSA])
        let verifier = JWTVerifier(
            algorithms: algorithms, keys: keys, issuer: .exactly(client.id),
            audience: .recipient(assertion.audience(among: identifiers.all) ?? identifiers.issuer), type: .plain,
            clock: FixedWallClock(now), leeway: Self.leeway)
        do throws(JOSEError) {
            return try verifier.verify(assertion.token)
        } catch {
            switch error.code {
            case .algorithmNotAllowed, .keyNotFound, .keyAmbiguous, .signatureInvalid: throw Self.unproven(code)
            default: throw BridgeError(code, "the assertion is refused: \(error.reason)")
            }
        }
    }

    /// Returns if the assertion is for nobody but us: another server could use it in the client's name.
    private func checkAudiences(_ claims: JSONObject, _ code: BridgeError.Code) throws(BridgeError) {
        for audience in claims["aud"]?.array ?? [] {
            guard let name = audience.string, !identifiers.all.contains(where: { $0.hasSameBytes(as: name) }) else {
                continue
            }
            throw BridgeError(
                code, "the assertion is for \(name.quotedExcerpt) too (aud): it must be for this server alone")
        }
    }

    /// Returns if the assertion is of the last minutes and ends within the next ones (7523-04).
    private static func checkAge(
        _ verified: VerifiedJWT, _ now: NumericDate, _ code: BridgeError.Code
    ) throws(BridgeError) {
        let tolerated = maximumLifetime + leeway.seconds
        guard verified.expiration <= now + tolerated else {
            throw BridgeError(
                code,
                "the assertion expires at \(verified.expiration), more than \(maximumLifetime) s from now, \(now)")
        }
        guard let claim = verified.claims["iat"] else { return }
        guard let issuedAt = try? NumericDate(claim, claim: "iat"), issuedAt >= now - tolerated else {
            throw BridgeError(code, "the assertion was issued more than \(maximumLifetime) s ago (iat)")
        }
    }
}
