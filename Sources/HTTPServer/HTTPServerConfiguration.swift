/// What a server allows, and how long it waits.
public struct HTTPServerConfiguration: Sendable, Equatable {
    /// The longest body, in bytes; a longer one is answered 413.
    public var bodyBytes = 64 << 10
    /// The longest request line with all header fields, in bytes; a longer one is answered 431.
    public var headBytes = 16 << 10
    /// The longest target of a request, in bytes; a longer one is answered 414.
    public var targetBytes = 8 << 10
    /// How long the head of a request may take; on a new connection this includes the TLS handshake.
    public var headDeadline = Duration.seconds(6)
    /// How long a body may take after its head.
    public var bodyDeadline = Duration.seconds(6)
    /// How long a handler may take; then it is cancelled, and the caller is answered 503.
    public var handlerDeadline = Duration.seconds(30)
    /// How long the caller may take to fetch a response.
    public var responseDeadline = Duration.seconds(30)
    /// How long a connection is kept without a request.
    public var idleDeadline = Duration.seconds(30)
    /// How many handlers may run at once; a request beyond is answered 503.
    ///
    /// A handler counts until it returns, even where its caller has been answered already.
    public var requestsInFlight = 512
    /// How many connections are kept at once; more wait in the system's queue.
    public var connections = 1000
    /// How many connections one address of the network may have; nil for no limit of its own, as behind a proxy.
    ///
    /// The addresses of one /64 of IPv6 are one; those of one /48 may have four times as many together.
    public var connectionsPerAddress: Int?

    /// Makes a configuration of the values that suit most.
    public init() {}
}
