public import Cryptography
import CustomTokens
import StrictJSON

/// A secret beside the keys, which stays the same when another key is activated.
extension KeyRingFolder {
    /// The shortest secret, in bytes.
    public static let shortestSecret = 32

    /// Reads the secret; no right to write is needed.
    ///
    /// - Returns: The secret; nil where none was ever made.
    /// - Throws: `KeyRingError` with code `folderUnusable`, or `secretUnusable` for one that is too short.
    public func secret() throws(KeyRingError) -> [UInt8]? {
        let found: [String]
        do {
            found = try FolderListing.names(in: path).filter(RingNames.isSecret)
        } catch {
            throw KeyRingError(.folderUnusable, error.reason)
        }
        guard let name = found.first else { return nil }
        let file = "\(path)/\(name)"
        let bytes: [UInt8]
        do {
            bytes = OuterBlanks.trimmed(try SecretFile(regularFile: file).bytes)
        } catch {
            throw KeyRingError(.folderUnusable, error.reason)
        }
        guard found.count == 1, bytes.count >= Self.shortestSecret else {
            throw KeyRingError(
                .secretUnusable,
                "the secret \(file.argumentExcerpt) cannot be used: there must be one, of \(Self.shortestSecret) bytes at"
                    + " least")
        }
        return bytes
    }

    /// Reads the secret, and makes one where there is none.
    ///
    /// - Parameter random: What it is made of.
    /// - Returns: The secret.
    /// - Throws: `KeyRingError`; with code `ringReadOnly` where none can be written.
    @discardableResult public func secret(making random: some RandomSource) throws(KeyRingError) -> [UInt8] {
        if let secret = try secret() { return secret }
        let lock = try RingLock(folder: path)
        defer { withExtendedLifetime(lock) {} }
        // Another process may have made it while this one waited.
        if let secret = try secret() { return secret }
        let digits: [UInt8]
        do throws(CryptographyError) {
            digits = try random.bytes(count: Self.shortestSecret).flatMap(Self.hexadecimal)
        } catch {
            throw KeyRingError(.fileUnwritable, "the secret of the ring cannot be made: \(error.reason)")
        }
        try RingFiles(folder: path).create(RingNames.secret, with: digits + [0x0A])
        return digits
    }

    private static func hexadecimal(_ byte: UInt8) -> [UInt8] {
        let digits = [UInt8]("0123456789abcdef".utf8)
        return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}
