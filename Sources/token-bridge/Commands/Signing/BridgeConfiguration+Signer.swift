import Configuration
import CustomTokenBridge
import CustomTokens
import StrictJSON

extension BridgeConfiguration {
    /// What signs the custom tokens; for the emulator where the environment says so.
    ///
    /// - Throws: `CustomTokenError`, `CryptographyError`, `GoogleCloudError` or `HardwareKeyError`.
    func signer(_ console: Console) throws -> any CustomTokenSigner {
        let clock = SystemWallClock()
        if let host = try EmulatorHost(environment: console.environment) {
            console.warn("\(EmulatorHost.variable) is set: the token is unsigned, and no key was read")
            return EmulatorSigner(for: host, clock: clock)
        }
        let chosen = try Waiting.result { [configuration = self] in try await configuration.chosenSigner(console) }
        (chosen.warnings + [chosen.projectFault(project)].compactMap { $0 }).forEach(console.warn)
        return chosen.signer
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
            return try folderKeys(path).account(console)
        case .iam, .pkcs11:
            throw Failure(
                code: "KEY_UNAVAILABLE", message: "the configuration's key is not at hand: it signs elsewhere",
                hint: "use a command that signs by the configuration, such as exchange or serve",
                exitCode: .configuration)
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
