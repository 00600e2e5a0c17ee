import Threads
import Cryptography
import Dispatch
import TestSupport
import Testing

@testable import Operations

@Suite("Writing the audit log")
struct AuditCommitTests {
    private let folder: ScratchFolder
    private let path: String

    init() throws {
        folder = try ScratchFolder()
        path = "\(folder.path)/audit.jsonl"
    }

    @Test("Records that come while the disk is busy are written and synchronized at once")
    func grouped() async throws {
        let gate = Gate()
        let log = try AuditLog(path: path, durability: .synchronized, clock: AuditRecords.clock) {
            () throws(OperationsError) in gate.pass()
        }
        gate.close()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await log.append(AuditRecords.record(0)) }
            while !gate.isHolding { try await Task.sleep(for: .milliseconds(1)) }
            for number in 1...500 { group.addTask { try await log.append(AuditRecords.record(number)) } }
            while log.waiting < 500 { try await Task.sleep(for: .milliseconds(1)) }
            gate.open()
            try await group.waitForAll()
        }
        #expect(log.commits == 2)
        await log.close()
        #expect(try AuditLog.verify(path).records == 501)
    }

    @Test("A disk that fails is told to everybody who waits, and the next record is written after what is there")
    func failing() async throws {
        let isBroken = Locked(false)
        let log = try AuditLog(path: path, durability: .synchronized, clock: AuditRecords.clock) {
            () throws(OperationsError) in
            if isBroken.withLock({ $0 }) { throw OperationsError(.logUnwritable, "the disk is broken") }
        }
        isBroken.withLock { $0 = true }
        await #expect(throws: OperationsError.self) { try await log.append(AuditRecords.record(1)) }
        isBroken.withLock { $0 = false }
        try await log.append(AuditRecords.record(2))
        await log.close()
        let evidence = try AuditLog.verify(path)
        // The first is there too, though nobody was promised it.
        #expect(evidence.records == 2)
        #expect(evidence.tornWritings == 0)
    }

    @Test("Where only the system has to have it, the disk is not waited for")
    func unsynchronized() async throws {
        let log = try AuditLog(path: path, durability: .written, clock: AuditRecords.clock) {
            () throws(OperationsError) in throw OperationsError(.logUnwritable, "was synchronized")
        }
        try await log.append(AuditRecords.record(1))
        await log.close()
        #expect(try AuditLog.verify(path).records == 1)
    }

    @Test("A log that goes away writes what waits")
    func released() async throws {
        try await AuditLog(path: path, durability: .written, clock: AuditRecords.clock).append(AuditRecords.record(1))
        #expect(try AuditLog.verify(path).records == 1)
    }
}

/// Holds the thread that writes until it is opened.
///
/// Sendable: the state is touched only under the condition's lock.
private final class Gate: Sendable {
    private let state = Locked((isClosed: false, isHolding: false))
    private let semaphore = DispatchSemaphore(value: 0)

    var isHolding: Bool { state.withLock { $0.isHolding } }

    func close() { state.withLock { $0.isClosed = true } }

    func open() {
        state.withLock { $0.isClosed = false }
        semaphore.signal()
    }

    func pass() {
        let mustWait = state.withLock { state in
            state.isHolding = state.isClosed
            return state.isClosed
        }
        if mustWait { semaphore.wait() }
    }
}
