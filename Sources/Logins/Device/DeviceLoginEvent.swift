public import OAuthClient

/// What happens while a device waits for its person.
public enum DeviceLoginEvent: Sendable {
    /// There is a code to show: its user code and its address always, also beside a picture (RFC 8628, section 3.3.1).
    case started(DeviceAuthorizationAnswer, expires: MonotonicInstant)
    /// The bridge says for the first time that the person has not decided yet.
    case waiting
    /// The bridge wants more time between two polls.
    case slowedDown(interval: Duration)
    /// The bridge cannot be reached; told once, until it can be again.
    case unreachable(reason: String)
    /// The bridge can be reached again.
    case reachable
}
