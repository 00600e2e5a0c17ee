import Threads
import Cryptography
import Glibc

/// The signals that are meant for the service.
///
/// A handler writes the number of the signal into a pipe, which a thread of its own reads. It works whatever threads
/// there are already; waiting for blocked signals would need all of them to block them. There is one at a time.
public final class SignalStream: Sendable {
    /// What is asked of the service; ends when the stream is stopped.
    public let signals: AsyncStream<ServiceSignal>
    private let continuation: AsyncStream<ServiceSignal>.Continuation
    private let before: Locked<[(number: Int32, action: sigaction)]>

    /// Begins to take signals, and ignores SIGPIPE.
    ///
    /// - Throws: `OperationsError` with code `systemFailed`.
    public init() throws(OperationsError) {
        (signals, continuation) = AsyncStream.makeStream(of: ServiceSignal.self)
        before = Locked([])
        try SignalPipe.shared.deliver(to: continuation)
        for number in [SIGTERM, SIGINT, SIGHUP] { try replaceAction(of: number, by: SignalPipe.handler) }
        try replaceAction(of: SIGPIPE, by: SIG_IGN)
    }

    deinit {
        stop()
    }

    /// Lets signals do again what they did before.
    public func stop() {
        before.withLock { before in
            for index in before.indices {
                var action = before[index].action
                unsafe sigaction(before[index].number, &action, nil)
            }
            before.removeAll()
        }
        continuation.finish()
    }

    private func replaceAction(of number: Int32, by handler: __sighandler_t?) throws(OperationsError) {
        var new = sigaction()
        unsafe new.__sigaction_handler.sa_handler = handler
        new.sa_flags = SA_RESTART
        unsafe sigfillset(&new.sa_mask)
        var old = sigaction()
        guard unsafe sigaction(number, &new, &old) == 0 else {
            throw OperationsError(.systemFailed, "signal \(number) cannot be taken: \(SystemCall.text(errno))")
        }
        before.withLock { $0.append((number, old)) }
    }
}
