import JOSE
public import OAuthClient
import StrictJSON

extension DeviceGrant {
    /// How much longer a device waits after each poll that comes too soon, in seconds (RFC 8628, section 3.5).
    private static let slowDown: Int64 = 5

    /// Answers a poll of a device (RFC 8628, section 3.4).
    ///
    /// A device code that is unknown, used, or another client's gives the same error after the same work.
    ///
    /// - Parameters:
    ///   - deviceCode: The device code.
    ///   - client: The client, which has proven who it is as far as it can.
    ///   - issue: Makes what the device gets; the session is used up after it alone. What it throws is
    ///     thrown, and the device may ask again.
    /// - Returns: What was made, once: the session is gone now. Of polls at once, the others have made it in vain.
    /// - Throws: `BridgeError` with code `authorizationPending`, `slowDown`, `accessDenied`, `deviceCodeExpired`,
    ///   `grantInvalid`, `clientNotAllowed`, or one of the store's; and what `issue` throws.
    public func poll<Issued: Sendable>(
        _ deviceCode: DeviceCode, client: RegisteredClient, issue: (ApprovedDeviceSession) async throws -> Issued
    ) async throws -> Issued {
        try requireGrant(of: client)
        let now = try clock.bridgeTime()
        let key = try DeviceSessionHandle(deviceCode).key
        for _ in 0..<Self.maximumTries {
            guard let (session, record) = try await session(key, now: now), session.clientID.hasSameBytes(as: client.id)
            else { throw Self.invalid }
            guard now < session.expiresAt else {
                throw BridgeError(.deviceCodeExpired, "the device code has expired; ask for a new one")
            }
            switch session.state {
            case .denied: throw BridgeError(.accessDenied, "the person has refused the sign-in")
            case .pending:
                if let answer = try await answer(to: session, record, now: now) { throw answer }
            case .approved(let signIn):
                let issued = try await issue(ApprovedDeviceSession(signIn: signIn, grantedScope: session.grantedScope))
                // Whoever was told meanwhile that it took too long can try again.
                try Task.checkCancellation()
                if try await store.consume(key, version: record.version, now: now) != nil { return issued }
            }
        }
        throw Self.outrun
    }

    /// Notes a poll of a session that waits, and says what the device is told; nil where the session has changed.
    private func answer(
        to session: DeviceSession, _ record: StoredRecord, now: NumericDate
    ) async throws(BridgeError) -> BridgeError? {
        var session = session
        let isTooSoon = session.polledAt.map { now < $0 + session.interval } ?? false
        if isTooSoon { session.interval += Self.slowDown }
        session.polledAt = now
        guard try await replace(record, by: session, now: now) == .replaced else { return nil }
        return isTooSoon
            ? BridgeError(
                .slowDown, "the device polls too fast: every \(session.interval) s from now on",
                retryAfter: session.interval)
            : BridgeError(
                .authorizationPending, "the person has not decided yet", retryAfter: session.interval)
    }

    /// The one error of codes that are no good, whatever the cause.
    private static let invalid = BridgeError(.grantInvalid, "the device code is unknown, used, or another client's")
}
