import Glibc

/// What the system keeps of a process that crashes: its memory, with the keys and credentials in it.
public enum CoreFiles: Sendable {
    /// The resource that limits their size.
    private static let resource = __rlimit_resource_t(4)

    /// The signals of a crash, and the one that asks for a core.
    private static let crashes = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    /// Sees to it that no core of this process is written, and that one which is taken nevertheless has no memory in it.
    ///
    /// Nor does a crash print any: Swift's runtime would write what the registers point at to standard error, unless
    /// `SWIFT_BACKTRACE` said otherwise when the process began. To be called before signals are given handlers.
    ///
    /// - Throws: `OperationsError` with code `systemFailed` where the system does not let it.
    public static func forbid() throws(OperationsError) {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        guard unsafe setrlimit(resource, &none) == 0 else { throw failure(errno) }
        // Where the system hands cores to a program, their size is not limited: so they get no memory to begin with.
        let descriptor = unsafe open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        let result = SystemCall.write([UInt8]("0".utf8), to: descriptor)
        guard result == 0 else { throw failure(result) }
        for crash in crashes { _ = signal(crash, SIG_DFL) }
    }

    private static func failure(_ code: Int32) -> OperationsError {
        OperationsError(.systemFailed, "a crash may leave secrets in a core file: \(SystemCall.text(code))")
    }
}
