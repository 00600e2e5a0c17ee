import Threads
import Cryptography

/// Whether a service takes requests.
public final class Readiness: Sendable {
    private let state = Locked((isDraining: false, fault: nil as String?))

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

    var isDraining: Bool { state.withLock { $0.isDraining } }
    var fault: String? { state.withLock { $0.fault } }
}
