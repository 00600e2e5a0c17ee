/// Tells which answers to polls are news to a person: each state once, and not each poll.
public struct DevicePollingNews: Sendable {
    private var hasWaited = false
    private var isUnreachable = false

    /// Begins before the first poll.
    public init() {}

    /// Notes that a poll was answered.
    ///
    /// - Parameters:
    ///   - result: The answer.
    ///   - interval: The time between two polls from now on.
    /// - Returns: What there is to tell, in order.
    public mutating func answered(_ result: DevicePollResult, interval: Duration) -> [DevicePollingEvent] {
        var news: [DevicePollingEvent] = isUnreachable ? [.reachable] : []
        isUnreachable = false
        switch result {
        case .pending where !hasWaited:
            hasWaited = true
            news.append(.waiting)
        case .slowDown: news.append(.slowedDown(interval: interval))
        case .pending, .denied, .expired, .granted, .failed, .unavailable: break
        }
        return news
    }

    /// Notes that a poll was not answered.
    ///
    /// - Parameter reason: Why, without secrets.
    /// - Returns: What there is to tell.
    public mutating func unanswered(reason: String) -> [DevicePollingEvent] {
        defer { isUnreachable = true }
        return isUnreachable ? [] : [.unreachable(reason: reason)]
    }
}
