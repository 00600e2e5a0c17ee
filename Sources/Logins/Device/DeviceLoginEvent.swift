public import OAuthClient

/// What happens while a device waits for its person.
public enum DeviceLoginEvent: Sendable {
    /// There is a code to show: its user code and its address always, also beside a picture (RFC 8628, section 3.3.1).
    case started(DeviceAuthorizationAnswer, expires: MonotonicInstant)
    /// The bridge is asked whether the person has decided.
    case polling(DevicePollingEvent)
}
