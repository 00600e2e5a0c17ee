import Glibc

/// Starts the threads of a store: its library blocks, and the threads of Swift's tasks must not.
enum StoreThread: Sendable {
    private static let stackBytes = 512 << 10

    /// Runs a body on a thread of its own, which gets no signals: a broken connection would raise SIGPIPE, and the rest
    /// belongs to the program.
    ///
    /// The body is kept alive until it returns.
    ///
    /// - Parameter body: What the thread does.
    /// - Returns: Whether the thread has started.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        unsafe pthread_attr_setstacksize(&attributes, stackBytes)
        let box = unsafe Unmanaged.passRetained(Body(run: body))
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, &attributes,
            { context in
                var signals = sigset_t()
                unsafe sigfillset(&signals)
                unsafe pthread_sigmask(SIG_SETMASK, &signals, nil)
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        if code != 0 { unsafe box.release() }
        return code == 0
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }
}
