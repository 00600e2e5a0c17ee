/// How much a record of the log matters.
public enum LogLevel: String, Sendable, CaseIterable, Comparable {
    /// Something does not work, and somebody has to see to it.
    case error
    /// Something is not as it should be, and the service goes on.
    case warning
    /// What an operator wants to know of ordinary work.
    case info
    /// What helps to find a fault.
    case debug

    /// Its number in syslog and in systemd's journal.
    public var priority: Int {
        switch self {
        case .error: 3
        case .warning: 4
        case .info: 6
        case .debug: 7
        }
    }

    /// Whether a level matters less than another.
    public static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.priority > right.priority
    }
}
