/// How one language tells spans of time.
struct TimeTexts: Sendable {
    let justNow, oneMinuteAgo: String
    let minutesAgo: Template
    let longAgo: String
    let tryAgainLater, tryAgainInOneMinute: String
    let tryAgainInMinutes: Template

    /// How long something is past.
    func ago(_ seconds: Int64) -> HTML {
        switch seconds / 60 {
        case ...0: .text(justNow)
        case 1: .text(oneMinuteAgo)
        case let minutes where minutes < 60: minutesAgo.filled(.text(String(minutes)))
        default: .text(longAgo)
        }
    }

    /// When another attempt makes sense: in whole minutes, rounded up.
    func tryAgain(after seconds: Int64?) -> HTML {
        guard let seconds, seconds < 6 * 3600 else { return .text(tryAgainLater) }
        return seconds <= 60
            ? .text(tryAgainInOneMinute) : tryAgainInMinutes.filled(.text(String((seconds + 59) / 60)))
    }
}
