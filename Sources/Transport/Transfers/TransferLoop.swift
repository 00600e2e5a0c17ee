import Threads
import CCurl
import Cryptography
import Glibc
import OAuthClient

/// The thread on which all transfers run, and the way to it from others.
///
/// The thread keeps the loop alive until `close`, so whoever makes a loop must close it.
final class TransferLoop: Sendable {
    private let multi: MultiHandle
    private let options: TransferOptions
    private let maximumTransfers: Int
    private let mailbox = Locked(TransferMailbox())

    /// Starts the thread.
    ///
    /// - Parameter configuration: How requests are carried.
    /// - Throws: `OAuthClientError` with code `transportNotUsable`.
    init(_ configuration: TransportConfiguration) throws(OAuthClientError) {
        guard let multi = MultiHandle(keptConnections: configuration.maximumTransfers) else {
            throw OAuthClientError(.transportNotUsable, "the transport cannot be set up: libcurl does not start")
        }
        self.multi = multi
        options = TransferOptions(configuration)
        maximumTransfers = configuration.maximumTransfers
        guard DedicatedThread.start({ self.run() }) else {
            throw OAuthClientError(.transportNotUsable, "the transport cannot be set up: no thread can be started")
        }
    }

    /// Hands a transfer over, which ends at once where the loop is closed or the task that waits is cancelled.
    ///
    /// Must be called by the task that waits: a cancellation that comes later finds the transfer in the mailbox, because
    /// both hold the lock.
    func submit(_ transfer: Transfer) {
        let refusal: String? = mailbox.withLock { mailbox in
            guard !Task.isCancelled else { return Self.cancelledWords }
            guard mailbox.stage == .open else { return Self.closedWords }
            mailbox.submissions.append(transfer)
            multi.wakeUp()
            return nil
        }
        if let refusal { transfer.abandon(.cancelled, refusal) }
    }

    /// Gives a transfer up, if it is still under way.
    func cancel(_ number: UInt64) {
        mailbox.withLock { mailbox in
            guard mailbox.stage == .open else { return }
            mailbox.cancellations.append(number)
            multi.wakeUp()
        }
    }

    /// Asks the thread to end all transfers, close all connections, and end.
    func close() {
        mailbox.withLock { mailbox in
            guard mailbox.stage == .open else { return }
            mailbox.stage = .closing
            multi.wakeUp()
        }
    }

    /// Waits until the thread is done; `close` must have been called.
    func waitForEnd() async {
        await withCheckedContinuation { continuation in
            let hasEnded = mailbox.withLock { mailbox in
                if mailbox.stage != .ended { mailbox.waitersForEnd.append(continuation) }
                return mailbox.stage == .ended
            }
            if hasEnded { continuation.resume() }
        }
    }

    private static let cancelledWords = "its caller gave it up"
    private static let closedWords = "the transport is shut down"

    private func run() {
        let transfers = ActiveTransfers(multi: multi, options: options, maximum: maximumTransfers)
        while case let (work, isOpen) = collected(), isOpen {
            transfers.add(work.submissions)
            transfers.cancel(work.cancellations, Self.cancelledWords)
            let wait = transfers.advance(at: .now)
            if wait > 0 { multi.poll(milliseconds: Int32(clamping: wait)) }
        }
        transfers.add(mailbox.withLock { $0.submissions })
        transfers.abandonAll(.cancelled, Self.closedWords)
        multi.close()
        let waiters = mailbox.withLock { mailbox in
            defer { mailbox = TransferMailbox(stage: .ended) }
            return mailbox.waitersForEnd
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Empties the mailbox; from the first time that it is not open, libcurl is not woken up any more.
    private func collected() -> (work: TransferMailbox, isOpen: Bool) {
        mailbox.withLock { mailbox in
            let work = mailbox
            guard mailbox.stage == .open else {
                mailbox.stage = .closed
                return (work, false)
            }
            mailbox.submissions = []
            mailbox.cancellations = []
            return (work, true)
        }
    }
}
