import CustomTokens

/// Whether the environment says that the emulator is in use.
enum EmulatorChoice: Sendable {
    /// The emulator's host; nil where none is set.
    ///
    /// - Throws: `FirebaseSessionError` with code `endpointNotAllowed` where it is malformed or not on this machine.
    static func host(in environment: [String: String]) throws(FirebaseSessionError) -> EmulatorHost? {
        do throws(CustomTokenError) {
            return try EmulatorHost(environment: environment)
        } catch {
            throw FirebaseSessionError(
                .endpointNotAllowed, error.reason,
                cure: "set it like 127.0.0.1:9099, or unset it to use Firebase itself")
        }
    }
}
