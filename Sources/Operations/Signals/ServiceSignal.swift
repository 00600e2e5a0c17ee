/// What somebody asks of the service by a signal.
public enum ServiceSignal: Sendable, Equatable {
    /// SIGTERM or SIGINT: end, after the requests that are being served.
    case stop
    /// A further SIGTERM or SIGINT: end now.
    case stopNow
    /// SIGHUP: read the configuration, the keys and the certificate again.
    case reload
}
