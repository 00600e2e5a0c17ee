public import Cryptography
import CustomTokens
public import JOSE

extension BridgeConfiguration {
    /// Loads a configuration.
    ///
    /// Read are the file and the secrets, key sets and authorities that it names; keys, certificate and store are for
    /// those who use them.
    ///
    /// - Parameters:
    ///   - path: The path of the file; relative paths in it begin in its folder.
    ///   - environment: The environment, for secrets and overrides (`TOKEN_BRIDGE_...`).
    ///   - clock: The clock for what our client signs about itself.
    ///   - random: Where the identifiers of such assertions come from.
    /// - Returns: The configuration.
    /// - Throws: `ConfigurationError` with everything that is wrong.
    public static func load(
        path: String, environment: [String: String], clock: any WallClock = SystemWallClock(),
        random: any RandomSource = SecureRandom()
    ) throws(ConfigurationError) -> BridgeConfiguration {
        let file: SecretFile
        do throws(CustomTokenError) {
            file = try SecretFile(path: path, maximumBytes: ConfigurationDocument.maximumBytes)
        } catch {
            throw ConfigurationError(
                code: .unreadable,
                faults: [
                    ConfigurationFault(
                        place: .wholeFile(path), path: "", message: error.reason,
                        hint: "`token-bridge config init` writes a sample")
                ])
        }
        let findings = Findings()
        let written = try ConfigurationDocument.root(of: file.bytes, file: path, findings)
        let root = EnvironmentOverrides(findings: findings, environment: environment).applied(to: written)
        SchemaValidation(findings: findings).check(root, .object(ConfigurationSchema.root))
        let files = ConfigurationFiles(besideFile: path)
        let secrets = SecretReader(findings: findings, environment: environment, files: files)
        let reader = ConfigurationReader(
            root: root, findings: findings, files: files, secrets: secrets, clock: clock, random: random)
        let configuration = reader.configuration(file: path, looseMode: file.warnings)
        if let error = findings.error { throw error }
        guard let configuration else {
            throw ConfigurationError(
                code: .invalid,
                faults: [
                    ConfigurationFault(
                        place: .wholeFile(path), path: "", message: "the configuration cannot be used", hint: nil)
                ])
        }
        return configuration
    }
}
