public import StrictJSON

/// Seconds since 1970-01-01T00:00:00Z without leap seconds (RFC 7519, section 2), to the second.
public struct NumericDate: Sendable, Hashable, Comparable {
    /// The seconds.
    public let secondsSinceEpoch: Int64

    /// Makes a date.
    ///
    /// - Parameter secondsSinceEpoch: The seconds.
    public init(secondsSinceEpoch: Int64) {
        self.secondsSinceEpoch = secondsSinceEpoch
    }

    /// The times that a claim may name: from 1970 to the end of the year 9999.
    package static let claimable =
        NumericDate(secondsSinceEpoch: 0)...NumericDate(secondsSinceEpoch: 253_402_300_799)

    /// The date some seconds later; the last there is where that would be beyond it.
    public static func + (date: NumericDate, seconds: Int64) -> NumericDate {
        let (sum, isBeyond) = date.secondsSinceEpoch.addingReportingOverflow(seconds)
        return NumericDate(secondsSinceEpoch: isBeyond ? (seconds > 0 ? .max : .min) : sum)
    }

    /// The date some seconds earlier; the first there is where that would be before it.
    public static func - (date: NumericDate, seconds: Int64) -> NumericDate {
        let (difference, isBeyond) = date.secondsSinceEpoch.subtractingReportingOverflow(seconds)
        return NumericDate(secondsSinceEpoch: isBeyond ? (seconds > 0 ? .min : .max) : difference)
    }

    /// Whether a date is before another.
    public static func < (left: NumericDate, right: NumericDate) -> Bool {
        left.secondsSinceEpoch < right.secondsSinceEpoch
    }
}

extension NumericDate {
    /// Reads the value of a claim.
    ///
    /// A fraction, which RFC 7519 allows, is dropped.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The claim's name, for the error.
    /// - Throws: `JOSEError` with code `claimInvalid` unless the value is a number between 1970 and 9999.
    public init(_ value: JSONValue, claim name: String) throws(JOSEError) {
        let seconds: Int64?
        switch value {
        case .integer(let integer): seconds = integer
        case .decimal(let decimal): seconds = Int64(exactly: decimal.doubleValue.rounded(.down))
        default: throw JOSEError(.claimInvalid, "\(name) is \(value.kind), not a number of seconds")
        }
        guard let seconds, Self.claimable ~= NumericDate(secondsSinceEpoch: seconds) else {
            throw JOSEError(.claimInvalid, "\(name) is not a time between 1970 and 9999")
        }
        self.init(secondsSinceEpoch: seconds)
    }
}

extension NumericDate: CustomStringConvertible {
    /// The date as seconds and in UTC, such as `1700000000 (2023-11-14T22:13:20Z)`.
    public var description: String {
        "\(secondsSinceEpoch) (\(utc))"
    }

    /// The date in UTC (RFC 3339), such as `2023-11-14T22:13:20Z`.
    public var utc: String {
        var (days, second) = Int(secondsSinceEpoch).quotientAndRemainder(dividingBy: 86400)
        if second < 0 { (days, second) = (days - 1, second + 86400) }
        let (year, month, day) = Self.civil(fromDays: days)
        let time = [second / 3600, second / 60 % 60, second % 60].map(Self.twoDigits).joined(separator: ":")
        return "\(year)-\(Self.twoDigits(month))-\(Self.twoDigits(day))T\(time)Z"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// The proleptic Gregorian date, by counting in eras of 400 years that begin on 1 March.
    private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
