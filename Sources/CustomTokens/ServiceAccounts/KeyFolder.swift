import Glibc
import StrictJSON

/// A folder of service-account keys, one file each.
///
/// Until something says which of several keys signs, the folder must hold exactly one.
package struct KeyFolder: Sendable {
    /// The one key.
    package let account: ServiceAccount
    /// What is worth telling the operator: files that should be keys and are not, and loose modes.
    package let warnings: [String]

    /// Reads a folder.
    ///
    /// Only files named `*.json` count, and a damaged one is reported, not fatal.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - isOfRing: Whether a name is that of a file that says which key signs: where there is one, this is no folder of a
    ///     single key, and whoever takes it for one might sign with a revoked key.
    /// - Throws: `CustomTokenError` with code `fileUnreadable` or `keyFolderAmbiguous`.
    package init(path: String, refusing isOfRing: (String) -> Bool) throws(CustomTokenError) {
        var warnings = try Self.modeWarnings(path)
        var accounts: [(file: String, account: ServiceAccount)] = []
        let names = try FolderListing.names(in: path)
        if let name = names.first(where: isOfRing) {
            throw CustomTokenError(
                .keyFolderAmbiguous,
                "the folder \(path.argumentExcerpt) is a key ring (it has \(name.quotedExcerpt)), which could not be read"
            )
        }
        for name in names where name.hasSuffix(".json") && !name.hasPrefix(".") {
            let file = "\(path)/\(name)"
            do throws(CustomTokenError) {
                let secret = try SecretFile(regularFile: file)
                accounts.append((file, try ServiceAccount(parsing: secret.bytes)))
                warnings += secret.warnings
            } catch {
                warnings.append("\(file.quotedExcerpt) is left out: \(error.reason)")
            }
        }
        guard accounts.count < 2 else {
            let files = accounts.map(\.file.quotedExcerpt).joined(separator: ", ")
            throw CustomTokenError(
                .keyFolderAmbiguous, "the folder holds \(accounts.count) keys, and nothing says which signs: \(files)")
        }
        guard let only = accounts.first else {
            let reasons = warnings.map { "; \($0)" }.joined()
            throw CustomTokenError(
                .keyFolderAmbiguous, "the folder \(path.argumentExcerpt) holds no usable key\(reasons)")
        }
        account = only.account
        self.warnings = warnings
    }

    private static func modeWarnings(_ path: String) throws(CustomTokenError) -> [String] {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw CustomTokenError(
                .fileUnreadable, "the folder \(path.argumentExcerpt) cannot be read: \(SystemError.text(errno))")
        }
        return status.st_mode & 0o022 == 0
            ? [] : ["others can change the folder \(path.argumentExcerpt): chmod 700 it"]
    }
}
