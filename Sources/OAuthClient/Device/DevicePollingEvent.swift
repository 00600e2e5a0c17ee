/// What happens while polls wait for a person's decision.
public enum DevicePollingEvent: Sendable {
    /// The provider says for the first time that the person has not decided yet.
    case waiting
    /// The provider wants more time between two polls.
    case slowedDown(interval: Duration)
    /// The provider cannot be reached or is out of order; told once, until it answers again.
    case unreachable(reason: String)
    /// The provider answers again.
    case reachable
}
