import CustomTokenBridge
import CustomTokens
import JOSE

/// Whether the clock is set, and how far it is from those of others.
struct ClockCheckup: Sendable {
    private static let subject = "clock"
    /// So much custom tokens are dated back.
    private static let unnoticed = IssueTime.backdatingSeconds
    /// More than this others do not put up with.
    private static let tolerated: Int64 = 60

    /// What was found.
    ///
    /// - Parameter deviations: By how many seconds the clock is ahead of others.
    /// - Returns: The finding.
    func findings(comparedWith deviations: [Int64]) -> [CheckupFinding] {
        let now: NumericDate
        do {
            now = try IssueTime.setTime(of: SystemWallClock())
        } catch {
            return [.failed(Self.subject, error)]
        }
        // One of them may be wrong itself: the nearest counts.
        guard let ahead = deviations.min(by: { abs($0) < abs($1) }) else {
            return [.ok(Self.subject, "it is set: \(now.utc); nobody's answer told the time")]
        }
        let place = ahead == 0 ? "" : ", \(abs(ahead)) s \(ahead > 0 ? "ahead of" : "behind") others"
        let detail = "it shows \(now.utc)\(place)"
        let hint = "set it by NTP: timedatectl set-ntp true"
        switch abs(ahead) {
        case ...Self.unnoticed: return [.ok(Self.subject, detail)]
        case ...Self.tolerated: return [.warning(Self.subject, detail, hint: hint)]
        default: return [.failed(Self.subject, detail, hint: hint, exitCode: .temporary)]
        }
    }
}
