import Threads
import Cryptography
public import JOSE

/// The audit log: one JSON line for each custom token and each change of a key, appended and never changed.
///
/// Each line holds the hash of the one before it, so nothing in the middle can be changed or taken out unseen; that
/// nothing was cut off at the end is seen by keeping the last hash elsewhere (`AuditEvidence`). Records that come while
/// others are being written wait together, and are written and synchronized at once.
public final class AuditLog: Sendable {
    /// When a record counts as written.
    public enum Durability: String, Sendable {
        /// When the system has it: it outlives a crash of the process.
        case written
        /// When the disk has it: it outlives a crash of the machine.
        case synchronized
    }

    private typealias Continuation = CheckedContinuation<OperationsError?, Never>

    private enum Order: Sendable {
        case record([UInt8])
        case reopen
        case close
    }

    private struct Job: Sendable {
        let order: Order
        let continuation: Continuation

        var record: [UInt8]? {
            if case .record(let record) = order { record } else { nil }
        }
    }

    private struct Queue {
        var jobs: [Job] = []
        var isClosed = false
        var commits = 0
    }

    private static let maximumWaiting = 10_000
    static let maximumMembers = 48 << 10
    private let queue: Monitor<Queue>

    /// Opens the log, goes on with its chain, and starts the thread that writes.
    ///
    /// - Parameters:
    ///   - path: The file; made where there is none, readable by its owner alone.
    ///   - durability: When a record counts as written.
    ///   - clock: What time it is, for the lines that begin a segment.
    /// - Throws: `OperationsError` with code `logUnwritable`, or `auditBroken` where the file is no audit file.
    public convenience init(path: String, durability: Durability, clock: any WallClock) throws(OperationsError) {
        try self.init(path: path, durability: durability, clock: clock) { () throws(OperationsError) in }
    }

    /// As above; the closure runs on the writing thread before each synchronization.
    init(
        path: String, durability: Durability, clock: any WallClock,
        willSynchronize: @escaping @Sendable () throws(OperationsError) -> Void
    ) throws(OperationsError) {
        // Behind a lock, so that there is one writer and no copy that keeps its file open.
        let writer = Locked(
            try AuditWriter(path: path, durability: durability, clock: clock, willSynchronize: willSynchronize))
        let queue = Monitor(Queue())
        self.queue = queue
        guard DedicatedThread.start({ Self.run(queue, writer) }) else { throw OperationsError.noThread }
    }

    deinit {
        queue.change { $0.isClosed = true }
    }

    /// Appends a record; returns when it is written.
    ///
    /// Whoever may mint only what is audited awaits it before the token is given out.
    ///
    /// - Parameter record: The record.
    /// - Throws: `OperationsError` with code `logUnwritable`: the record is not, or not certainly, in the log.
    public func append(_ record: AuditRecord) async throws(OperationsError) {
        let members = record.members
        guard members.count <= Self.maximumMembers else {
            throw OperationsError(.logUnwritable, "an audit record is longer than \(Self.maximumMembers) bytes")
        }
        try await submit(.record(members))
    }

    /// Goes on with the file that the path names now, after the old one was renamed: for SIGHUP.
    ///
    /// - Throws: `OperationsError` with code `logUnwritable` or `auditBroken`.
    public func reopen() async throws(OperationsError) {
        try await submit(.reopen)
    }

    /// Writes what waits and lets go of the file; what comes later is refused.
    public func close() async {
        // Closing twice is no failure.
        do throws(OperationsError) {
            try await submit(.close)
        } catch {
            return
        }
    }

    /// How many times something was written, for tests.
    var commits: Int { queue.read { $0.commits } }

    /// How many records wait, for tests.
    var waiting: Int { queue.read { $0.jobs.count } }

    private func submit(_ order: Order) async throws(OperationsError) {
        let failure = await withCheckedContinuation { continuation in
            let isTaken = queue.change { queue in
                guard !queue.isClosed, queue.jobs.count < Self.maximumWaiting else { return false }
                if case .close = order { queue.isClosed = true }
                queue.jobs.append(Job(order: order, continuation: continuation))
                return true
            }
            if !isTaken {
                continuation.resume(
                    returning: OperationsError(.logUnwritable, "too many audit records wait, or the log is closed"))
            }
        }
        if let failure { throw failure }
    }

    private static func run(_ queue: Monitor<Queue>, _ writer: Locked<AuditWriter>) {
        while let jobs = queue.wait(for: { next(&$0) }) {
            var failure: OperationsError?
            do throws(OperationsError) {
                try writer.withLock { writer throws(OperationsError) in
                    switch jobs[0].order {
                    case .record: try writer.write(jobs.compactMap(\.record))
                    case .reopen: try writer.reopen()
                    case .close: writer.close()
                    }
                }
            } catch {
                failure = error
            }
            queue.change { $0.commits += 1 }
            for job in jobs { job.continuation.resume(returning: failure) }
        }
    }

    /// The jobs that are done at once: records up to another order, or that order; the inner nil ends the thread.
    private static func next(_ queue: inout Queue) -> [Job]?? {
        guard let first = queue.jobs.first else { return queue.isClosed ? .some(nil) : nil }
        let count = first.record == nil ? 1 : queue.jobs.firstIndex { $0.record == nil } ?? queue.jobs.count
        let jobs = Array(queue.jobs.prefix(count))
        queue.jobs.removeFirst(count)
        return .some(jobs)
    }
}
