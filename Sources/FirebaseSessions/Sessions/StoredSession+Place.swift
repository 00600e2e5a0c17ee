import CustomTokens
import StrictJSON

extension StoredSession.Place {
    /// Returns if a session of this place can go on at other addresses: only at the very same.
    ///
    /// - Throws: `FirebaseSessionError` with code `emulatorMismatch` or `endpointNotAllowed`.
    func check(against endpoints: FirebaseEndpoints) throws(FirebaseSessionError) {
        switch (self, StoredSession.Place(endpoints)) {
        case (.emulator, .emulator), (.google, .google): return
        case (.emulator, _):
            throw FirebaseSessionError(
                .emulatorMismatch,
                "the session was made with the Firebase Auth emulator, whose tokens nobody else may trust",
                cure: "set \(EmulatorHost.variable), or sign in again without it")
        case (_, .emulator):
            throw FirebaseSessionError(
                .emulatorMismatch,
                "\(EmulatorHost.variable) is set, and the session is one of Firebase itself: its token stays away from the emulator",
                cure: "unset \(EmulatorHost.variable), or name a session of the emulator")
        case (.address(let left), .address(let right)) where left.hasSameBytes(as: right): return
        default:
            throw FirebaseSessionError(
                .endpointNotAllowed, "the session was made at another address of Identity Toolkit than the one in use",
                cure: "name a session that was made there, or sign in again")
        }
    }
}

extension StoredSession {
    /// The tenant that new ID tokens must be of.
    var expectedTenant: ExpectedTenant {
        get throws(FirebaseSessionError) {
            guard let tenant else { return .none }
            do throws(CustomTokenError) {
                return .exactly(try TenantID(tenant))
            } catch {
                throw FirebaseSessionError(.sessionDamaged, "the tenant of the session cannot be used: \(error.reason)")
            }
        }
    }
}

extension FirebaseEndpoints {
    /// Those that a kept session goes on at.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - environment: The environment of the process, which says whether the emulator is in use.
    /// - Throws: `FirebaseSessionError` with code `emulatorMismatch` or `endpointNotAllowed`.
    public init(of session: StoredSession, environment: [String: String]) throws(FirebaseSessionError) {
        let host = try EmulatorChoice.host(in: environment)
        switch (session.place, host) {
        case (_, let host?): self.init(emulator: host)
        case (.address(let base), nil): try self.init(identityToolkit: base)
        case (.google, nil), (.emulator, nil): self = .google
        }
        try session.place.check(against: self)
    }
}
