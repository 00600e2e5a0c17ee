import Threads

extension StrictIAM {
    /// Takes a permission from all callers.
    public func withhold(_ permission: Permission) {
        state.withLock { _ = $0.missingPermissions.insert(permission) }
    }

    /// Gives a permission back.
    public func grant(_ permission: Permission) {
        state.withLock { _ = $0.missingPermissions.remove(permission) }
    }

    /// Puts a constraint of the organisation in force.
    public func enforce(_ constraint: Constraint) {
        state.withLock { _ = $0.constraints.insert(constraint) }
    }

    /// Lifts a constraint.
    public func lift(_ constraint: Constraint) {
        state.withLock { _ = $0.constraints.remove(constraint) }
    }

    /// Lets keys that are made from now on end after some hours; nil for never.
    public func expireNewKeys(afterHours hours: Int64?) {
        state.withLock { $0.keyExpiryHours = hours }
    }

    /// Switches an API off in the project, such as `iamcredentials.googleapis.com`.
    public func disableService(_ host: String) {
        state.withLock { _ = $0.disabledServices.insert(TextKey(host)) }
    }

    /// Answers the next requests with a failure, whatever they are, also those to Identity Toolkit; public keys are not
    /// concerned.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - status: The status, such as 503.
    public func failNext(_ count: Int, status: Int) {
        state.withLock { $0.failures = (count, status) }
    }
}
