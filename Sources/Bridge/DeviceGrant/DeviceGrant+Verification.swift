import Cryptography
import JOSE
import StrictJSON

extension DeviceGrant {
    /// Finds the session that a person has entered the code of.
    ///
    /// A code that is unknown, expired or used counts as wrong. A right one takes nothing off the count of wrong ones.
    ///
    /// - Parameters:
    ///   - userCode: The code, typed in or out of the complete address.
    ///   - origin: Where it was entered.
    /// - Returns: What the page shows, and what its form carries.
    /// - Throws: `BridgeError` with code `userCodeInvalid`, `rateLimited`, or one of the store's.
    public func session(
        for userCode: UserCode, from origin: VerificationOrigin
    ) async throws(BridgeError) -> PendingDeviceSession {
        let (session, handle) = try await guess(userCode, from: origin)
        return PendingDeviceSession(
            userCode: userCode, clientID: session.clientID, providerID: session.providerID,
            startedAt: session.startedAt, expiresAt: session.expiresAt, network: session.network,
            formToken: ConfirmationFormToken(Base64URL.encode(try confirmationCode(handle, origin))))
    }

    /// Confirms a code by the form that `session` was shown with; for requests by POST alone.
    ///
    /// - Parameters:
    ///   - userCode: The code.
    ///   - formToken: What the form carried.
    ///   - origin: Where the form comes from.
    /// - Returns: What `approve` and `deny` want.
    /// - Throws: `BridgeError` with code `stateInvalid` for a form of another page or browser, `userCodeInvalid`,
    ///   `rateLimited`, or one of the store's.
    public func confirm(
        _ userCode: UserCode, formToken: ConfirmationFormToken, from origin: VerificationOrigin
    ) async throws(BridgeError) -> ConfirmedUserCode {
        let (session, handle) = try await guess(userCode, from: origin)
        let sent = (try? Base64URL.decode(formToken.secretText.utf8)) ?? []
        guard ConstantTime.areEqual(sent, try confirmationCode(handle, origin)) else {
            throw BridgeError(.stateInvalid, "the form does not belong to this browser; enter the code again")
        }
        return ConfirmedUserCode(clientID: session.clientID, providerID: session.providerID, handle: handle)
    }

    private func guess(
        _ userCode: UserCode, from origin: VerificationOrigin
    ) async throws(BridgeError) -> (session: DeviceSession, handle: DeviceSessionHandle) {
        let now = try clock.bridgeTime()
        let key = try RecordKey(userCode, secret: secret)
        let gate = GuessGate(counters: try guessCounters(origin), store: store)
        return try await gate.look(now: now) {
            () async throws(BridgeError) -> (session: DeviceSession, handle: DeviceSessionHandle)? in
            guard let record = try await store.record(key, now: now) else { return nil }
            let handle = try UserCodeRecord(reading: payloads.content(of: record)).handle
            guard let found = try await session(handle.key, now: now), found.session.isPending(at: now) else {
                return nil
            }
            return (found.session, handle)
        }
    }

    private func guessCounters(_ origin: VerificationOrigin) throws(BridgeError) -> [GuessCounter] {
        let limits = settings.guessLimits
        return [
            GuessCounter(
                limit: .userCode, key: try .count("wrong-codes-network", of: origin.network.text),
                maximum: limits.perNetwork, seconds: settings.lifetime),
            GuessCounter(
                limit: .userCode, key: try .count("wrong-codes-wide", of: origin.network.wideText),
                maximum: limits.perNetwork * 4, seconds: settings.lifetime),
            GuessCounter(
                limit: .userCode, key: try .count("wrong-codes-browser", of: origin.browserSession.secretText),
                maximum: limits.perBrowserSession, seconds: settings.lifetime),
            GuessCounter(
                limit: .userCodeEverywhere, key: try .count("wrong-codes", of: "everywhere"),
                maximum: limits.everywhere, seconds: settings.lifetime, step: settings.lifetime / 60),
        ]
    }

    /// What only the form carries that this browser was shown for this device.
    private func confirmationCode(
        _ handle: DeviceSessionHandle, _ origin: VerificationOrigin
    ) throws(BridgeError) -> [UInt8] {
        try secret.code(.confirmation, over: [handle.text, origin.browserSession.secretText])
    }
}
