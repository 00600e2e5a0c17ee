import StrictJSON

/// A number of seconds as providers write it: an integer, a number with a fraction, or a string of digits.
enum ProviderSeconds: Sendable {
    /// The seconds; nil where there is nothing that means any.
    ///
    /// What does not fit is the largest or smallest there is, for the caller to clamp.
    static func read(_ value: JSONValue?, rounding rule: FloatingPointRoundingRule) -> Int64? {
        switch value {
        case .integer(let seconds)?: return seconds
        case .decimal(let decimal)?:
            let seconds = decimal.doubleValue.rounded(rule)
            return Int64(exactly: seconds) ?? (seconds > 0 ? .max : .min)
        case .string(let text)? where !text.isEmpty && text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }):
            return Int64(text) ?? .max
        case .string?, .bool?, .null?, .array?, .object?, nil: return nil
        }
    }

    /// A polling interval, 1 to 60 s; nil where none is stated.
    static func interval(_ value: JSONValue?) -> Duration? {
        guard let seconds = read(value, rounding: .up), seconds > 0 else { return nil }
        return .seconds(min(seconds, 60))
    }

    /// The lifetime of a device code, 30 s to an hour; nil where none is stated.
    static func lifetime(_ value: JSONValue?) -> Duration? {
        read(value, rounding: .down).map { .seconds(min(max($0, 30), 3600)) }
    }
}
