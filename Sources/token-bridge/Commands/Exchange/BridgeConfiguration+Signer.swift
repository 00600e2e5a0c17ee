import Configuration
import CustomTokenBridge
import CustomTokens

extension BridgeConfiguration {
    /// What signs the custom tokens; for the emulator where the environment says so.
    ///
    /// - Throws: `CustomTokenError`.
    func signer(_ console: Console) throws -> any LocalCustomTokenSigner {
        let clock = SystemWallClock()
        if let host = try EmulatorHost(environment: console.environment) {
            console.warn("\(EmulatorHost.variable) is set: the token is unsigned, and no key was read")
            return EmulatorSigner(for: host, clock: clock)
        }
        let account = try serviceAccount(console)
        account.warnings.forEach(console.warn)
        return try ServiceAccountSigner(account, clock: clock)
    }

    /// The account whose key signs.
    ///
    /// - Throws: `CustomTokenError`.
    func serviceAccount(_ console: Console) throws -> ServiceAccount {
        switch keys {
        case .serviceAccount(let path):
            return try ServiceAccount(parsing: Input(console).secret(path, "a service-account key"))
        case .folder(let path):
            return try folderKeys(path).account(console)
        }
    }

    /// The keys of a folder.
    func folderKeys(_ path: String) throws -> FolderKeys {
        do {
            return try FolderKeys(path)
        } catch let error as CustomTokenError where error.code == .keyFolderAmbiguous {
            throw Failure(
                code: error.code.rawValue, message: error.reason,
                hint: #"name the key in the configuration: "keys": {"service_account": "FILE"}"#,
                exitCode: .configuration)
        }
    }
}
