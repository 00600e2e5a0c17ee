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
        let place = try openFolder()
        let temporary = try temporaryFile(name, bytes, in: place)
        guard unsafe renameat(place.descriptor, temporary, place.descriptor, name) == 0 else {
            let code = errno
            unsafe unlinkat(place.descriptor, temporary, 0)
            throw Self.unwritable(path(name), code)
        }
    }

    /// Writes a file where there is none; where that fails there is none afterwards either.
    ///
    /// - Throws: `KeyRingError` with code `fileInTheWay` where there is one, whatever it is.
    func create(_ name: String, with bytes: [UInt8]) throws(KeyRingError) {
        let place = try openFolder()
        let temporary = try temporaryFile(name, bytes, in: place)
        defer { unsafe unlinkat(place.descriptor, temporary, 0) }
        // Unlike renaming, a second name is never put in the place of another file.
        if unsafe linkat(place.descriptor, temporary, place.descriptor, name, 0) != 0 {
            let code = errno
            guard code != EEXIST else {
                throw KeyRingError(.fileInTheWay, "there is a file \(path(name).argumentExcerpt) already")
            }
            guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(code) else { throw Self.unwritable(path(name), code) }
            try moveWhereNoneIs(temporary, name, in: place)
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
    private func moveWhereNoneIs(
        _ temporary: String, _ name: String, in place: OpenFolder
    ) throws(KeyRingError) {
        var status = stat()
        guard unsafe fstatat(place.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0, errno == ENOENT else {
            throw KeyRingError(.fileInTheWay, "there is a file \(path(name).argumentExcerpt) already")
        }
        guard unsafe renameat(place.descriptor, temporary, place.descriptor, name) == 0 else {
            throw Self.unwritable(path(name), errno)
        }
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

    /// The folder as it is now: a file is made, given away and put in place in one and the same.
    private func openFolder() throws(KeyRingError) -> OpenFolder {
        switch OpenFolder.at(folder) {
        case .success(let place): return place
        case .failure(let failure): throw Self.unwritable(folder, failure.code)
        }
    }

    /// Writes a file that is not in place yet.
    ///
    /// - Returns: Its name in the folder.
    private func temporaryFile(
        _ name: String, _ bytes: [UInt8], in place: OpenFolder
    ) throws(KeyRingError) -> String {
        let temporary = "\(RingNames.temporaryPrefix)\(name)"
        unsafe unlinkat(place.descriptor, temporary, 0)
        let descriptor = unsafe openat(
            place.descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.unwritable(path(temporary), errno) }
        do throws(KeyRingError) {
            defer { close(descriptor) }
            try write(bytes, to: descriptor, name, in: place)
        } catch {
            unsafe unlinkat(place.descriptor, temporary, 0)
            throw error
        }
        return temporary
    }

    private func write(
        _ bytes: [UInt8], to descriptor: Int32, _ name: String, in place: OpenFolder
    ) throws(KeyRingError) {
        // The umask may only have taken away: what others may do is not left to it.
        guard fchmod(descriptor, 0o600) == 0 else { throw Self.unwritable(path(name), errno) }
        let code = FolderOwner.give(descriptor, in: place)
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
