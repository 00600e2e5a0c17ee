import OAuthClient
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
