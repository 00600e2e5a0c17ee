import Threads
import Cryptography
import Glibc

/// The pipe from the handler of signals to the thread that tells of them.
final class SignalPipe: Sendable {
    private typealias Continuation = AsyncStream<ServiceSignal>.Continuation

    /// The one of the process: a handler can be given nothing.
    static let shared = SignalPipe()

    private struct Listener {
        var continuation: Continuation?
        var stops = 0
        var isRunning = false
    }

    private let reading: Int32
    private let writing: Int32
    private let listener = Locked(Listener())

    init() {
        var ends: [Int32] = [-1, -1]
        // The writing end does not wait: a handler must not, and what a full pipe has no room for was asked for many times.
        if unsafe pipe(&ends) == 0 {
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        }
        (reading, writing) = (ends[0], ends[1])
    }

    /// Puts a signal's number into the pipe; does nothing that a handler of signals may not do.
    static let handler: @convention(c) (Int32) -> Void = { number in
        let saved = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = unsafe write(SignalPipe.shared.writing, &byte, 1)
        errno = saved
    }

    /// Tells of signals from now on, in the place of whoever was told before.
    ///
    /// - Parameters:
    ///   - continuation: Who is told.
    ///   - startThread: What starts the thread that reads the pipe.
    /// - Throws: `OperationsError` with code `systemFailed`; whoever asks next tries again.
    func deliver(
        to continuation: AsyncStream<ServiceSignal>.Continuation,
        startThread: (@escaping @Sendable () -> Void) -> Bool = { DedicatedThread.start($0) }
    ) throws(OperationsError) {
        guard reading >= 0 else { throw OperationsError(.systemFailed, "there is no pipe for signals") }
        // Under the lock, so that of several who ask at once one starts it.
        let isRunning = listener.withLock { listener in
            listener.continuation?.finish()
            listener.continuation = continuation
            listener.stops = 0
            if !listener.isRunning { listener.isRunning = startThread { self.run() } }
            return listener.isRunning
        }
        guard isRunning else { throw OperationsError.noThread }
    }

    /// Lets signals reach this thread, whatever mask the process was started with.
    ///
    /// Parents that block signals hand their mask on. No other thread takes those that end the process at once, as
    /// systemd's watchdog does by SIGABRT.
    private static func unblockSignals() {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in [SIGTERM, SIGINT, SIGHUP, SIGABRT, SIGQUIT] { unsafe sigaddset(&set, number) }
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    private func run() {
        Self.unblockSignals()
        var byte: UInt8 = 0
        while true {
            let count = unsafe read(reading, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return }
            let number = Int32(byte)
            listener.withLock { listener in
                switch number {
                case SIGHUP: listener.continuation?.yield(.reload)
                default:
                    listener.continuation?.yield(listener.stops == 0 ? .stop : .stopNow)
                    listener.stops += 1
                }
            }
        }
    }
}
