import BridgeTesting
import CustomTokenBridge
import CustomTokens
import Glibc
import StrictJSON

/// The files that a sandbox writes: a throw-away service account, and a configuration that names it.
struct SandboxFiles: Sendable {
    /// The name of the key file.
    static let accountName = "service-account.json"
    private static let configurationName = "bridge.json"

    /// The files by what they are.
    let paths: [(name: String, path: String)]

    /// Where the configuration is.
    var configurationPath: String { paths[1].path }

    /// Writes the files, which only their owner can read, in the place of those of an earlier sandbox.
    ///
    /// - Parameters:
    ///   - sandbox: The sandbox.
    ///   - folder: The folder, which is made where it is missing.
    /// - Throws: `Failure` where the folder cannot be made, or `CustomTokenError` with code `fileUnwritable`.
    init(_ sandbox: RunningSandbox, folder: String) throws {
        guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw Failure(
                code: "SANDBOX_FOLDER",
                message: "the folder \(folder.argumentExcerpt) cannot be made: \(SystemError.text(errno))",
                hint: "name a folder whose parent exists and can be written to", exitCode: .failure)
        }
        paths = [
            (name: "service_account", path: "\(folder)/\(Self.accountName)"),
            (name: "bridge_configuration", path: "\(folder)/\(Self.configurationName)"),
        ]
        let account = try sandbox.services.makeKeyFile()
        try PrivateFile.replace(paths[0].path, with: account)
        let configuration = SandboxConfiguration(sandbox)
        try PrivateFile.replace(paths[1].path, with: [UInt8]((configuration.text + "\n").utf8))
    }
}
