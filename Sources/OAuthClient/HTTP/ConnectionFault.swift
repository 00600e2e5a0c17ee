/// Why a server cannot be spoken with until somebody changes something: trying again later alone does not help.
///
/// It never makes a check weaker: it says which of them failed, so that the cure can be told.
public enum ConnectionFault: String, Sendable, CaseIterable {
    /// The server's certificate is signed by an authority that is not trusted here.
    case certificateUntrusted = "CERTIFICATE_UNTRUSTED"
    /// The server's certificate is for another host.
    case certificateOfAnotherHost = "CERTIFICATE_OF_ANOTHER_HOST"
    /// The server's certificate has expired or is not valid yet, by the clock here.
    case certificateOutOfTime = "CERTIFICATE_OUT_OF_TIME"
    /// The server's certificate was revoked, is too weak or breaks another rule.
    case certificateUnacceptable = "CERTIFICATE_UNACCEPTABLE"
    /// What answers does not speak TLS, or none that is new enough.
    case notTLS = "NOT_TLS"
    /// What answers does not speak HTTP, such as a server that expects TLS.
    case notHTTP = "NOT_HTTP"
    /// The certificates of the authorities to trust cannot be read.
    case authoritiesUnreadable = "AUTHORITIES_UNREADABLE"
    /// The address is plain `http`, and the host is not this machine.
    case plainHTTPElsewhere = "PLAIN_HTTP_ELSEWHERE"
}
