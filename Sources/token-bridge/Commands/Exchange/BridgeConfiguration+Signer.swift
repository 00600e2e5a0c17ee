import Configuration
import CustomTokenBridge
import CustomTokens
import StrictJSON

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
            let bytes = try Input(console).secret(path, "a service-account key")
            do throws(CustomTokenError) {
                return try ServiceAccount(parsing: bytes)
            } catch {
                // The path is not on the command line, where it would be seen.
                let failure = Failure(error)
                throw Failure(
                    code: failure.code, message: "\(path.argumentExcerpt): \(failure.message)", hint: failure.hint,
                    exitCode: failure.exitCode)
            }
        case .folder(let path):
            let folder = try keyFolder(path)
            folder.warnings.forEach(console.warn)
            return folder.account
        }
    }

    private func keyFolder(_ path: String) throws -> KeyFolder {
        do throws(CustomTokenError) {
            return try KeyFolder(path: path)
        } catch {
            guard error.code == .keyFolderAmbiguous else { throw error }
            throw Failure(
                code: error.code.rawValue, message: error.reason,
                hint: #"name the key in the configuration: "keys": {"service_account": "FILE"}"#,
                exitCode: .configuration)
        }
    }
}
