/// Decimal numbers as text.
enum DecimalText: Sendable {
    /// A duration in seconds to the microsecond, such as `0.012345`; JSON and Prometheus take it as a number.
    static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let isNegative = seconds < 0 || attoseconds < 0
        let micros = String(attoseconds.magnitude / 1_000_000_000_000)
        let fraction = String(repeating: "0", count: 6 - micros.utf8.count) + micros
        return "\(isNegative ? "-" : "")\(seconds.magnitude).\(fraction)"
    }
}
