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

    /// Writes the files, which only their owner can read, in the place of those of an earlier sandbox, and of no others.
    ///
    /// - Parameters:
    ///   - sandbox: The sandbox.
    ///   - folder: The folder, which is made where it is missing.
    /// - Throws: `Failure` where the folder cannot be made, or has a file of the name that no sandbox has written;
    ///   `CustomTokenError` with code `fileUnwritable`.
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
        let configuration = SandboxConfiguration(sandbox)
        // Both are looked at before one of them is written.
        try Self.checkReplaceable(paths[0].path) { Self.isAccount($0, of: sandbox) }
        try Self.checkReplaceable(paths[1].path, configuration.isOfSandbox)
        let account = try sandbox.services.makeKeyFile()
        try PrivateFile.replace(paths[0].path, with: account)
        try PrivateFile.replace(paths[1].path, with: [UInt8]((configuration.text + "\n").utf8))
    }
    /// Returns if there is no file, or one that a sandbox has written: a real key cannot be had again.
    private static func checkReplaceable(_ path: String, _ isOurs: ([UInt8]) -> Bool) throws {
        var status = stat()
        if unsafe lstat(path, &status) != 0, errno == ENOENT { return }
        if let file = try? SecretFile(regularFile: path), isOurs(file.bytes) { return }
        throw Failure(
            code: "SANDBOX_FILE", message: "\(path.argumentExcerpt) is there, and no sandbox has written it as it is",
            hint: "it is left as it is: move it away, or name another folder", exitCode: .failure)
    }

    private static func isAccount(_ bytes: [UInt8], of sandbox: RunningSandbox) -> Bool {
        let account = try? JSONObject(parsing: bytes, limits: .document)
        return account?["client_email"]?.string?.hasSameBytes(as: sandbox.services.serviceAccount) == true
    }
}
