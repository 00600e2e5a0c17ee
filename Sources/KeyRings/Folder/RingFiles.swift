import CustomTokens
import Glibc
import StrictJSON
import Threads

/// Writes the files of a ring so that after a crash at any point there is the old file or the new one, whole.
///
/// To be used by the holder of the lock alone. What root writes belongs to the owner of the folder, as what he writes.
struct RingFiles: Sendable {
    let folder: String

    /// Writes a file in the place of the one that is there; it counts from then on, and outlives a crash of the machine
    /// when the folder is synchronized.
    func replace(_ name: String, with bytes: [UInt8]) throws(KeyRingError) {
        let temporary = try temporaryFile(name, bytes)
        guard unsafe rename(temporary, path(name)) == 0 else {
            let code = errno
            unsafe unlink(temporary)
            throw Self.unwritable(path(name), code)
        }
    }

    /// Writes a file where there is none; where that fails there is none afterwards either.
    ///
    /// - Throws: `KeyRingError` with code `fileInTheWay` where there is one, whatever it is.
    func create(_ name: String, with bytes: [UInt8]) throws(KeyRingError) {
        let temporary = try temporaryFile(name, bytes)
        defer { unsafe unlink(temporary) }
        // Unlike renaming, a second name is never put in the place of another file.
        if unsafe link(temporary, path(name)) != 0 {
            let code = errno
            guard code != EEXIST else {
                throw KeyRingError(.fileInTheWay, "there is a file \(path(name).argumentExcerpt) already")
            }
            guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(code) else { throw Self.unwritable(path(name), code) }
            try moveWhereNoneIs(temporary, name)
        }
        do throws(KeyRingError) {
            try synchronizeFolder()
        } catch {
            takeBack(name)
            throw error
        }
    }

    /// Removes a file that was created a moment ago, for a change that cannot be made.
    func takeBack(_ name: String) {
        unsafe unlink(path(name))
    }

    /// For file systems without second names.
    private func moveWhereNoneIs(_ temporary: String, _ name: String) throws(KeyRingError) {
        var status = stat()
        guard unsafe lstat(path(name), &status) != 0, errno == ENOENT else {
            throw KeyRingError(.fileInTheWay, "there is a file \(path(name).argumentExcerpt) already")
        }
        guard unsafe rename(temporary, path(name)) == 0 else { throw Self.unwritable(path(name), errno) }
    }

    /// Removes a file.
    func remove(_ name: String) throws(KeyRingError) {
        guard unsafe unlink(path(name)) == 0 || errno == ENOENT else { throw Self.unwritable(path(name), errno) }
        try synchronizeFolder()
    }

    /// Removes what changes that were broken off have left: nobody else writes such files, and a key may be in them.
    func sweep() throws(KeyRingError) {
        let names: [String]
        do {
            names = try FolderListing.names(in: folder)
        } catch {
            throw KeyRingError(.folderUnusable, error.reason)
        }
        for name in names where name.hasPrefix(RingNames.temporaryPrefix) { unsafe unlink(path(name)) }
    }

    private func path(_ name: String) -> String { "\(folder)/\(name)" }

    private func temporaryFile(_ name: String, _ bytes: [UInt8]) throws(KeyRingError) -> String {
        let temporary = path("\(RingNames.temporaryPrefix)\(name)")
        unsafe unlink(temporary)
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.unwritable(temporary, errno) }
        do throws(KeyRingError) {
            defer { close(descriptor) }
            try write(bytes, to: descriptor, name)
        } catch {
            unsafe unlink(temporary)
            throw error
        }
        return temporary
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32, _ name: String) throws(KeyRingError) {
        // The umask may only have taken away: what others may do is not left to it.
        guard fchmod(descriptor, 0o600) == 0 else { throw Self.unwritable(path(name), errno) }
        let code = FolderOwner.give(descriptor, in: folder)
        guard code == 0 else { throw Self.unwritable(path(name), code) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.unwritable(path(name), errno) }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw Self.unwritable(path(name), errno) }
    }

    /// Waits until the names in the folder are on the disk.
    func synchronizeFolder() throws(KeyRingError) {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unwritable(folder, errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw Self.unwritable(folder, errno) }
    }

    /// The error of a call that failed.
    static func unwritable(_ path: String, _ code: Int32) -> KeyRingError {
        let kind: KeyRingError.Code =
            switch code {
            case EROFS, EACCES, EPERM: .ringReadOnly
            // A folder, or a link, where a file is to be.
            case EEXIST, EISDIR, ELOOP: .fileInTheWay
            default: .fileUnwritable
            }
        return KeyRingError(
            kind, "\(path.argumentExcerpt) cannot be written: \(SystemError.text(code))")
    }
}
