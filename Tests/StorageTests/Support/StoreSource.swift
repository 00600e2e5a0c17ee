import Bridge
import Storage

/// Where records are, for another process.
enum StoreSource: Sendable, Codable {
    case sqlite(path: String)
    case postgresql(address: String)

    /// Opens a store on the records.
    func open() throws -> any Store {
        switch self {
        case .sqlite(let path): try SQLiteStore(path: path)
        case .postgresql(let address): try PostgreSQLStore(PostgreSQLAddress(address))
        }
    }
}
