/// How far a transfer had come, in one word for messages.
enum TransferPhase: String, Sendable {
    /// It waited for others to end.
    case wait
    /// The host's address was looked for.
    case resolve
    /// The connection, to the host or the proxy, was made.
    case connect
    /// TLS was set up.
    case tls = "TLS"
    /// The request was sent.
    case send
    /// The answer was waited for or read.
    case receive
}
