import Glibc

/// Whether systemd's journal reads what a process writes.
public enum JournalStream: Sendable {
    /// What is to stand before each line of a log.
    ///
    /// - Parameters:
    ///   - variable: The value of `JOURNAL_STREAM`, device and inode of the journal's socket; nil where it is not set.
    ///   - descriptor: Where the log is written: the variable is inherited, so it says nothing of a redirected stream.
    /// - Returns: `journal` where the descriptor is that socket.
    public static func prefix(variable: String?, descriptor: Int32 = 2) -> LogPrefix {
        guard let variable else { return .none }
        let parts = variable.split(separator: ":", omittingEmptySubsequences: false)
        var status = stat()
        guard parts.count == 2, let device = UInt64(parts[0]), let inode = UInt64(parts[1]),
            unsafe fstat(descriptor, &status) == 0
        else { return .none }
        return UInt64(status.st_dev) == device && UInt64(status.st_ino) == inode ? .journal : .none
    }
}
