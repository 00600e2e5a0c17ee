import Threads
import Cryptography

/// Whether a service takes requests.
public final class Readiness: Sendable {
    private struct State {
        var isDraining = false
        var fault: String?
        var keyFault: String?
        var auditFault: String?
    }

    private let state = Locked(State())

    /// Makes the state of a service that takes requests.
    public init() {}

    /// Notes that no new requests are taken.
    public func beginDraining() {
        state.withLock { $0.isDraining = true }
    }

    /// Notes what does not work although requests are taken; nil where all does.
    ///
    /// - Parameter fault: The stable code of what does not work.
    public func note(fault: String?) {
        state.withLock { $0.fault = fault }
    }

    /// Notes why the key ring is not taken as it is now; nil where it is.
    ///
    /// - Parameter keyFault: The stable code of what is wrong with it.
    public func note(keyFault: String?) {
        state.withLock { $0.keyFault = keyFault }
    }

    /// Notes why custom tokens cannot be noted in the audit file; nil where the last one was.
    ///
    /// - Parameter auditFault: The stable code of what is wrong with it.
    public func note(auditFault: String?) {
        state.withLock { $0.auditFault = auditFault }
    }

    var isDraining: Bool { state.withLock { $0.isDraining } }
    var auditFault: String? { state.withLock { $0.auditFault } }
    var fault: String? { state.withLock { $0.fault ?? $0.keyFault } }
}
