import Glibc

/// Whose a file becomes that root makes in the folder of another.
///
/// A service that runs as the owner of the folder could not read it otherwise.
package enum FolderOwner: Sendable {
    /// Gives a file that this process has just made to the owner of its folder; nothing where that is done, or this
    /// process is not root's.
    ///
    /// Never for a file that was there before: whoever owns the folder may have put another's file there by a second name.
    ///
    /// - Parameters:
    ///   - descriptor: The file.
    ///   - folder: Its folder, as the file was made in it: another one may be at its path by now.
    /// - Returns: The number of the error; 0 where there is none.
    package static func give(_ descriptor: Int32, in folder: OpenFolder) -> Int32 {
        guard geteuid() == 0 else { return 0 }
        var (owner, file) = (stat(), stat())
        guard unsafe fstat(folder.descriptor, &owner) == 0, unsafe fstat(descriptor, &file) == 0 else { return errno }
        guard owner.st_uid != file.st_uid || owner.st_gid != file.st_gid else { return 0 }
        // The group may do nothing with it: that root may not change it everywhere is no fault.
        if fchown(descriptor, owner.st_uid, owner.st_gid) == 0 || owner.st_uid == file.st_uid { return 0 }
        return errno
    }

    /// Opens a file, which is made for the owner of its folder where there is none.
    ///
    /// - Parameters:
    ///   - path: The file, which is no link.
    ///   - flags: How it is opened, besides.
    /// - Returns: The descriptor, or the number of the error, negated.
    package static func open(_ path: String, _ flags: Int32) -> Int32 {
        let folder: OpenFolder
        switch OpenFolder.at(Self.folder(of: path)) {
        case .success(let found): folder = found
        case .failure(let failure): return -failure.code
        }
        let name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
        for _ in 0..<10 {
            let made = unsafe openat(folder.descriptor, name, flags | O_NOFOLLOW | O_CREAT | O_EXCL, 0o600)
            if made >= 0 {
                let code = give(made, in: folder)
                guard code != 0 else { return made }
                unsafe unlinkat(folder.descriptor, name, 0)
                close(made)
                return -code
            }
            guard errno == EEXIST else { return -errno }
            let found = unsafe openat(folder.descriptor, name, flags | O_NOFOLLOW)
            if found >= 0 { return found }
            // It went meanwhile.
            guard errno == ENOENT else { return -errno }
        }
        return -EAGAIN
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }
}
