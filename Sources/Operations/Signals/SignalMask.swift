import Glibc

/// Which signals reach a thread.
public enum SignalMask: Sendable {
    /// Lets the signals of a service through to the calling thread, which should be the first one.
    ///
    /// A parent may have blocked them, and a child inherits that: such a service would neither end nor reload.
    public static func unblockServiceSignals() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGTERM, SIGINT, SIGHUP] { unsafe sigaddset(&signals, number) }
        // It fails for an unknown first argument alone.
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
}
