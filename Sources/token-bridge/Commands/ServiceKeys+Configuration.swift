import Bridge
import BridgeServer
import Configuration
import CustomTokenBridge
import CustomTokens
import KeyRings

extension BridgeConfiguration {
    /// What the service signs with; for the emulator where the environment says so.
    ///
    /// - Throws: `CustomTokenError`, `CryptographyError` or `BridgeError`.
    func serviceKeys(_ console: Console) throws -> ServiceKeys {
        let clock = SystemWallClock()
        if let host = try EmulatorHost(environment: console.environment) {
            console.warn("\(EmulatorHost.variable) is set: tokens are unsigned, and no key was read")
            return ServiceKeys(
                signer: EmulatorSigner(for: host, clock: clock), published: [],
                stateSecret: try stateSecret ?? StateSecret(bytes: SecureRandom().bytes(count: 32)))
        }
        if case .folder(let path) = keys, case .ring(let ring) = try folderKeys(path) {
            return try serviceKeys(ring, clock, console)
        }
        let account = try serviceAccount(console)
        account.warnings.forEach(console.warn)
        return ServiceKeys(
            signer: try ServiceAccountSigner(account, clock: clock),
            published: [
                ServiceKeys.PublishedKey(id: account.privateKeyID, key: account.privateKey.publicKey.material)
            ],
            stateSecret: try stateSecret ?? StateSecret(derivedFrom: [account.privateKey.unencryptedPEM()]))
    }

    /// The active key of a ring signs; the ones before and after it are published beside it.
    private func serviceKeys(_ ring: LoadedKeyRing, _ clock: SystemWallClock, _ console: Console) throws -> ServiceKeys
    {
        let account = try FolderKeys.ring(ring).account(console)
        account.warnings.forEach(console.warn)
        let now = try clock.now()
        return ServiceKeys(
            signer: try ring.signer(clock: clock),
            published: ring.published.map { key in
                ServiceKeys.PublishedKey(
                    id: key.id, key: key.account.privateKey.publicKey.material, state: key.state.rawValue,
                    secondsToExpiry: key.expiresAt.map { $0.secondsSinceEpoch - now.secondsSinceEpoch })
            },
            stateSecret: try stateSecret ?? StateSecret(derivedFrom: [account.privateKey.unencryptedPEM()]))
    }
}
