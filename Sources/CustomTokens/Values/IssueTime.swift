public import JOSE

/// When a custom token says that it was issued (`iat`).
public enum IssueTime: Sendable {
    /// Now, dated back by 5 s, so that a clock that is slightly fast makes no tokens from the future.
    case now
    /// Exactly then, whatever the clock shows.
    case exactly(NumericDate)

    /// How far `now` is dated back, in seconds.
    public static let backdatingSeconds: Int64 = 5

    /// The time when this version was released: no clock that shows less has been set.
    public static let earliestClock = NumericDate(secondsSinceEpoch: 1_793_491_200)  // 2026-11-01T00:00:00Z

    /// From 1970 to the end of 9999, less the longest lifetime, so that the expiration can be written too.
    private static let possible =
        NumericDate.claimable.lowerBound...(NumericDate.claimable.upperBound - TokenLifetime.maximumSeconds)

    func date(by clock: any WallClock) throws(CustomTokenError) -> NumericDate {
        switch self {
        case .exactly(let date):
            guard Self.possible ~= date else {
                throw CustomTokenError(.issuedAtInvalid, "the time of issue is not between the years 1970 and 9999")
            }
            return date
        case .now:
            let now = try Self.setTime(of: clock)
            guard now <= Self.possible.upperBound else {
                throw CustomTokenError(.issuedAtInvalid, "the clock shows a time after the year 9999")
            }
            return now - Self.backdatingSeconds
        }
    }

    /// The time that a clock shows, if it has been set: before anything is held against it.
    ///
    /// - Parameter clock: The clock.
    /// - Returns: The time.
    /// - Throws: `CustomTokenError` with code `clockNotSet`.
    package static func setTime(of clock: any WallClock) throws(CustomTokenError) -> NumericDate {
        let now: NumericDate
        do {
            now = try clock.now()
        } catch {
            throw CustomTokenError(.clockNotSet, error.reason)
        }
        guard now >= earliestClock else {
            throw CustomTokenError(
                .clockNotSet, "the clock shows \(now.utc), which is before this software was made: it is not set")
        }
        return now
    }
}
