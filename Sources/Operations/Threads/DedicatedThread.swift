import Glibc

/// Threads of their own, for what has to wait in the system.
enum DedicatedThread: Sendable {
    /// Starts a thread that no signal is delivered to.
    ///
    /// - Parameter body: What it does; the thread ends with it.
    /// - Throws: `OperationsError` with code `systemFailed`.
    static func start(_ body: @escaping @Sendable () -> Void) throws(OperationsError) {
        let box = unsafe Unmanaged.passRetained(Box(body))
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        // A new thread takes over the mask of the one that starts it.
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        var thread = pthread_t()
        let result = unsafe pthread_create(&thread, nil, Self.main, box.toOpaque())
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        guard result == 0 else {
            unsafe box.release()
            throw OperationsError(.systemFailed, "a thread could not be started: \(SystemCall.text(result))")
        }
        pthread_detach(thread)
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        if let argument = unsafe argument {
            unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
        }
        return nil
    }

    private final class Box: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }
}
