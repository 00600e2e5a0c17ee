import CustomTokenBridge
import Glibc
import KeyRings
import Operations
import Threads

/// Writes down what is done with the keys of a ring; the file is made with the first line.
final class KeyAuditFile: KeyRingAuditor {
    private let path: String
    private let clock: any WallClock
    private let log: Locked<AuditLog?> = Locked(nil)

    init(path: String, clock: any WallClock) {
        self.path = path
        self.clock = clock
    }

    func record(_ change: KeyRingChange, _ phase: KeyRingChange.Phase) throws(KeyRingError) {
        do {
            let log = try open()
            let record = KeyAuditRecord(
                time: try clock.now(), operation: change.operation.rawValue, phase: phase.rawValue,
                keyID: change.keyID, from: change.from?.rawValue, to: change.to?.rawValue,
                replacedKeyID: change.replacedKeyID, account: change.account, actor: "uid \(getuid())")
            try Waiting.result { try await log.append(record) }
        } catch {
            let result = phase == .done ? "the change was made, and its audit line was not written: " : ""
            throw KeyRingError(.auditFailed, result + Failure(error).message)
        }
    }

    private func open() throws -> AuditLog {
        try log.withLock { log in
            if let log { return log }
            let opened = try AuditLog(path: path, durability: .synchronized, clock: clock)
            log = opened
            return opened
        }
    }
}
