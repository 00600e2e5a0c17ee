/// How long device sessions live and how they are limited.
public struct DeviceGrantSettings: Sendable {
    /// The lifetimes of a code that make sense, in seconds (8628-21).
    public static let lifetimes: ClosedRange<Int64> = 300...1800

    /// How long a code lives, in seconds.
    public let lifetime: Int64
    /// How long a device waits between two polls, in seconds, unless it was told to slow down.
    public let interval: Int64
    /// How many sessions may be started.
    public let startLimits: StartLimits
    /// How many user codes may be entered wrongly.
    public let guessLimits: GuessLimits

    /// How long a session is kept when its code has expired, in seconds, so that the device is told.
    static let afterlife: Int64 = 600

    /// Makes settings.
    ///
    /// - Parameters:
    ///   - lifetime: How long a code lives, from 300 to 1,800 seconds.
    ///   - interval: How long a device waits between two polls, from 1 to 60 seconds.
    ///   - startLimits: How many sessions may be started.
    ///   - guessLimits: How many user codes may be entered wrongly.
    /// - Throws: `BridgeError` with code `lifetimeInvalid`.
    public init(
        lifetime: Int64 = 600, interval: Int64 = 5, startLimits: StartLimits = StartLimits(),
        guessLimits: GuessLimits = GuessLimits()
    ) throws(BridgeError) {
        guard Self.lifetimes ~= lifetime else {
            throw BridgeError(
                .lifetimeInvalid,
                "a device code lives from \(Self.lifetimes.lowerBound) to \(Self.lifetimes.upperBound) s, not \(lifetime) s"
            )
        }
        guard 1...60 ~= interval else {
            throw BridgeError(.lifetimeInvalid, "a device polls every 1 to 60 s, not every \(interval) s")
        }
        self.lifetime = lifetime
        self.interval = interval
        self.startLimits = startLimits
        self.guessLimits = guessLimits
    }
}
