import Glibc

/// A thread of its own for what has to wait in the system: the threads of Swift's tasks must not.
package enum DedicatedThread: Sendable {
    private static let stackBytes = 512 << 10

    /// Runs a body on a new thread, which gets no signals: a broken connection would raise SIGPIPE, and the rest belongs
    /// to the program.
    ///
    /// The body is kept alive until it returns, and the thread ends with it.
    ///
    /// - Parameter body: What the thread does.
    /// - Returns: Whether the thread has started.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        unsafe pthread_attr_setstacksize(&attributes, stackBytes)
        let box = unsafe Unmanaged.passRetained(Body(run: body))
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        // A new thread takes over the mask of the one that starts it: so there is no moment in which it gets signals.
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let code = unsafe pthread_create(&thread, &attributes, Self.main, box.toOpaque())
        if code != 0 { unsafe box.release() }
        return code == 0
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        if let argument = unsafe argument {
            unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        }
        return nil
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }
}
