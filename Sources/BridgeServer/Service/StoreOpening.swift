public import Bridge
public import Configuration
import Storage

extension StoreLocation {
    /// Opens the store.
    ///
    /// - Returns: The store.
    /// - Throws: `BridgeError` with code `storeUnavailable`.
    public func open() throws(BridgeError) -> any Store {
        switch self {
        case .memory: MemoryStore()
        case .sqlite(let path): try SQLiteStore(path: path)
        case .postgresql(let uri): try PostgreSQLStore(PostgreSQLAddress(uri.secretText))
        }
    }
}
