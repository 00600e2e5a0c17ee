import Bridge
import BridgeServer
import Configuration
import CustomTokenBridge
import CustomTokens
import KeyRings

extension BridgeConfiguration {
    /// What becomes of a secret that a key ring has not got yet.
    enum MissingSecret: Sendable {
        /// It is made, for all replicas and restarts.
        case isMade
        /// One of this moment will do: nothing may be written.
        case isImagined
    }

    /// What the service signs with; for the emulator where the environment says so.
    ///
    /// - Parameters:
    ///   - console: The environment, and where warnings go.
    ///   - missing: What becomes of a secret that a key ring has not got yet.
    /// - Returns: The keys.
    /// - Throws: `CustomTokenError`, `CryptographyError`, `BridgeError`, `KeyRingError`, `GoogleCloudError` or
    ///   `HardwareKeyError`.
    func serviceKeys(_ console: Console, whereSecret missing: MissingSecret = .isMade) async throws -> ServiceKeys {
        let clock = SystemWallClock()
        if let host = try EmulatorHost(environment: console.environment) {
            console.warn("\(EmulatorHost.variable) is set: tokens are unsigned, and no key was read")
            return ServiceKeys(
                signer: EmulatorSigner(for: host, clock: clock),
                summary: "tokens are unsigned, for the emulator at \(host.authority): \(EmulatorHost.variable) is set",
                published: [],
                stateSecret: try stateSecret ?? StateSecret(bytes: SecureRandom().bytes(count: 32)))
        }
        let chosen = try await chosenSigner(console)
        (chosen.warnings + [chosen.projectFault(project)].compactMap { $0 }).forEach(console.warn)
        return ServiceKeys(
            signer: chosen.signer, summary: chosen.summary, published: chosen.published,
            stateSecret: try stateSecret(beside: chosen, whereSecret: missing), mark: chosen.mark)
    }

    /// The secret that guards codes.
    ///
    /// - Parameters:
    ///   - chosen: What signs.
    ///   - missing: What becomes of a secret that a key ring has not got yet.
    /// - Returns: The secret.
    /// - Throws: `Failure` with code `KEY_UNAVAILABLE`, `BridgeError` or `KeyRingError`.
    func stateSecret(
        beside chosen: ChosenSigner, whereSecret missing: MissingSecret
    ) throws -> StateSecret {
        if let secret = stateSecret ?? chosen.stateSecret { return secret }
        guard chosen.mark != nil, case .folder(let path) = keys else {
            throw Failure(
                code: "KEY_UNAVAILABLE",
                message: "state_secret is missing, and cannot follow from a key that is not at hand",
                hint: #"add "state_secret": {"file": "state.secret"} with at least 32 random bytes"#,
                exitCode: .configuration)
        }
        return try newSecret(KeyRingFolder(path: path), missing)
    }

    private func newSecret(_ folder: KeyRingFolder, _ missing: MissingSecret) throws -> StateSecret {
        switch missing {
        case .isImagined: return try StateSecret(bytes: SecureRandom().bytes(count: KeyRingFolder.shortestSecret))
        case .isMade:
            let bytes: [UInt8]
            do throws(KeyRingError) {
                bytes = try folder.secret(making: SecureRandom())
            } catch {
                throw Failure(
                    code: error.code.rawValue,
                    message: "the key ring has no ring.secret, and none can be made: \(error.reason)",
                    hint: #"put ring.secret of the ring's source beside its keys, or add "state_secret" to the"#
                        + " configuration",
                    exitCode: .configuration)
            }
            return try StateSecret(bytes: bytes)
        }
    }
}
