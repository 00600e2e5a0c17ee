import Threads
import Cryptography

/// Whether a service takes requests.
public final class Readiness: Sendable {
    private let state = Locked((isDraining: false, fault: nil as String?, keyFault: nil as String?))

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

    var isDraining: Bool { state.withLock { $0.isDraining } }
    var fault: String? { state.withLock { $0.fault ?? $0.keyFault } }
}
