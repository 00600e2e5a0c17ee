/// How often systemd wants to hear from the service (sd_watchdog_enabled(3)).
public struct Watchdog: Sendable, Equatable {
    /// After how long a silence systemd ends the service.
    public let timeout: Duration

    /// How often to tell it: twice as often as needed.
    public var interval: Duration { timeout / 2 }

    /// Finds what systemd wants; nil where it wants nothing of this process.
    ///
    /// - Parameters:
    ///   - environment: The environment, of which `WATCHDOG_USEC` and `WATCHDOG_PID` count.
    ///   - processID: The number of this process.
    public init?(environment: [String: String], processID: Int32) {
        guard let text = environment["WATCHDOG_USEC"], text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            let microseconds = Int64(text), 1...86_400_000_000 ~= microseconds
        else { return nil }
        if let process = environment["WATCHDOG_PID"], process != String(processID) { return nil }
        timeout = .microseconds(microseconds)
    }
}
