import Bridge
import BridgeServer
import Configuration
import CustomTokenBridge
import CustomTokens

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
        let account = try serviceAccount(console)
        account.warnings.forEach(console.warn)
        return ServiceKeys(
            signer: try ServiceAccountSigner(account, clock: clock),
            published: [
                ServiceKeys.PublishedKey(id: account.privateKeyID, key: account.privateKey.publicKey.material)
            ],
            stateSecret: try stateSecret ?? StateSecret(derivedFrom: [account.privateKey.unencryptedPEM()]))
    }
}
