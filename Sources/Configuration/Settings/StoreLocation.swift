import StrictJSON

/// Where sessions are kept.
public enum StoreLocation: Sendable {
    /// In memory: they are gone when the process ends.
    case memory
    /// In a file of SQLite.
    case sqlite(path: String)
    /// In a database that speaks PostgreSQL's protocol.
    case postgresql(ConnectionURI)

    /// Reads a location; the reason why it is none never quotes it, for it may hold a password.
    init(parsing text: String, _ files: ConfigurationFiles) throws(SettingError) {
        if text.hasSameBytes(as: "memory") {
            self = .memory
        } else if text.hasPrefix("sqlite:"), text.utf8.count > 7 {
            self = .sqlite(path: files.path(String(text.dropFirst(7))))
        } else if text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") {
            self = .postgresql(ConnectionURI(text))
        } else {
            throw SettingError("this is none of sqlite:FILE, postgresql://... and memory")
        }
    }
}
