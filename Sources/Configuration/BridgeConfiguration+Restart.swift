import Operations

extension BridgeConfiguration {
    /// The keys of what a running service keeps until it is started again, where they have changed.
    ///
    /// - Parameter started: The configuration that the service was started with.
    /// - Returns: The keys in the order of the schema.
    public func keysForRestart(since started: BridgeConfiguration) -> [String] {
        let changes = [
            ("listen", listen != started.listen), ("telemetry", telemetry != started.telemetry),
            ("tls", (tls == nil) != (started.tls == nil)),
            // How many connections one address may have follows from whether there are any.
            ("trusted_proxies", trustedProxies.isEmpty != started.trustedProxies.isEmpty),
            ("store", store != started.store),
            ("log", log != started.log), ("audit", audit != started.audit),
        ]
        return changes.filter(\.1).map(\.0)
    }
}
