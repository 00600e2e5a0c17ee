import CustomTokenBridge
import Glibc
import KeyRings
import Operations

/// Writes down what is done with the keys of a ring; the file is made with the first line.
struct KeyAuditFile: KeyRingAuditor {
    let path: String
    let clock: any WallClock

    func record(_ change: KeyRingChange, _ phase: KeyRingChange.Phase) throws(KeyRingError) {
        do {
            let record = KeyAuditRecord(
                time: try clock.now(), operation: change.operation.rawValue, phase: phase.rawValue,
                keyID: change.keyID, from: change.from?.rawValue, to: change.to?.rawValue,
                replacedKeyID: change.replacedKeyID, account: change.account, step: change.step?.rawValue,
                actor: "uid \(getuid())")
            try AuditLog.append(record, to: path, clock: clock)
        } catch {
            let result = phase == .done ? "the change was made, and its audit line was not written: " : ""
            throw KeyRingError(.auditFailed, result + Failure(error).message)
        }
    }
}
