import JOSE
import StrictJSON

extension DeviceGrant {
    /// Lets the device have a sign-in; of several decisions at once, one is taken.
    ///
    /// - Parameters:
    ///   - confirmed: Evidence that the person has confirmed the code.
    ///   - signIn: The sign-in.
    ///   - client: The client that asked, as it is registered.
    /// - Throws: `BridgeError` with code `userCodeInvalid` where the session was decided or has expired meanwhile,
    ///   `providerNotAllowed`, `clientInvalid`, `claimsTooLarge`, or one of the store's.
    public func approve(
        _ confirmed: ConfirmedUserCode, signIn: StoredSignIn, client: RegisteredClient
    ) async throws(BridgeError) {
        guard client.id.hasSameBytes(as: confirmed.clientID) else {
            throw BridgeError(.clientInvalid, "the device belongs to another client")
        }
        try require(signIn.providerID, of: client)
        if let wanted = confirmed.providerID, !wanted.hasSameBytes(as: signIn.providerID) {
            throw BridgeError(
                .providerNotAllowed,
                "the device asked for \(wanted.quotedExcerpt), not \(signIn.providerID.quotedExcerpt)")
        }
        try await decide(confirmed, .approved(signIn))
    }

    /// Refuses the device; of several decisions at once, one is taken.
    ///
    /// - Parameter confirmed: Evidence that the person has confirmed the code.
    /// - Throws: `BridgeError` with code `userCodeInvalid` where the session was decided or has expired meanwhile, or
    ///   one of the store's.
    public func deny(_ confirmed: ConfirmedUserCode) async throws(BridgeError) {
        try await decide(confirmed, .denied)
    }

    private func decide(_ confirmed: ConfirmedUserCode, _ state: DeviceSession.State) async throws(BridgeError) {
        let now = try clock.bridgeTime()
        let key = try confirmed.handle.key
        for _ in 0..<Self.maximumTries {
            guard let found = try await session(key, now: now), found.session.isPending(at: now) else {
                throw BridgeError(.userCodeInvalid, "the sign-in of the device was decided or has expired meanwhile")
            }
            var session = found.session
            session.state = state
            // A poll in between changes the session too: then it is looked at again.
            if try await replace(found.record, by: session, now: now) == .replaced { return }
        }
        throw Self.outrun
    }
}
