/// How requests are carried, as a value.
public struct TransportConfiguration: Sendable {
    /// Our own version, for the field `User-Agent`.
    public let version: String
    /// Through which proxy providers are reached.
    public let proxy: ProxyPolicy
    /// A PEM file of authorities that are trusted beside the system's; nil for none.
    public let extraAuthoritiesFile: String?
    /// The time for everything: both attempts, the pause between them, and the last byte of the answer.
    public let deadline: Duration
    /// The time for finding the address, connecting and setting up TLS, of each attempt.
    public let connectDeadline: Duration
    /// The most bytes that the status line and the fields of one answer may have.
    public let maximumHeaderBytes: Int
    /// The most requests that are under way at once; others wait, and their deadline runs.
    public let maximumTransfers: Int

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - version: Our own version.
    ///   - proxy: Through which proxy providers are reached.
    ///   - extraAuthoritiesFile: A PEM file of authorities that are trusted beside the system's; nil for none.
    ///   - deadline: The time for everything.
    ///   - connectDeadline: The time for a connection.
    ///   - maximumHeaderBytes: The most bytes of an answer's status line and fields.
    ///   - maximumTransfers: The most requests that are under way at once.
    public init(
        version: String, proxy: ProxyPolicy, extraAuthoritiesFile: String? = nil, deadline: Duration = .seconds(10),
        connectDeadline: Duration = .seconds(5), maximumHeaderBytes: Int = 16 << 10, maximumTransfers: Int = 128
    ) {
        self.version = version
        self.proxy = proxy
        self.extraAuthoritiesFile = extraAuthoritiesFile
        self.deadline = deadline
        self.connectDeadline = connectDeadline
        self.maximumHeaderBytes = maximumHeaderBytes
        self.maximumTransfers = maximumTransfers
    }
}
