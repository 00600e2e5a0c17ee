import Bridge
import BridgeServer
import Configuration
import CustomTokenBridge
import CustomTokens

extension BridgeConfiguration {
    /// What the service signs with; for the emulator where the environment says so.
    ///
    /// - Throws: `CustomTokenError`, `CryptographyError`, `BridgeError`, `GoogleCloudError` or `HardwareKeyError`.
    func serviceKeys(_ console: Console) async throws -> ServiceKeys {
        let clock = SystemWallClock()
        if let host = try EmulatorHost(environment: console.environment) {
            console.warn("\(EmulatorHost.variable) is set: tokens are unsigned, and no key was read")
            return ServiceKeys(
                signer: EmulatorSigner(for: host, clock: clock), published: [],
                stateSecret: try stateSecret ?? StateSecret(bytes: SecureRandom().bytes(count: 32)))
        }
        let chosen = try await chosenSigner(console)
        chosen.warnings.forEach(console.warn)
        guard let stateSecret = stateSecret ?? chosen.stateSecret else {
            throw Failure(
                code: "KEY_UNAVAILABLE",
                message: "state_secret is missing, and cannot follow from a key that is not at hand",
                hint: #"add "state_secret": {"file": "state.secret"} with at least 32 random bytes"#,
                exitCode: .configuration)
        }
        // Of a key at hand the configuration says all.
        if chosen.stateSecret == nil { console.note(chosen.summary) }
        return ServiceKeys(signer: chosen.signer, published: chosen.published, stateSecret: stateSecret)
    }
}
