import Foundation
import TestSupport
import Testing

/// Faults at the calls of a program that change what is on the disk or send to a server, counted over all its threads.
///
/// strace counts the calls of each thread by itself, so of a program with several it cannot reach all.
struct FaultPoints: Sendable {
    /// What happens at a point.
    enum Kind: String, Sendable, CaseIterable, CustomTestStringConvertible {
        /// The process is killed before the call.
        case killed = "killed"
        /// The disk is full from this call on.
        case diskFull = "disk full"

        var testDescription: String { rawValue }
    }

    private static let library = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <signal.h>
        #include <stdarg.h>
        #include <stdatomic.h>
        #include <stdlib.h>
        #include <sys/socket.h>
        #include <sys/stat.h>
        #include <sys/syscall.h>
        #include <unistd.h>

        static atomic_long count;
        static atomic_int hit;
        static long wanted(void) { const char *text = getenv("FAULT_AT"); return text ? atol(text) : 0; }
        static int kills(void) { const char *text = getenv("FAULT_KIND"); return text && text[0] == 'k'; }
        static void note(void) {
            const char *path = getenv("FAULT_FILE");
            int file = path ? syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
            if (file >= 0) { syscall(SYS_write, file, "hit", 3); syscall(SYS_close, file); }
        }
        /* Whether a call has to fail: those that need room on the disk do, from the point on. */
        static int fails(int needs_room) {
            long number = atomic_fetch_add(&count, 1) + 1, point = wanted();
            if (point == 0 || number < point) return 0;
            if (kills()) {
                if (number > point) return 0;
                note();
                syscall(SYS_kill, getpid(), SIGKILL);
                for (;;) pause();
            }
            if (!needs_room) return 0;
            if (!atomic_exchange(&hit, 1)) note();
            errno = ENOSPC;
            return 1;
        }
        static int is_file(int file) {
            struct stat status;
            return file > 2 && fstat(file, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
        }
        #define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
        ssize_t write(int file, const void *bytes, size_t size) {
            if (is_file(file) && fails(1)) return -1;
            return REAL(write)(file, bytes, size);
        }
        int fsync(int file) { return is_file(file) && fails(1) ? -1 : REAL(fsync)(file); }
        int fdatasync(int file) { return is_file(file) && fails(1) ? -1 : REAL(fdatasync)(file); }
        int rename(const char *from, const char *to) { return fails(1) ? -1 : REAL(rename)(from, to); }
        int renameat(int from_folder, const char *from, int to_folder, const char *to) {
            return fails(1) ? -1 : REAL(renameat)(from_folder, from, to_folder, to);
        }
        int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
            return fails(1) ? -1 : REAL(linkat)(from_folder, from, to_folder, to, flags);
        }
        int unlink(const char *path) { return fails(0) ? -1 : REAL(unlink)(path); }
        int unlinkat(int folder, const char *path, int flags) {
            return fails(0) ? -1 : REAL(unlinkat)(folder, path, flags);
        }
        int fchmod(int file, mode_t mode) { return fails(0) ? -1 : REAL(fchmod)(file, mode); }
        int mkdir(const char *path, mode_t mode) { return fails(1) ? -1 : REAL(mkdir)(path, mode); }
        static int opened(int folder, const char *path, int flags, mode_t mode) {
            struct stat status;
            if (flags & O_CREAT && fstatat(folder, path, &status, 0) != 0 && fails(1)) return -1;
            return syscall(SYS_openat, folder, path, flags, mode);
        }
        int open(const char *path, int flags, ...) {
            va_list list; va_start(list, flags); mode_t mode = va_arg(list, int); va_end(list);
            return opened(AT_FDCWD, path, flags, mode);
        }
        int open64(const char *path, int flags, ...) {
            va_list list; va_start(list, flags); mode_t mode = va_arg(list, int); va_end(list);
            return opened(AT_FDCWD, path, flags, mode);
        }
        int openat(int folder, const char *path, int flags, ...) {
            va_list list; va_start(list, flags); mode_t mode = va_arg(list, int); va_end(list);
            return opened(folder, path, flags, mode);
        }
        int openat64(int folder, const char *path, int flags, ...) {
            va_list list; va_start(list, flags); mode_t mode = va_arg(list, int); va_end(list);
            return opened(folder, path, flags, mode);
        }
        static int is_network(int file) {
            struct sockaddr_storage address; socklen_t size = sizeof address;
            return getsockname(file, (struct sockaddr *)&address, &size) == 0 && address.ss_family == AF_INET;
        }
        ssize_t send(int file, const void *bytes, size_t size, int flags) {
            if (is_network(file)) fails(0);
            return REAL(send)(file, bytes, size, flags);
        }

        """

    /// Whether there is a compiler for it, and room for it before what ThreadSanitizer loads.
    static let isPossible = Shell("cc").isThere && !Shell.isSanitized

    private let folder: ScratchFolder

    /// Makes the library in a folder.
    init(in folder: ScratchFolder) throws {
        self.folder = folder
        try folder.write([UInt8](Self.library.utf8), to: "faults.c")
        let result = try TokenBridge.bash("cc -shared -fPIC -O1 -o faults.so faults.c -ldl", in: folder)
        guard result.status == 0 else { throw ServeFailure("no library: \(result.errors)") }
    }

    /// What a program needs in its environment to meet a fault; of a point that it has not, nothing happens.
    func environment(_ kind: Kind, at point: Int) throws -> [String: String] {
        try? FileManager.default.removeItem(atPath: "\(folder.path)/fault")
        return [
            "LD_PRELOAD": "\(folder.path)/faults.so", "FAULT_KIND": kind.rawValue, "FAULT_AT": "\(point)",
            "FAULT_FILE": "\(folder.path)/fault",
        ]
    }

    /// Whether the last program met its fault.
    var wasHit: Bool { FileManager.default.fileExists(atPath: "\(folder.path)/fault") }
}
