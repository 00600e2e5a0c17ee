import Bridge

/// Why a store could not do what was asked.
struct StoreFault: Error {
    /// What the fault is a fault of.
    enum Scope: Sendable {
        /// Perhaps of one call alone: others may succeed.
        case call
        /// Of the store: whatever is tried now, fails.
        case store
        /// Of the connection, which must be made anew.
        case connection
    }

    let words: String
    let scope: Scope

    init(_ words: String, _ scope: Scope) {
        self.words = words
        self.scope = scope
    }

    /// The error of a store's call.
    var error: BridgeError { BridgeError(.storeUnavailable, words) }
}
