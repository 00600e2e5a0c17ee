import OAuthClient
import Operations
import StrictJSON

extension BridgeConfiguration {
    /// The keys of what a running service keeps until it is started again, where they have changed.
    ///
    /// - Parameter started: The configuration that the service was started with.
    /// - Returns: The keys in the order of the schema.
    public func keysForRestart(since started: BridgeConfiguration) -> [String] {
        let changes = [
            ("listen", listen != started.listen), ("telemetry", telemetry != started.telemetry),
            ("tls", (tls == nil) != (started.tls == nil)), ("store", store != started.store),
            ("log", log != started.log), ("audit", audit != started.audit),
        ]
        return changes.filter(\.1).map(\.0)
    }
}

extension StoreLocation: Equatable {
    /// Whether both are the same place, said in the same words.
    public static func == (one: StoreLocation, other: StoreLocation) -> Bool {
        switch (one, other) {
        case (.memory, .memory): true
        case (.sqlite(let path), .sqlite(let otherPath)): path.hasSameBytes(as: otherPath)
        case (.postgresql(let uri), .postgresql(let otherURI)): uri.secretText.hasSameBytes(as: otherURI.secretText)
        case (.memory, _), (.sqlite, _), (.postgresql, _): false
        }
    }
}
