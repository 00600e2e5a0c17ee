import Bridge
import Threads

/// What a store takes on.
enum StoreLimits: Sendable {
    /// How many calls may wait for the threads of a store.
    static let waitingCalls = 16_384
}

extension BridgeError {
    /// Why the threads of a store did not take a call.
    init<Call>(_ refusal: CallQueue<Call>.Refusal) {
        switch refusal {
        case .closed: self.init(.storeUnavailable, "the store is closed")
        case .full: self.init(.storeUnavailable, "too many calls wait for the store")
        }
    }
}
