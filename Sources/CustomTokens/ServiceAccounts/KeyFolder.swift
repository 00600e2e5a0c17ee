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
    /// - Parameter path: The folder.
    /// - Throws: `CustomTokenError` with code `fileUnreadable` or `keyFolderAmbiguous`.
    package init(path: String) throws(CustomTokenError) {
        var warnings: [String] = []
        var accounts: [(file: String, account: ServiceAccount)] = []
        for name in try Self.fileNames(in: path) {
            let file = "\(path)/\(name)"
            do throws(CustomTokenError) {
                let secret = try SecretFile(path: file)
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
                .keyFolderAmbiguous, "the folder \(path.quotedExcerpt) holds no usable key\(reasons)")
        }
        account = only.account
        self.warnings = warnings
    }

    private static func fileNames(in path: String) throws(CustomTokenError) -> [String] {
        guard let folder = unsafe opendir(path) else {
            let text = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
            throw CustomTokenError(.fileUnreadable, "the folder \(path.quotedExcerpt) cannot be read: \(text)")
        }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".json"), !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
